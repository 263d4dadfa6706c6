-- The words live in the fragment now, and must go when it goes.
UPDATE batch_items SET state = 'stored', fragment_id = ?3, request = '{}', attempts = attempts + 1, error = NULL
WHERE job_id = ?1 AND number = ?2;
