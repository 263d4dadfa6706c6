-- What somebody has said of two fragments, in whichever direction, stays as it is.
INSERT INTO fragment_links (from_seq, to_seq, relation_type, weight, created_at)
SELECT ?1, ?2, ?3, ?4, ?5
WHERE NOT EXISTS (SELECT 1 FROM fragment_links l WHERE l.from_seq = ?2 AND l.to_seq = ?1)
ON CONFLICT (from_seq, to_seq) DO NOTHING;
