UPDATE api_keys SET last_used_at = max(ifnull(last_used_at, 0), ?2) WHERE id = ?1;
