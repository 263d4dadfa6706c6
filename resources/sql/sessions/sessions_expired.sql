SELECT id FROM sessions WHERE ended_at IS NULL AND last_used_at < ?1 ORDER BY last_used_at;
