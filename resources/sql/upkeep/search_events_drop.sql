DELETE FROM search_events WHERE id IN (
    SELECT f.id FROM (SELECT id, created_at, key_id, 'default' AS agent_id, NULL AS deleted_at FROM search_events) f
    WHERE f.created_at < :before AND {owned} ORDER BY f.created_at LIMIT :limit);
