-- A superseded memory counts half of what it did, but never nothing.
UPDATE fragments SET valid_to = ?2, importance = max(0.05, importance * 0.5) WHERE seq = ?1;
