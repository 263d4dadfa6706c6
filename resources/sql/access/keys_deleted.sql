SELECT id FROM deleted_keys;
