INSERT INTO batch_items (job_id, number, request) VALUES (?1, ?2, ?3);
