SELECT f.workspace, count(*) AS count FROM fragments f
WHERE f.valid_to IS NULL AND f.workspace IS NOT NULL AND {visible}
GROUP BY f.workspace ORDER BY count(*) DESC, f.workspace LIMIT :limit;
