SELECT f.created_at FROM fragments f WHERE f.created_at >= :since AND {visible};
