SELECT j.value AS filter, count(*) AS count FROM search_events e, json_each(e.filters) j
WHERE e.created_at >= :since AND j.value <> 'cursor' AND (:any_key OR e.key_id IS :own_key)
GROUP BY j.value ORDER BY count(*) DESC, j.value;
