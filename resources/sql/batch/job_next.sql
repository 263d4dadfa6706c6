SELECT id, principal FROM batch_jobs WHERE state IN ('queued', 'processing') ORDER BY created_at, id LIMIT 1;
