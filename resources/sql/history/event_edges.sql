SELECT from_event_id AS "from", to_event_id AS "to", edge_type, confidence FROM case_event_edges
WHERE from_event_id IN (SELECT value FROM json_each(?1)) AND to_event_id IN (SELECT value FROM json_each(?1))
ORDER BY from_event_id, to_event_id, edge_type;
