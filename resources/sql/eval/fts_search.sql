SELECT id FROM documents WHERE documents MATCH ?1 AND grp = ?2 ORDER BY rank LIMIT ?3
