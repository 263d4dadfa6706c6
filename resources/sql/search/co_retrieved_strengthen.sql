UPDATE fragment_links SET weight = min(2, weight + 1)
WHERE relation_type = 'co_retrieved' AND deleted_at IS NULL
  AND ((from_seq = ?1 AND to_seq = ?2) OR (from_seq = ?2 AND to_seq = ?1));
