-- One hop from each of the fragments given, in both directions, the telling relations first.
SELECT CASE WHEN l.from_id = a.id THEN l.from_id ELSE l.to_id END AS near_id, f.seq, f.id,
       l.relation_type, l.weight, f.content
FROM fragments a
JOIN fragment_links l ON l.from_id = a.id OR l.to_id = a.id
JOIN fragments f ON f.id = CASE WHEN l.from_id = a.id THEN l.to_id ELSE l.from_id END
WHERE a.seq IN (SELECT value FROM json_each(:seqs)) AND l.deleted_at IS NULL
  AND (:relation IS NULL OR l.relation_type = :relation) AND {visible}
ORDER BY CASE l.relation_type WHEN 'resolved_by' THEN 0 WHEN 'caused_by' THEN 1 WHEN 'contradicts' THEN 2
                              WHEN 'part_of' THEN 3 WHEN 'superseded_by' THEN 4 WHEN 'related' THEN 5 ELSE 6 END,
         l.weight DESC, l.id;
