DELETE FROM fragments WHERE seq = ?1;
