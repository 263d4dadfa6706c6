SELECT id, key_hash FROM api_keys;
