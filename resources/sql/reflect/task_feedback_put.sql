INSERT INTO task_feedback (session_id, key_id, overall_success, outcome, evaluator, evidence, unmet_requirements,
                           tool_highlights, tool_pain_points, created_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10);
