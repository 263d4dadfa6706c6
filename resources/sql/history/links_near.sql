-- The telling relations of the fragments given, each with the fragment at its other end.
SELECT l.from_id, l.to_id, l.relation_type, f.*
FROM fragments a
JOIN fragment_links l ON l.from_id = a.id OR l.to_id = a.id
JOIN fragments f ON f.id = CASE WHEN l.from_id = a.id THEN l.to_id ELSE l.from_id END
WHERE a.id IN (SELECT value FROM json_each(:ids)) AND l.deleted_at IS NULL
  AND l.relation_type IN ('caused_by', 'resolved_by', 'part_of', 'contradicts') AND {visible}
ORDER BY l.id, f.seq;
