UPDATE fragments SET
    content = ?2, topic = ?3, keywords = ?4, type = ?5, importance = ?6, content_hash = ?7, estimated_tokens = ?8,
    is_anchor = ?9, assertion_status = ?10, resolution_status = ?11, outcome = ?12, phase = ?13, ttl_tier = ?14,
    verified_at = ?15, accessed_at = ?16
WHERE seq = ?1;
