UPDATE fragments SET ttl_tier = 'cold' WHERE seq IN (
    SELECT f.seq FROM fragments f
    WHERE f.seq > :after AND f.seq <= :until AND f.ttl_tier = 'warm' AND f.is_anchor = 0
      AND (f.importance < 0.3 OR ifnull(f.accessed_at, f.created_at) < :before) AND {owned});
