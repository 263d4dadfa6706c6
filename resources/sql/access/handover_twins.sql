-- What the heir has too: one text once per owner.
SELECT f.*, o.id AS twin_id
FROM fragments f JOIN fragments o
  ON o.content_hash = f.content_hash AND ifnull(o.key_id, '') = ifnull(?2, '')
 AND ifnull(o.workspace, '') = ifnull(f.workspace, '') AND o.agent_id = f.agent_id
 AND o.deleted_at IS NULL AND o.valid_to IS NULL
WHERE f.key_id = ?1 AND f.deleted_at IS NULL AND f.valid_to IS NULL;
