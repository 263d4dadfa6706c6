-- Of each of the last sessions that judged a search: the share of its last judgements that were good.
WITH judged AS (
    SELECT t.session_id, t.relevant, t.created_at,
           row_number() OVER (PARTITION BY t.session_id ORDER BY t.created_at DESC, t.id DESC) AS place
    FROM tool_feedback t
    WHERE t.session_id IS NOT NULL AND t.tool_name IN ('recall', 'context') AND (:any_key OR t.key_id IS :own_key)),
sessions AS (
    SELECT avg(relevant) AS precision FROM judged WHERE place <= :at
    GROUP BY session_id ORDER BY max(created_at) DESC LIMIT :sessions)
SELECT avg(precision) AS precision, count(*) AS sessions FROM sessions;
