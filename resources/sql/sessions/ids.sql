SELECT f.id FROM fragments f
WHERE f.id >= :start AND f.id < :start || char(1114111) AND f.valid_to IS NULL AND {visible}
ORDER BY f.created_at DESC, f.seq DESC LIMIT :most;
