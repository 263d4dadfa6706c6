DELETE FROM fragments WHERE deleted_at IS NOT NULL AND seq IN (SELECT value FROM json_each(?1));
