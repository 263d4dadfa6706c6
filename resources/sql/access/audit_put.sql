INSERT INTO audit_trail (at, key_id, key_name, client, address, action, target, detail)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8);
