INSERT INTO deleted_keys (id, name, heir_id, deleted_at) VALUES (?1, ?2, ?3, ?4);
