SELECT m.key_id, g.id, g.name FROM api_key_group_members m JOIN api_key_groups g ON g.id = m.group_id
ORDER BY m.key_id, g.name;
