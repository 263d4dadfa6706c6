-- Which agents have used the master key. The command line is none.
SELECT client_name AS client, count(*) AS sessions, max(last_used_at) AS last_used_at FROM sessions
WHERE key_id IS NULL AND client_name NOT IN ('', 'anchorhold-cli') GROUP BY client_name ORDER BY max(last_used_at) DESC;
