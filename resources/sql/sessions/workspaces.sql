SELECT DISTINCT f.workspace FROM fragments f
WHERE f.workspace IS NOT NULL AND f.valid_to IS NULL AND {visible}
ORDER BY f.workspace;
