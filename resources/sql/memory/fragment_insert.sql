INSERT INTO fragments (
    id, content, topic, keywords, type, importance, content_hash, source, agent_id, key_id, created_at, accessed_at,
    ttl_tier, estimated_tokens, verified_at, is_anchor, valid_from, context_summary, session_id, workspace,
    workspace_source, case_id, goal, outcome, phase, resolution_status, assertion_status, validation_warnings, affect,
    idempotency_key)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16,
        ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30)
RETURNING seq;
