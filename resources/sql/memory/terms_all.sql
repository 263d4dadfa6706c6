SELECT f.seq, f.id, f.created_at, f.valid_to, f.key_id, f.workspace, f.agent_id, f.topic, f.session_id, f.case_id,
       f.importance, f.ema_activation, f.type, f.is_anchor, t.analysis, t.terms
FROM fragments f LEFT JOIN fragment_terms t ON t.seq = f.seq
WHERE f.deleted_at IS NULL
ORDER BY f.seq;
