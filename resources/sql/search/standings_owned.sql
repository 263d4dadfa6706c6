SELECT f.seq, f.id, f.ema_activation, f.ema_last_updated, f.created_at FROM fragments f
WHERE f.seq IN (SELECT value FROM json_each(:seqs)) AND {owned};
