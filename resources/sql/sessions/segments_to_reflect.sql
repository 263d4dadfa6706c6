-- Sessions of the caller's own key, other than the one that asks, in which memories
-- were stored that no reflection has drawn together.
SELECT count(DISTINCT session_id) FROM session_segments
WHERE key_id IS ?1 AND session_id <> ?2 AND reflected_at IS NULL AND fragment_ids <> '[]'
  AND (closed_at IS NOT NULL OR last_used_at < ?3);
