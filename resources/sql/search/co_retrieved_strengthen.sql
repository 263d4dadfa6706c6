UPDATE fragment_links SET weight = min(2, weight + 1)
WHERE relation_type = 'co_retrieved' AND deleted_at IS NULL
  AND ((from_id = ?1 AND to_id = ?2) OR (from_id = ?2 AND to_id = ?1));
