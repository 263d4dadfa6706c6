-- Lines stand in the order of time, so this reads no further than what it takes away.
DELETE FROM audit_trail
WHERE id < ifnull((SELECT id FROM audit_trail WHERE at >= ?1 ORDER BY id LIMIT 1),
                  (SELECT max(id) + 1 FROM audit_trail));
