-- Whether ?2 can be reached from ?1 along links of relation ?3 as they point, over live fragments.
WITH RECURSIVE reached (id) AS (
    SELECT ?1
    UNION
    SELECT l.to_id FROM reached r
    JOIN fragment_links l ON l.from_id = r.id
    JOIN fragments f ON f.id = l.to_id
    WHERE l.relation_type = ?3 AND l.deleted_at IS NULL AND f.deleted_at IS NULL
)
SELECT count(*) FROM reached WHERE id = ?2;
