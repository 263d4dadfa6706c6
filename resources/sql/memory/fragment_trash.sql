UPDATE fragments SET deleted_at = ?2, deleted_by = ?3 WHERE seq = ?1;
