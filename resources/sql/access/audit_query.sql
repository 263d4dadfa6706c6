SELECT * FROM audit_trail
WHERE (:before IS NULL OR id < :before) AND (:target IS NULL OR target = :target)
  AND (NOT :master_only OR key_id IS NULL) AND (:key IS NULL OR key_id = :key)
  AND (:client IS NULL OR client = :client) AND (:address IS NULL OR address = :address)
  AND (:action IS NULL OR action = :action) AND (:since IS NULL OR at >= :since) AND (:until IS NULL OR at < :until)
ORDER BY id DESC
LIMIT :limit;
