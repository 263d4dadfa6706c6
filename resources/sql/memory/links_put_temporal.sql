-- The last five of the same topic and owner within a day, the nearer the stronger.
INSERT INTO fragment_links (from_seq, to_seq, relation_type, weight, created_at)
SELECT :seq, near.seq, 'temporal', max(0.3, 1 - (:now - near.created_at) / 86400000.0), :now
FROM (
    SELECT f.seq, f.created_at FROM fragments f
    WHERE f.topic = :topic AND f.created_at >= :now - 86400000 AND f.seq <> :seq
      AND f.key_id IS :key AND f.agent_id IN ('default', :agent)
      AND (f.workspace IS NULL OR :workspace IS NULL OR f.workspace = :workspace)
      AND f.valid_to IS NULL AND f.deleted_at IS NULL
    ORDER BY f.created_at DESC, f.seq DESC
    LIMIT 5
) near
WHERE NOT EXISTS (SELECT 1 FROM fragment_links l WHERE l.from_seq = near.seq AND l.to_seq = :seq)
ON CONFLICT (from_seq, to_seq) DO NOTHING;
