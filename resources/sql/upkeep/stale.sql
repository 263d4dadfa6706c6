-- Longest unchecked first; how long is too long is as recall warns of it.
SELECT f.id, f.type, f.topic, f.content, ifnull(f.verified_at, f.created_at) AS verified_at
FROM fragments f
WHERE f.valid_to IS NULL AND {owned}
  AND ifnull(f.verified_at, f.created_at)
      < :now - :day * CASE f.type WHEN 'procedure' THEN 30 WHEN 'decision' THEN 90 ELSE 60 END
ORDER BY ifnull(f.verified_at, f.created_at), f.seq LIMIT :limit;
