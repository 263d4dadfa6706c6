SELECT s.* FROM session_segments s
JOIN sessions c ON c.id = s.session_id AND c.ended_at IS NULL AND c.last_used_at >= ?1
WHERE s.number = (SELECT max(number) FROM session_segments WHERE session_id = s.session_id);
