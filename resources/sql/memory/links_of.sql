-- Both directions of one fragment's links, whose other end the caller may read.
SELECT f.id, l.relation_type, l.from_id = :id AS outgoing, l.weight, f.type, f.content, l.created_at
FROM fragment_links l
JOIN fragments f ON f.id = CASE WHEN l.from_id = :id THEN l.to_id ELSE l.from_id END
WHERE (l.from_id = :id OR l.to_id = :id) AND l.deleted_at IS NULL AND {visible}
ORDER BY l.weight DESC, l.id;
