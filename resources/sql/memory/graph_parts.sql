-- What makes up the knowledge graph: one case, told from other memories by the source.
SELECT f.* FROM fragments f
WHERE f.case_id = 'knowledge-graph' AND f.source LIKE 'knowledge-graph:%' AND f.valid_to IS NULL AND {visible}
ORDER BY f.seq;
