DELETE FROM api_key_groups WHERE id = ?1;
