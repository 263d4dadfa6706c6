SELECT content, topic, keywords FROM fragments WHERE seq = ?1;
