INSERT INTO fragment_vectors (seq, space, vector)
SELECT f.seq, ?2, ?3 FROM fragments f WHERE f.seq = ?1 AND f.deleted_at IS NULL
ON CONFLICT (seq, space) DO UPDATE SET vector = excluded.vector;
