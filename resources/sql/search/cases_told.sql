-- What the memories of each case say of its aim and its end, the latest word last.
SELECT f.case_id, f.goal, f.outcome, f.resolution_status FROM fragments f
WHERE f.case_id IN (SELECT value FROM json_each(:cases))
  AND (f.goal IS NOT NULL OR f.outcome IS NOT NULL OR f.resolution_status IS NOT NULL) AND {visible}
ORDER BY ifnull(f.verified_at, f.created_at), f.seq;
