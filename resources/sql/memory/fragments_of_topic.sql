SELECT f.* FROM fragments f WHERE f.topic = :topic AND {owned} ORDER BY f.seq;
