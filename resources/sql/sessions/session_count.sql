SELECT count(*) FROM sessions WHERE ended_at IS NULL AND last_used_at >= ?1;
