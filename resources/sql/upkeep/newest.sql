SELECT max(seq) FROM fragments;
