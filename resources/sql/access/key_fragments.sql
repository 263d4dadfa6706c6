SELECT count(*) FROM fragments WHERE key_id = ?1 AND deleted_at IS NULL;
