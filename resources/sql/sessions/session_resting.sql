-- Only what came over /mcp: a session of /sse lives as long as its stream.
SELECT id, key_id, client_name, client_version, protocol_version, transport, capabilities, workspace, mode, created_at,
       last_used_at, ended_at
FROM sessions
WHERE client_name = ?1 AND client_name <> '' AND key_id IS ?2 AND transport = 'http' AND ended_at IS NULL
  AND last_used_at >= ?3 AND last_used_at <= ?4
ORDER BY last_used_at DESC, created_at DESC
LIMIT 8;
