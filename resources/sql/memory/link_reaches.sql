-- Whether :to can be reached from :from along links of one relation as they point, over what the caller owns.
WITH RECURSIVE reached (seq) AS (
    SELECT seq FROM fragments WHERE id = :from
    UNION
    SELECT l.to_seq FROM reached r
    JOIN fragment_links l ON l.from_seq = r.seq
    JOIN fragments f ON f.seq = l.to_seq
    WHERE l.relation_type = :relation AND l.deleted_at IS NULL AND {owned}
)
SELECT count(*) FROM reached WHERE seq = (SELECT seq FROM fragments WHERE id = :to);
