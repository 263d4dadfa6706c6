INSERT INTO api_key_groups (id, name, description, created_at) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (name) DO NOTHING;
