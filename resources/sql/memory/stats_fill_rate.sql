SELECT f.key_id, NULL AS key_name, count(*) AS total, count(f.workspace) AS with_workspace,
       CAST(count(f.workspace) AS REAL) / count(*) AS fill_rate
FROM fragments f WHERE f.valid_to IS NULL AND {visible} GROUP BY f.key_id ORDER BY count(*) DESC;
