UPDATE fragments SET importance = min(importance, ?2) WHERE seq = ?1;
