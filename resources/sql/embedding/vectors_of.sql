SELECT v.seq, v.vector FROM fragment_vectors v JOIN fragments f ON f.seq = v.seq WHERE v.space = ?1 AND f.deleted_at IS NULL;
