-- One hop from each of the fragments given, in both directions, the telling relations first. That two
-- were stored at about the same time tells nothing here, and is true of most. A link is settled when
-- one of its ends has been replaced or found wrong.
SELECT CASE WHEN l.from_id = a.id THEN l.from_id ELSE l.to_id END AS near_id, f.seq, f.id,
       l.relation_type, l.weight, f.content, l.from_id = a.id AS outgoing,
       (a.valid_to IS NOT NULL OR f.valid_to IS NOT NULL
        OR a.assertion_status = 'rejected' OR f.assertion_status = 'rejected') AS settled
FROM fragments a
JOIN fragment_links l ON l.from_id = a.id OR l.to_id = a.id
JOIN fragments f ON f.id = CASE WHEN l.from_id = a.id THEN l.to_id ELSE l.from_id END
WHERE a.seq IN (SELECT value FROM json_each(:seqs)) AND l.deleted_at IS NULL AND l.relation_type <> 'temporal'
  AND {visible}
ORDER BY CASE l.relation_type WHEN 'resolved_by' THEN 0 WHEN 'caused_by' THEN 1 WHEN 'contradicts' THEN 2
                              WHEN 'part_of' THEN 3 WHEN 'superseded_by' THEN 4 WHEN 'related' THEN 5 ELSE 6 END,
         l.weight DESC, l.id;
