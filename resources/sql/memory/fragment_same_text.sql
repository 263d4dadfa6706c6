-- A live fragment with this text that the caller would find anyway: of the same key,
-- in the same workspace or in none, of the same agent or of everybody.
SELECT f.* FROM fragments f
WHERE f.content_hash = ?1 AND f.key_id IS ?2 AND (f.workspace IS ?3 OR f.workspace IS NULL)
  AND f.agent_id IN (?4, 'default') AND f.deleted_at IS NULL AND f.valid_to IS NULL
ORDER BY f.workspace IS NULL, f.seq
LIMIT 1;
