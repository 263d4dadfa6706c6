SELECT count(*) AS total,
    count(*) FILTER (WHERE t.irrelevance_reason = 'not_stored') AS not_stored,
    count(*) FILTER (WHERE t.irrelevance_reason = 'search_miss') AS search_miss,
    count(*) FILTER (WHERE t.irrelevance_reason = 'scope_leak') AS scope_leak,
    count(*) FILTER (WHERE t.irrelevance_reason = 'topic_mismatch') AS topic_mismatch,
    count(*) FILTER (WHERE t.irrelevance_reason = 'other') AS other,
    count(*) FILTER (WHERE t.irrelevance_reason IS NULL) AS unreported
FROM tool_feedback t WHERE NOT t.relevant AND t.created_at >= :since AND (:any_key OR t.key_id IS :own_key);
