-- The notes of a session and of its segments ("<session>#<number>").
DELETE FROM working_memory
WHERE (session_id = ?1 OR substr(session_id, 1, length(?1) + 1) = ?1 || '#') AND key_id IS ?2;
