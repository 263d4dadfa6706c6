-- Keywords of what was verified or rejected of late in one topic of the owner.
SELECT f.keywords FROM fragments f
WHERE f.topic = :topic AND f.created_at >= :since AND f.assertion_status IN ('verified', 'rejected')
  AND f.key_id IS :key AND f.agent_id IN ('default', :agent)
  AND (f.workspace IS NULL OR :workspace IS NULL OR f.workspace = :workspace)
  AND f.valid_to IS NULL AND f.deleted_at IS NULL
ORDER BY f.created_at DESC
LIMIT 10;
