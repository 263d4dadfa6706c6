DELETE FROM search_events WHERE id IN (
    SELECT id FROM search_events WHERE created_at < ?1 ORDER BY created_at LIMIT ?2);
