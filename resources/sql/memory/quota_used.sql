SELECT count(*) FROM fragments WHERE ifnull(key_id, '') = ifnull(?1, '') AND valid_to IS NULL AND deleted_at IS NULL;
