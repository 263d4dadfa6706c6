-- Who may read whose fragments: two keys that share a group.
SELECT DISTINCT m.key_id, p.key_id AS peer_id
FROM api_key_group_members m JOIN api_key_group_members p ON p.group_id = m.group_id AND p.key_id <> m.key_id
ORDER BY m.key_id, p.key_id;
