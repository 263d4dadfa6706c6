SELECT f.seq, f.content FROM fragments f
WHERE f.deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM fragment_vectors v WHERE v.seq = f.seq AND v.space = ?1)
ORDER BY f.seq DESC;
