SELECT content, topic, keywords, type, importance, amended_at, amended_by
FROM fragment_versions WHERE fragment_id = ?1 ORDER BY id DESC;
