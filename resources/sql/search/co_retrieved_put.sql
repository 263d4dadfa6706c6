-- Only where nothing links the two yet: a relation that somebody has set says more.
INSERT INTO fragment_links (from_seq, to_seq, relation_type, weight, created_at)
SELECT ?1, ?2, 'co_retrieved', 1, ?3
WHERE NOT EXISTS (SELECT 1 FROM fragment_links
                  WHERE (from_seq = ?1 AND to_seq = ?2) OR (from_seq = ?2 AND to_seq = ?1));
