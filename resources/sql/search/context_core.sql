SELECT f.* FROM fragments f
WHERE f.type = :type AND f.is_anchor = 0 AND f.valid_to IS NULL AND f.importance >= :least AND {visible}
ORDER BY f.importance DESC, f.accessed_at DESC, f.seq DESC LIMIT :limit;
