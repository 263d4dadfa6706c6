-- What the owner's other memories say of the same thing with the other polarity.
SELECT c.object FROM fragment_claims c JOIN fragments f ON f.id = c.fragment_id
WHERE c.subject = :subject AND c.predicate = :predicate AND c.polarity = :polarity
  AND f.key_id IS :key AND f.agent_id IN ('default', :agent) AND f.id <> :id
  AND (f.workspace IS NULL OR :workspace IS NULL OR f.workspace = :workspace)
  AND f.assertion_status <> 'rejected' AND f.valid_to IS NULL AND f.deleted_at IS NULL
ORDER BY f.seq DESC
LIMIT 50;
