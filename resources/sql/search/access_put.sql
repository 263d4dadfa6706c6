UPDATE fragments SET access_count = access_count + 1, accessed_at = ?2 WHERE seq = ?1;
