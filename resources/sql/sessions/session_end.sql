UPDATE sessions SET ended_at = ?3 WHERE id = ?1 AND key_id IS ?2 AND ended_at IS NULL;
