DELETE FROM batch_jobs WHERE finished_at < ?1;
