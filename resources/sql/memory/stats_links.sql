-- Links between two fragments that the caller may both read.
SELECT count(*) FROM fragment_links l
WHERE l.deleted_at IS NULL
  AND EXISTS (SELECT 1 FROM fragments f WHERE f.id = l.from_id AND {visible})
  AND EXISTS (SELECT 1 FROM fragments f WHERE f.id = l.to_id AND {visible});
