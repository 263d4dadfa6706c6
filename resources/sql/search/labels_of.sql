SELECT seq, keywords FROM fragments WHERE seq IN (SELECT value FROM json_each(?1));
