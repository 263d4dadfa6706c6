-- Closed, at rest for long, or of a session that has ended or expired.
SELECT s.* FROM session_segments s
WHERE s.reflected_at IS NULL
  AND (s.closed_at IS NOT NULL OR s.last_used_at < ?1
       OR NOT EXISTS (SELECT 1 FROM sessions c
                      WHERE c.id = s.session_id AND c.ended_at IS NULL AND c.last_used_at >= ?2))
ORDER BY s.last_used_at
LIMIT 1;
