-- First pages only: turning a page does not repeat the question.
SELECT e.key_id, e.keywords, e.created_at FROM search_events e
WHERE e.created_at >= ?1 AND e.keywords <> '[]'
  AND NOT EXISTS (SELECT 1 FROM json_each(e.filters) WHERE value = 'cursor')
ORDER BY e.created_at;
