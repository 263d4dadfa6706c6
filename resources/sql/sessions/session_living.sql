SELECT count(*) FROM sessions WHERE id = ?1 AND ended_at IS NULL AND last_used_at >= ?2;
