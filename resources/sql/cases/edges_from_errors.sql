-- A fix is what the errors of its case that are still open are resolved by: an error is
-- unresolved as long as no such edge leaves it.
INSERT INTO case_event_edges (from_event_id, to_event_id, edge_type)
SELECT e.id, :event, 'resolved_by' FROM case_events e
WHERE e.case_id = :case AND e.event_type = 'error_observed' AND e.id < :event
  AND e.key_id IS :key AND e.agent_id IN ('default', :agent)
  AND (:topic IS NULL OR EXISTS (SELECT 1 FROM fragments f WHERE f.id = e.source_fragment_id AND f.topic = :topic))
  AND NOT EXISTS (SELECT 1 FROM case_event_edges d WHERE d.from_event_id = e.id AND d.edge_type = 'resolved_by');
