-- The planner would rather walk all memories by time.
SELECT f.* FROM fragments f INDEXED BY fragments_learned
WHERE f.source = 'learning_extraction' AND f.valid_to IS NULL AND {visible}
ORDER BY f.created_at DESC, f.seq DESC LIMIT :limit;
