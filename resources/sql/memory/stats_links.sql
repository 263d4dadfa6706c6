SELECT count(*) FROM fragment_links l JOIN fragments f ON f.id = l.from_id WHERE l.deleted_at IS NULL AND {visible};
