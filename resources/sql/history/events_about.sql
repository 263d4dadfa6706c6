-- Events that come from one of the fragments given, or may name what is asked for.
SELECT f.* FROM (
    SELECT e.*, s.deleted_at FROM case_events e LEFT JOIN fragments s ON s.id = e.source_fragment_id
) f
WHERE (f.source_fragment_id IN (SELECT value FROM json_each(:fragment_ids)) OR instr(lower(f.entities), :entity_part) > 0)
  AND f.created_at >= :from AND f.created_at < :to AND {visible}
ORDER BY f.created_at DESC, f.id DESC;
