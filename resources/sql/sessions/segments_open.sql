SELECT s.* FROM session_segments s WHERE s.session_id = ?1 AND s.reflected_at IS NULL ORDER BY s.number;
