SELECT usage_date AS date, call_count AS calls FROM api_key_usage
WHERE key_id = ?1 AND usage_date >= ?2 ORDER BY usage_date DESC;
