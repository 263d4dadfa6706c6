DELETE FROM session_seen WHERE session_id = ?1 OR substr(session_id, 1, length(?1) + 1) = ?1 || '#';
