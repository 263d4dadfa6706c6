SELECT count(*) AS total,
    count(*) FILTER (WHERE t.overall_success) AS successful,
    count(*) FILTER (WHERE t.outcome = 'completed') AS completed,
    count(*) FILTER (WHERE t.outcome = 'partial') AS partial,
    count(*) FILTER (WHERE t.outcome = 'blocked') AS blocked,
    count(*) FILTER (WHERE t.outcome = 'abandoned') AS abandoned,
    count(*) FILTER (WHERE t.outcome = 'unknown') AS unknown,
    count(*) FILTER (WHERE t.outcome IS NULL) AS unreported
FROM task_feedback t WHERE t.created_at >= :since AND (:any_key OR t.key_id IS :own_key);
