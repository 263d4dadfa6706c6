UPDATE working_memory SET session_id = ?2
WHERE (session_id = ?1 OR substr(session_id, 1, length(?1) + 1) = ?1 || '#') AND key_id IS ?3;
