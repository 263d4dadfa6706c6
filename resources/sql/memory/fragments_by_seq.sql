SELECT f.* FROM fragments f WHERE f.seq IN (SELECT value FROM json_each(:seqs)) AND {visible};
