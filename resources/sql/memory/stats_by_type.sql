SELECT f.type AS name, count(*) AS count
FROM fragments f WHERE f.valid_to IS NULL AND f.type IS NOT NULL AND {visible}
GROUP BY f.type ORDER BY count(*) DESC, f.type LIMIT :limit;
