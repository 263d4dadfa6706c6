INSERT INTO api_keys (id, name, key_hash, key_prefix, kind, creator_id, permissions, status, daily_limit, fragment_limit,
                      default_workspace, allowed_workspaces, default_mode, symbolic_hard_gate, expires_at, created_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
ON CONFLICT (name) DO NOTHING;
