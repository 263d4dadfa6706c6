SELECT number AS "index", error FROM batch_items WHERE job_id = ?1 AND state = 'dead' ORDER BY number;
