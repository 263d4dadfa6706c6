SELECT f.* FROM fragments f
WHERE {of_session} AND f.key_id IS :own_key AND f.valid_to IS NULL
  AND ifnull(f.source, '') NOT IN ('reflect', 'auto_reflect', 'learning_extraction') AND {owned}
ORDER BY f.created_at, f.seq
LIMIT 500;
