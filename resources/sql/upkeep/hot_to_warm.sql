UPDATE fragments SET ttl_tier = 'warm' WHERE seq IN (
    SELECT f.seq FROM fragments f
    WHERE f.seq > :after AND f.seq <= :until AND f.ttl_tier = 'hot' AND f.is_anchor = 0
      AND ifnull(f.accessed_at, f.created_at) < :before AND {owned});
