SELECT f.id, f.content, f.type, f.topic, f.importance, f.created_at, f.valid_to, l.from_id AS supersedes
FROM fragment_links l JOIN fragments f ON f.id = l.to_id
WHERE l.from_id = :id AND l.relation_type = 'superseded_by' AND l.deleted_at IS NULL AND {visible}
ORDER BY l.id;
