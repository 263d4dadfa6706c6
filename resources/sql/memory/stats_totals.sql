SELECT
    count(*) FILTER (WHERE f.valid_to IS NULL) AS total,
    count(*) FILTER (WHERE f.valid_to IS NOT NULL) AS superseded,
    count(*) FILTER (WHERE f.valid_to IS NULL AND f.is_anchor = 1) AS anchors,
    count(*) FILTER (WHERE f.created_at >= :today) AS stored_today
FROM fragments f WHERE {visible};
