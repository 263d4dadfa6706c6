-- Whether :to can be reached from :from along links of one relation as they point, over what the caller owns.
WITH RECURSIVE reached (id) AS (
    SELECT :from
    UNION
    SELECT l.to_id FROM reached r
    JOIN fragment_links l ON l.from_id = r.id
    JOIN fragments f ON f.id = l.to_id
    WHERE l.relation_type = :relation AND l.deleted_at IS NULL AND {owned}
)
SELECT count(*) FROM reached WHERE id = :to;
