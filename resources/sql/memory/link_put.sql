-- One relation per ordered pair: a second link replaces it and keeps the larger weight.
INSERT INTO fragment_links (from_id, to_id, relation_type, weight, created_at) VALUES (?1, ?2, ?3, ?4, ?5)
ON CONFLICT (from_id, to_id) DO UPDATE SET
    relation_type = excluded.relation_type, weight = max(weight, excluded.weight), deleted_at = NULL, delete_reason = NULL;
