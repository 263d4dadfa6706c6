UPDATE fragments SET deleted_at = NULL, deleted_by = NULL WHERE seq = ?1;
