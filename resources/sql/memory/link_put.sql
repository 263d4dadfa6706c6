-- One relation per ordered pair: a second link replaces it and keeps the larger weight.
INSERT INTO fragment_links (from_seq, to_seq, relation_type, weight, created_at)
SELECT a.seq, b.seq, ?3, ?4, ?5 FROM fragments a, fragments b WHERE a.id = ?1 AND b.id = ?2
ON CONFLICT (from_seq, to_seq) DO UPDATE SET
    relation_type = excluded.relation_type, weight = max(weight, excluded.weight), deleted_at = NULL, delete_reason = NULL;
