SELECT key_id, call_count AS calls FROM api_key_usage WHERE usage_date = ?1;
