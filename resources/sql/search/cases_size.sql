SELECT f.case_id AS name, count(*) AS count FROM fragments f
WHERE f.case_id IN (SELECT value FROM json_each(:cases)) AND f.valid_to IS NULL AND {visible}
GROUP BY f.case_id;
