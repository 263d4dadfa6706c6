-- Whoever owns it.
SELECT id, key_id, client_name, client_version, protocol_version, transport, capabilities, workspace, mode, created_at,
       last_used_at, ended_at
FROM sessions
WHERE id = ?1 AND ended_at IS NULL;
