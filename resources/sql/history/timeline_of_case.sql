SELECT f.* FROM fragments f
WHERE f.case_id = :case_id AND f.created_at >= :from AND f.created_at < :to AND {visible}
ORDER BY f.created_at DESC, f.seq DESC;
