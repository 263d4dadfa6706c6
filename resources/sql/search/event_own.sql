SELECT count(*) FROM search_events WHERE id = ?1 AND key_id IS ?2;
