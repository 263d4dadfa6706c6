INSERT INTO batch_jobs (id, key_id, principal, state, accepted, created_at, finished_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, CASE WHEN ?5 = 0 THEN ?6 END);
