-- Those of the fragments given whose error event is resolved by another event, whichever way the edge is stored.
SELECT DISTINCT own.source_fragment_id
FROM case_events own
JOIN case_event_edges x ON x.from_event_id = own.id OR x.to_event_id = own.id
JOIN (
    SELECT e.*, s.deleted_at FROM case_events e LEFT JOIN fragments s ON s.id = e.source_fragment_id
) f ON f.id = CASE WHEN x.from_event_id = own.id THEN x.to_event_id ELSE x.from_event_id END
WHERE own.source_fragment_id IN (SELECT value FROM json_each(:ids)) AND own.event_type = 'error_observed'
  AND x.edge_type = 'resolved_by' AND (x.from_event_id = own.id OR f.event_type <> 'error_observed')
  AND {visible};
