SELECT f.type, f.ttl_tier, count(*) AS count, avg(f.utility_score) AS avg_utility
FROM fragments f WHERE f.valid_to IS NULL AND {visible}
GROUP BY f.type, f.ttl_tier ORDER BY count(*) DESC, f.type, f.ttl_tier;
