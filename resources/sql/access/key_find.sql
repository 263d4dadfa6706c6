SELECT * FROM api_keys WHERE id = ?1 OR name = ?1 ORDER BY id = ?1 DESC LIMIT 1;
