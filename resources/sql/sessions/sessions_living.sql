-- Of every key.
SELECT id, key_id, client_name, client_version, protocol_version, transport, capabilities, workspace, mode, created_at,
       last_used_at, ended_at
FROM sessions
WHERE ended_at IS NULL AND last_used_at >= ?1
ORDER BY last_used_at DESC, created_at DESC, id;
