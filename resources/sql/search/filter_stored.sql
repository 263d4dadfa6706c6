SELECT f.seq FROM fragments f
WHERE (:resolution IS NULL OR f.resolution_status = :resolution)
  AND (:phase IS NULL OR f.phase = :phase)
  AND (:any_affect OR f.affect IN (SELECT value FROM json_each(:affects)))
  AND {visible};
