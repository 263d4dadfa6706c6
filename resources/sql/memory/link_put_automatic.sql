-- What somebody has said of two fragments, in whichever direction, stays as it is.
INSERT INTO fragment_links (from_id, to_id, relation_type, weight, created_at)
SELECT ?1, ?2, ?3, ?4, ?5
WHERE NOT EXISTS (SELECT 1 FROM fragment_links l WHERE l.from_id = ?2 AND l.to_id = ?1)
ON CONFLICT (from_id, to_id) DO NOTHING;
