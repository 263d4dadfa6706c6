-- Both directions of one fragment's links, whose other end the caller may read.
SELECT f.id, l.relation_type, l.from_seq = a.seq AS outgoing, l.weight, f.type, f.content, l.created_at
FROM fragments a
JOIN fragment_links l ON l.from_seq = a.seq OR l.to_seq = a.seq
JOIN fragments f ON f.seq = CASE WHEN l.from_seq = a.seq THEN l.to_seq ELSE l.from_seq END
WHERE a.id = :id AND l.deleted_at IS NULL AND {visible}
ORDER BY l.weight DESC, l.created_at, f.seq;
