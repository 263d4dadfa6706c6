SELECT id FROM sessions WHERE key_id IS nullif(?1, '') AND ended_at IS NULL;
