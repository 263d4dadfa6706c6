-- The owner filter for the trash view, whose fragments exist for nobody else.
SELECT f.* FROM fragments f
WHERE f.id = :id AND f.deleted_at IS NOT NULL AND (:any_key OR f.key_id = :own_key)
  AND (:any_agent OR f.agent_id IN ('default', :agent));
