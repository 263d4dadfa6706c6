-- What the session stored just before and just after a moment, nearest first on either side.
SELECT * FROM (
    SELECT f.seq, f.id, f.content, f.type, f.created_at FROM fragments f
    WHERE f.session_id = :session AND (f.created_at, f.seq) < (:created, :seq) AND f.valid_to IS NULL AND {visible}
    ORDER BY f.created_at DESC, f.seq DESC LIMIT :limit)
UNION ALL
SELECT * FROM (
    SELECT f.seq, f.id, f.content, f.type, f.created_at FROM fragments f
    WHERE f.session_id = :session AND (f.created_at, f.seq) > (:created, :seq) AND f.valid_to IS NULL AND {visible}
    ORDER BY f.created_at, f.seq LIMIT :limit);
