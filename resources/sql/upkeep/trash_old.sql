-- The owner's own, as {owned} says it of what is live.
SELECT f.seq FROM fragments f
WHERE f.deleted_at < :before AND (:any_key OR f.key_id = :own_key) AND (:any_agent OR f.agent_id IN ('default', :agent))
ORDER BY f.deleted_at LIMIT :limit;
