INSERT INTO session_segments (id, session_id, number, key_id, workspace, started_at, last_used_at, tool_calls, keywords,
                              fragment_ids, closed_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
ON CONFLICT (id) DO UPDATE SET
    started_at = min(started_at, excluded.started_at),
    last_used_at = max(last_used_at, excluded.last_used_at),
    tool_calls = excluded.tool_calls,
    keywords = excluded.keywords,
    fragment_ids = excluded.fragment_ids,
    closed_at = coalesce(closed_at, excluded.closed_at);
