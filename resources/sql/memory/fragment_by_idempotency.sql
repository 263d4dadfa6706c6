SELECT f.* FROM fragments f
WHERE f.idempotency_key = ?1 AND ifnull(f.key_id, '') = ifnull(?2, '') AND f.deleted_at IS NULL;
