-- The last events of each case, in their order: those that the caller may read, and none of a memory in the trash.
SELECT case_id, event_type, summary FROM (
    SELECT f.id, f.case_id, f.event_type, f.summary,
           row_number() OVER (PARTITION BY f.case_id ORDER BY f.id DESC) AS place
    FROM (SELECT e.*, s.deleted_at FROM case_events e LEFT JOIN fragments s ON s.id = e.source_fragment_id
          WHERE e.case_id IN (SELECT value FROM json_each(:cases))) f
    WHERE {visible})
WHERE place <= :limit ORDER BY id;
