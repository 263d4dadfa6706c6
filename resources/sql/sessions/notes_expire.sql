DELETE FROM working_memory
WHERE created_at < ?1
  AND NOT EXISTS (
      SELECT 1 FROM sessions c
      WHERE c.ended_at IS NULL AND c.last_used_at >= ?2
        AND (c.id = working_memory.session_id
             OR c.id = substr(working_memory.session_id, 1, max(instr(working_memory.session_id, '#') - 1, 0))));
