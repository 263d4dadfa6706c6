UPDATE fragments AS f SET accessed_at = :now
WHERE f.seq IN (
    SELECT near.seq FROM (
        SELECT l.to_seq AS seq, l.weight FROM json_each(:seqs) s JOIN fragment_links l ON l.from_seq = s.value
        WHERE l.relation_type = 'co_retrieved' AND l.deleted_at IS NULL
        UNION ALL
        SELECT l.from_seq, l.weight FROM json_each(:seqs) s JOIN fragment_links l ON l.to_seq = s.value
        WHERE l.relation_type = 'co_retrieved' AND l.deleted_at IS NULL
    ) near
    ORDER BY near.weight DESC, near.seq LIMIT :limit)
  AND {owned};
