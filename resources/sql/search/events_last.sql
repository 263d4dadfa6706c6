-- Ids of events that are gone live on in the feedback about them.
SELECT max((SELECT ifnull(max(id), 0) FROM search_events),
           (SELECT ifnull(max(search_event_id), 0) FROM tool_feedback));
