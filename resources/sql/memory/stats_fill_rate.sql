SELECT f.key_id, CASE WHEN f.key_id IS NULL THEN 'master' ELSE k.name END AS key_name, count(*) AS total,
       count(f.workspace) AS with_workspace, CAST(count(f.workspace) AS REAL) / count(*) AS fill_rate
FROM fragments f LEFT JOIN api_keys k ON k.id = f.key_id
WHERE f.valid_to IS NULL AND {visible} GROUP BY f.key_id ORDER BY count(*) DESC;
