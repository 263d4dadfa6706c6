-- The telling relations of the fragments given, each with the fragment at its other end.
SELECT CASE WHEN l.from_seq = a.seq THEN a.id ELSE f.id END AS from_id,
       CASE WHEN l.from_seq = a.seq THEN f.id ELSE a.id END AS to_id, l.relation_type, f.*
FROM fragments a
JOIN fragment_links l ON l.from_seq = a.seq OR l.to_seq = a.seq
JOIN fragments f ON f.seq = CASE WHEN l.from_seq = a.seq THEN l.to_seq ELSE l.from_seq END
WHERE a.id IN (SELECT value FROM json_each(:ids)) AND l.deleted_at IS NULL
  AND l.relation_type IN ('caused_by', 'resolved_by', 'part_of', 'contradicts') AND {visible}
ORDER BY l.created_at, l.from_seq, l.to_seq, f.seq;
