-- One step from a fragment along causes and resolutions, in both directions, to what still holds.
SELECT f.*, CASE WHEN l.from_seq = a.seq THEN a.id ELSE f.id END AS from_id,
       CASE WHEN l.from_seq = a.seq THEN f.id ELSE a.id END AS to_id, l.relation_type
FROM fragments a
JOIN fragment_links l ON l.from_seq = a.seq OR l.to_seq = a.seq
JOIN fragments f ON f.seq = CASE WHEN l.from_seq = a.seq THEN l.to_seq ELSE l.from_seq END
WHERE a.id = :id AND l.relation_type IN ('caused_by', 'resolved_by')
  AND l.deleted_at IS NULL AND f.valid_to IS NULL AND {visible}
ORDER BY f.importance DESC, f.seq, l.created_at, l.from_seq;
