SELECT id FROM sessions WHERE key_id = ?1 AND ended_at IS NULL;
