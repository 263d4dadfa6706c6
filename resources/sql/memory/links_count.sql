SELECT count(*) FROM fragment_links l
JOIN fragments f ON f.id = CASE WHEN l.from_id = :id THEN l.to_id ELSE l.from_id END
WHERE (l.from_id = :id OR l.to_id = :id) AND l.deleted_at IS NULL AND {visible};
