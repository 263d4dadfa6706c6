UPDATE fragments SET access_count = access_count + 1, accessed_at = ?2
WHERE seq IN (SELECT value FROM json_each(?1));
