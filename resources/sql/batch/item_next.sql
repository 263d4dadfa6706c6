-- Those that have failed come after all others.
SELECT number, request, attempts FROM batch_items
WHERE job_id = ?1 AND state = 'waiting'
ORDER BY attempts, number
LIMIT 1;
