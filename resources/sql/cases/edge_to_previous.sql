-- The event came after the one before it in its case, as far as its owner sees.
INSERT INTO case_event_edges (from_event_id, to_event_id, edge_type)
SELECT :event, e.id, 'preceded_by' FROM case_events e
WHERE e.case_id = :case AND e.id < :event AND e.key_id IS :key AND e.agent_id IN ('default', :agent)
ORDER BY e.id DESC
LIMIT 1;
