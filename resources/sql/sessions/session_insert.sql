INSERT INTO sessions (id, key_id, client_name, client_version, protocol_version, transport, capabilities, workspace, mode,
                      created_at, last_used_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11);
