DELETE FROM fragment_terms WHERE seq = ?1;
