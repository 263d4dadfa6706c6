-- What may hold a text, newest first. A session's segments are called "<session>#<number>"; '$' comes after '#'.
SELECT f.id, f.content, f.type, f.topic, f.case_id, f.session_id, f.resolution_status, f.importance, f.created_at,
       'fragment' AS source
FROM fragments f
WHERE (:type IS NULL OR f.type = :type)
  AND (:case_id IS NULL OR f.case_id = :case_id)
  AND (:session_id IS NULL OR f.session_id = :session_id
       OR (f.session_id >= :session_id || '#' AND f.session_id < :session_id || '$'))
  AND f.created_at >= :from AND f.created_at < :to
  AND instr(lower(f.topic), :topic_part) > 0 AND instr(lower(f.content), :content_part) > 0
  AND {visible}
ORDER BY f.created_at DESC, f.seq DESC;
