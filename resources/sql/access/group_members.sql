SELECT k.id, k.name, k.key_prefix, k.status, m.joined_at
FROM api_key_group_members m JOIN api_keys k ON k.id = m.key_id
WHERE m.group_id = ?1 ORDER BY m.joined_at, k.name;
