SELECT f.id, f.content, f.type, f.topic, f.importance, f.created_at, f.valid_to, a.id AS supersedes
FROM fragments a
JOIN fragment_links l ON l.from_seq = a.seq
JOIN fragments f ON f.seq = l.to_seq
WHERE a.id = :id AND l.relation_type = 'superseded_by' AND l.deleted_at IS NULL AND {visible}
ORDER BY l.created_at, f.seq;
