SELECT f.* FROM fragments f WHERE f.is_anchor = 1 AND f.valid_to IS NULL AND {visible}
ORDER BY f.importance DESC, f.seq DESC LIMIT :limit;
