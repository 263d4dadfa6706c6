DELETE FROM api_key_group_members WHERE group_id = ?1 AND key_id = ?2;
