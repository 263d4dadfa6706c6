-- What was accepted is stored, for the heir.
UPDATE batch_jobs
SET key_id = ?2, principal = json_remove(json_set(principal, '$.keyId', ifnull(?2, '')), '$.fragmentLimit')
WHERE key_id = ?1;
