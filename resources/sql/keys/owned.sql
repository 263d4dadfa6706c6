-- What a caller may change: the fragment `f` is live and belongs to the caller's own
-- key (to anybody for the master key) and agent. A group may read, never write.
(f.deleted_at IS NULL
 AND (:any_key OR f.key_id = :own_key)
 AND (:any_agent OR f.agent_id IN ('default', :agent)))
