-- What may hold a text, newest first.
SELECT f.id, f.content, f.type, f.topic, f.case_id, f.session_id, f.resolution_status, f.importance, f.created_at,
       'fragment' AS source
FROM fragments f
WHERE (:type IS NULL OR f.type = :type)
  AND (:case_id IS NULL OR f.case_id = :case_id)
  AND (:session IS NULL OR {of_session})
  AND f.created_at >= :from AND f.created_at < :to
  AND instr(lower(f.topic), :topic_part) > 0 AND instr(lower(f.content), :content_part) > 0
  AND {visible}
ORDER BY f.created_at DESC, f.seq DESC;
