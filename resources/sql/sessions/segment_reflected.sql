INSERT INTO session_segments (id, session_id, number, key_id, workspace, started_at, last_used_at, reflected_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?6)
ON CONFLICT (id) DO UPDATE SET reflected_at = excluded.reflected_at WHERE key_id IS excluded.key_id;
