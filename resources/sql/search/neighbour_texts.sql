-- What is shown of a linked fragment. It is settled when it has been replaced or found wrong.
SELECT f.seq, f.id, f.content, (f.valid_to IS NOT NULL OR f.assertion_status = 'rejected') AS settled
FROM fragments f
WHERE f.seq IN (SELECT value FROM json_each(:seqs)) AND {visible};
