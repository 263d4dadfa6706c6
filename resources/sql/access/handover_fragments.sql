-- A retry of the old owner cannot come any more, and its key must not meet one of the heir's.
UPDATE fragments SET key_id = ?2, idempotency_key = NULL WHERE key_id = ?1;
