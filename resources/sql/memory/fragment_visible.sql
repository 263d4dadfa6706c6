SELECT f.* FROM fragments f WHERE f.id = :id AND {visible};
