INSERT INTO working_memory (id, session_id, key_id, agent_id, content, topic, keywords, type, importance, estimated_tokens, created_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11);
