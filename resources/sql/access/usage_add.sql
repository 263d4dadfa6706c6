-- Nothing of a key that was deleted meanwhile.
INSERT INTO api_key_usage (key_id, usage_date, call_count)
SELECT id, ?2, ?3 FROM api_keys WHERE id = ?1
ON CONFLICT (key_id, usage_date) DO UPDATE SET call_count = call_count + excluded.call_count;
