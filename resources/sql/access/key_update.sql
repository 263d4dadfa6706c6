UPDATE api_keys
SET name = ?2, permissions = ?3, status = ?4, daily_limit = ?5, fragment_limit = ?6, default_workspace = ?7,
    allowed_workspaces = ?8, default_mode = ?9, symbolic_hard_gate = ?10, expires_at = ?11
WHERE id = ?1;
