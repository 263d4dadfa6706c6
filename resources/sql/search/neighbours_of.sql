-- One hop from each of the fragments given, in both directions, the telling relations first. That two
-- were stored at about the same time tells nothing here, and is true of most.
SELECT near_seq, seq, relation_type, weight, outgoing
FROM (
    SELECT l.from_seq AS near_seq, l.to_seq AS seq, l.relation_type, l.weight, 1 AS outgoing, l.created_at
    FROM json_each(:seqs) s JOIN fragment_links l ON l.from_seq = s.value
    WHERE l.deleted_at IS NULL AND l.relation_type <> 'temporal'
    UNION ALL
    SELECT l.to_seq, l.from_seq, l.relation_type, l.weight, 0, l.created_at
    FROM json_each(:seqs) s JOIN fragment_links l ON l.to_seq = s.value
    WHERE l.deleted_at IS NULL AND l.relation_type <> 'temporal'
)
ORDER BY CASE relation_type WHEN 'resolved_by' THEN 0 WHEN 'caused_by' THEN 1 WHEN 'contradicts' THEN 2
                            WHEN 'part_of' THEN 3 WHEN 'superseded_by' THEN 4 WHEN 'related' THEN 5 ELSE 6 END,
         weight DESC, created_at, seq;
