INSERT INTO fragment_versions (
    fragment_id, content, topic, keywords, type, importance, is_anchor, assertion_status, resolution_status, outcome,
    phase, amended_at, amended_by)
SELECT id, content, topic, keywords, type, importance, is_anchor, assertion_status, resolution_status, outcome, phase, ?2, ?3
FROM fragments WHERE seq = ?1;
