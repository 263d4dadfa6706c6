-- A job is over when nothing of it waits, and dead when nothing of it could be stored.
UPDATE batch_jobs SET
    processed = i.stored,
    failed = i.dead,
    state = CASE WHEN i.waiting > 0 THEN 'processing' WHEN i.stored = 0 AND i.dead > 0 THEN 'dead' ELSE 'completed' END,
    finished_at = CASE WHEN i.waiting = 0 THEN :now END
FROM (
    SELECT count(*) FILTER (WHERE state = 'waiting') AS waiting,
           count(*) FILTER (WHERE state = 'stored') AS stored,
           count(*) FILTER (WHERE state = 'dead') AS dead
    FROM batch_items WHERE job_id = :job
) i
WHERE id = :job;
