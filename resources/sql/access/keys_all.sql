SELECT * FROM api_keys ORDER BY created_at DESC, name;
