-- A session is judged once: what it says last counts.
DELETE FROM task_feedback WHERE session_id = ?1 AND key_id IS ?2;
