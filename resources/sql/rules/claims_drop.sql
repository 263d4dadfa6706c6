DELETE FROM fragment_claims WHERE fragment_id = ?1;
