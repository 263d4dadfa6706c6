SELECT content, topic, keywords, type, importance, amended_at, amended_by, is_anchor, assertion_status,
       resolution_status, outcome, phase
FROM fragment_versions WHERE fragment_id = ?1 ORDER BY id DESC;
