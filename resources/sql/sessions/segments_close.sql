UPDATE session_segments SET closed_at = ?3 WHERE session_id = ?1 AND key_id IS ?2 AND closed_at IS NULL;
