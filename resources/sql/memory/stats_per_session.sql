SELECT count(*) FROM fragments f
WHERE f.session_id IS NOT NULL AND f.created_at >= :since AND {visible} GROUP BY f.session_id ORDER BY count(*);
