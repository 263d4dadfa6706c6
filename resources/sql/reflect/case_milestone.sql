INSERT INTO case_events (case_id, session_id, key_id, agent_id, workspace, event_type, summary, source_fragment_id,
                         created_at)
VALUES (?1, ?2, ?3, ?4, ?5, 'milestone_reached', ?6, ?7, ?8);
