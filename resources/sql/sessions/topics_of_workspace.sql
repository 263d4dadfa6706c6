SELECT DISTINCT f.topic FROM fragments f
WHERE f.workspace = :name AND f.valid_to IS NULL AND {visible}
ORDER BY f.topic;
