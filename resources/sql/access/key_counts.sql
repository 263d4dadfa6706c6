-- How many live memories each key has; the master key's stand under ''.
SELECT ifnull(key_id, '') AS id, count(*) AS number FROM fragments
WHERE valid_to IS NULL AND deleted_at IS NULL GROUP BY ifnull(key_id, '');
