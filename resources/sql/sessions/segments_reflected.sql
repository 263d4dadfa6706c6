UPDATE session_segments SET reflected_at = ?3 WHERE (id = ?1 OR session_id = ?1) AND key_id IS ?2;
