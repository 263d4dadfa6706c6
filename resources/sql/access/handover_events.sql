UPDATE case_events SET key_id = ?2 WHERE key_id = ?1;
