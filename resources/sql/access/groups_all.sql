SELECT g.*, (SELECT count(*) FROM api_key_group_members m WHERE m.group_id = g.id) AS member_count
FROM api_key_groups g ORDER BY g.name;
