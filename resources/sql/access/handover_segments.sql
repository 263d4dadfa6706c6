UPDATE session_segments SET reflected_at = ifnull(reflected_at, ?2) WHERE key_id = ?1;
