-- An event is as its source: forgotten with it, and unfiltered by it when it has none.
SELECT f.* FROM (
    SELECT e.*, s.deleted_at FROM case_events e LEFT JOIN fragments s ON s.id = e.source_fragment_id
) f
WHERE f.case_id = :case_id AND f.created_at >= :from AND f.created_at < :to AND {visible}
ORDER BY f.created_at DESC, f.id DESC;
