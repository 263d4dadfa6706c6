SELECT e.search_path, t.relevant FROM tool_feedback t
JOIN search_events e ON e.id = t.search_event_id AND e.key_id IS t.key_id
WHERE t.created_at >= :since AND (:any_key OR t.key_id IS :own_key);
