SELECT g.*, (SELECT count(*) FROM api_key_group_members m WHERE m.group_id = g.id) AS member_count
FROM api_key_groups g WHERE g.id = ?1 OR g.name = ?1 ORDER BY g.id = ?1 DESC LIMIT 1;
