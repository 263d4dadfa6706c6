SELECT id, search_path, query_type, filters AS filter_keys, result_count, latency_us / 1000 AS latency_ms, created_at
FROM search_events f WHERE {of_session}
ORDER BY created_at DESC, id DESC LIMIT 20;
