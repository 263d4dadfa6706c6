INSERT INTO api_key_group_members (group_id, key_id, joined_at) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING;
