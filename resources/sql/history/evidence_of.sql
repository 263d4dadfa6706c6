SELECT x.event_id, x.fragment_id, x.kind, x.confidence
FROM fragment_evidence x JOIN fragments f ON f.id = x.fragment_id
WHERE x.event_id IN (SELECT value FROM json_each(:event_ids)) AND {visible}
ORDER BY x.event_id, f.seq, x.kind;
