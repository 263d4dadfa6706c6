SELECT id, tool_name, relevant, sufficient, suggestion, context, trigger_type, created_at
FROM tool_feedback f WHERE {of_session}
ORDER BY created_at DESC, id DESC LIMIT 20;
