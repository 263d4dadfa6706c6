INSERT INTO case_events (
    case_id, session_id, key_id, agent_id, workspace, event_type, summary, entities, source_fragment_id, created_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
RETURNING id;
