-- Searches of a caller who has none are no sample: every mean of nothing is NULL.
SELECT count(*) AS searches,
    avg(CASE WHEN e.query_type IN ('keywords', 'mixed') AND e.keywords <> '[]' THEN e.labelled = 0 END) AS l1_miss_rate,
    avg(e.semantic > 0) AS l3_usage_rate,
    avg(e.semantic > 0 AND e.lexical > 0) AS rrf_usage_rate,
    avg(e.result_count) AS results,
    avg(e.latency_us) AS microseconds
FROM search_events e
WHERE e.created_at >= :since AND e.search_path NOT LIKE 'Context:%' AND (:any_key OR e.key_id IS :own_key);
