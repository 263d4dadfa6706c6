UPDATE fragments AS f SET accessed_at = :now
WHERE f.id IN (
    SELECT CASE WHEN l.from_id = a.id THEN l.to_id ELSE l.from_id END
    FROM fragments a JOIN fragment_links l ON l.from_id = a.id OR l.to_id = a.id
    WHERE a.seq IN (SELECT value FROM json_each(:seqs)) AND l.relation_type = 'co_retrieved' AND l.deleted_at IS NULL
    ORDER BY l.weight DESC, l.id LIMIT :limit)
  AND {owned};
