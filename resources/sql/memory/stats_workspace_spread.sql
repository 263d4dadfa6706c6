SELECT count(*) FILTER (WHERE f.workspace IS NULL) AS null_count, count(DISTINCT f.workspace) AS distinct_count
FROM fragments f WHERE f.valid_to IS NULL AND {visible};
