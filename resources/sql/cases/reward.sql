-- How a case went, told to its memories; an anchor keeps what it was given.
UPDATE fragments SET
    importance = min(1, max(0, importance + :importance)),
    ema_activation = min(1, max(0, ema_activation + :activation)),
    quality_verified = CASE WHEN :verified THEN 1 ELSE quality_verified END
WHERE case_id = :case AND key_id IS :key AND agent_id IN ('default', :agent)
  AND is_anchor = 0 AND valid_to IS NULL AND deleted_at IS NULL
  AND (:whole_case OR EXISTS (SELECT 1 FROM fragment_evidence v WHERE v.fragment_id = fragments.id))
RETURNING seq, importance, ema_activation;
