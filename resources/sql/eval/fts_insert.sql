INSERT INTO documents (grp, id, content) VALUES (?1, ?2, ?3)
