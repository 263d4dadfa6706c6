SELECT s.* FROM session_segments s WHERE s.session_id = ?1 AND s.key_id IS ?2 ORDER BY s.number;
