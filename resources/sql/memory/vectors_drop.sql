DELETE FROM fragment_vectors WHERE seq = ?1;
