SELECT f.topic AS name, count(*) AS count
FROM fragments f WHERE f.valid_to IS NULL AND f.topic IS NOT NULL AND {visible}
GROUP BY f.topic ORDER BY count(*) DESC, f.topic LIMIT :limit;
