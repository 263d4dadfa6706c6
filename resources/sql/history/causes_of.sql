-- One step from a fragment along causes and resolutions, in both directions, to what still holds.
SELECT f.*, l.from_id, l.to_id, l.relation_type
FROM fragment_links l
JOIN fragments f ON f.id = CASE WHEN l.from_id = :id THEN l.to_id ELSE l.from_id END
WHERE (l.from_id = :id OR l.to_id = :id) AND l.relation_type IN ('caused_by', 'resolved_by')
  AND l.deleted_at IS NULL AND f.valid_to IS NULL AND {visible}
ORDER BY f.importance DESC, f.seq, l.id;
