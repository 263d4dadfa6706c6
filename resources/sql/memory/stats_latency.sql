SELECT e.l1_us, e.l2_us, e.l3_us, e.latency_us FROM search_events e
WHERE e.search_path NOT LIKE 'Context:%' AND (:any_key OR e.key_id IS :own_key)
ORDER BY e.id DESC LIMIT :limit;
