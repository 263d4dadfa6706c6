SELECT count(*) FROM fragments f WHERE f.deleted_at IS NOT NULL AND (:any_key OR f.key_id = :own_key)
  AND (:any_agent OR f.agent_id IN ('default', :agent));
