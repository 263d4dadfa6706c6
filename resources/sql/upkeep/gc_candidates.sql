-- What is kept for nothing: hardly of use, never asked for, or long settled. Only counted.
SELECT f.type AS name, count(*) AS count
FROM fragments f
WHERE f.ttl_tier <> 'permanent' AND f.is_anchor = 0 AND f.created_at < :now - 7 * :day AND {owned}
  AND ((f.utility_score < 0.15 AND ifnull(f.accessed_at, f.created_at) < :now - 60 * :day)
    OR (f.type IN ('fact', 'decision') AND f.importance < 0.2 AND f.access_count = 0 AND f.created_at < :now - 30 * :day
        AND NOT EXISTS (SELECT 1 FROM fragment_links l WHERE l.deleted_at IS NULL AND (l.from_seq = f.seq OR l.to_seq = f.seq)))
    OR (f.importance < 0.1 AND ifnull(f.accessed_at, f.created_at) < :now - 90 * :day AND f.created_at < :now - 90 * :day
        AND (SELECT count(*) FROM fragment_links l WHERE l.deleted_at IS NULL AND (l.from_seq = f.seq OR l.to_seq = f.seq)) < 2)
    OR (f.type = 'error' AND f.content LIKE '[해결됨]%' AND f.created_at < :now - 30 * :day AND f.importance < 0.3))
GROUP BY f.type ORDER BY f.type;
