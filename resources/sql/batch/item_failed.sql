UPDATE batch_items SET
    attempts = attempts + 1, error = ?3, state = CASE WHEN attempts + 1 >= ?4 THEN 'dead' ELSE 'waiting' END
WHERE job_id = ?1 AND number = ?2;
