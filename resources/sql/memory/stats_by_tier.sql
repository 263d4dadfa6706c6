SELECT f.ttl_tier AS name, count(*) AS count
FROM fragments f WHERE f.valid_to IS NULL AND f.ttl_tier IS NOT NULL AND {visible}
GROUP BY f.ttl_tier ORDER BY count(*) DESC, f.ttl_tier LIMIT :limit;
