-- Links between two fragments that the caller may both read.
SELECT count(*) FROM fragment_links l
WHERE l.deleted_at IS NULL
  AND EXISTS (SELECT 1 FROM fragments f WHERE f.seq = l.from_seq AND {visible})
  AND EXISTS (SELECT 1 FROM fragments f WHERE f.seq = l.to_seq AND {visible});
