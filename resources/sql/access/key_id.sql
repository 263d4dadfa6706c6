SELECT id FROM (SELECT id, name, 0 AS late FROM api_keys UNION ALL SELECT id, name, deleted_at FROM deleted_keys)
WHERE id = ?1 OR name = ?1 ORDER BY id = ?1 DESC, late = 0 DESC, late DESC LIMIT 1;
