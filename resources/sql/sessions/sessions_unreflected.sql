-- Sessions of every key that are over, in which memories were stored that no reflection has drawn together.
SELECT count(DISTINCT s.session_id) FROM session_segments s
WHERE s.reflected_at IS NULL AND s.fragment_ids <> '[]'
  AND NOT EXISTS (SELECT 1 FROM sessions c WHERE c.id = s.session_id AND c.ended_at IS NULL AND c.last_used_at >= ?1);
