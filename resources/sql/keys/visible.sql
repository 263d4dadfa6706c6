-- What a caller may read: the fragment `f` is live, belongs to the caller's key or
-- group (all of them for the master key), to the workspace asked for or to none,
-- and to the caller's agent or to everybody.
(f.deleted_at IS NULL
 AND (:any_key OR f.key_id IN (SELECT value FROM json_each(:readable_keys)))
 AND (:workspace IS NULL OR f.workspace IS NULL OR f.workspace = :workspace)
 AND (:any_agent OR f.agent_id IN ('default', :agent)))
