-- What may have the thing in its topic or keywords.
SELECT f.* FROM fragments f
WHERE (instr(lower(f.topic), :entity_part) > 0 OR instr(lower(f.keywords), :entity_part) > 0)
  AND f.created_at >= :from AND f.created_at < :to AND {visible}
ORDER BY f.created_at DESC, f.seq DESC;
