SELECT f.* FROM fragments f
WHERE f.topic = 'session_reflect' AND f.is_anchor = 0 AND f.valid_to IS NULL AND {visible}
ORDER BY f.created_at DESC, f.seq DESC LIMIT :limit;
