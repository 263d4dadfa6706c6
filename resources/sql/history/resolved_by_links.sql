-- Those of the fragments given that a link says are resolved. "error resolved_by fix" is also stored the other way
-- round; then the error is the end that is one.
SELECT DISTINCT a.id
FROM fragments a
JOIN fragment_links l ON l.from_seq = a.seq OR l.to_seq = a.seq
JOIN fragments f ON f.seq = CASE WHEN l.from_seq = a.seq THEN l.to_seq ELSE l.from_seq END
WHERE a.id IN (SELECT value FROM json_each(:ids)) AND l.deleted_at IS NULL AND l.relation_type = 'resolved_by'
  AND CASE WHEN l.from_seq = a.seq THEN a.type = 'error' OR f.type <> 'error'
           ELSE a.type = 'error' AND f.type <> 'error' END
  AND {visible};
