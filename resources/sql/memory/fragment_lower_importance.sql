UPDATE fragments SET importance = ?2 WHERE seq = ?1 AND importance > ?2;
