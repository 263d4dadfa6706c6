-- The notes of a session and of all its segments ("<session>#<number>").
SELECT id, content, topic, keywords, type, importance, estimated_tokens, created_at, key_id, agent_id
FROM working_memory
WHERE (session_id = ?1 OR (session_id > ?1 || '#' AND session_id < ?1 || '$')) AND key_id IS ?2 AND agent_id = ?3
ORDER BY created_at DESC, rowid DESC;
