INSERT INTO tool_feedback (tool_name, relevant, sufficient, suggestion, context, session_id, trigger_type,
                           irrelevance_reason, search_event_id, fragment_ids, key_id, created_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12) RETURNING id;
