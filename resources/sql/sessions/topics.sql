SELECT DISTINCT f.topic FROM fragments f WHERE f.valid_to IS NULL AND {visible} ORDER BY f.topic;
