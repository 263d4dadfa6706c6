-- Errors of the same session and topic that belong to no case yet join the session's own.
UPDATE fragments SET case_id = :session
WHERE session_id = :session AND topic = :topic AND type = 'error' AND case_id IS NULL
  AND key_id IS :key AND agent_id IN ('default', :agent) AND deleted_at IS NULL
RETURNING seq;
