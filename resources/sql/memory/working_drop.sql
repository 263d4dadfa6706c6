DELETE FROM working_memory WHERE id = ?1;
