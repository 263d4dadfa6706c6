UPDATE sessions
SET client_name = ?3, client_version = ?4, protocol_version = ?5, capabilities = ?6, last_used_at = max(last_used_at, ?7),
    mode = ?8
WHERE id = ?1 AND key_id IS ?2 AND ended_at IS NULL;
