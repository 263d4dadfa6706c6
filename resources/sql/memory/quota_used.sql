SELECT count(*) FROM fragments WHERE key_id IS ?1 AND valid_to IS NULL AND deleted_at IS NULL;
