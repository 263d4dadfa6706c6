SELECT f.seq, f.id, f.content, f.topic, f.keywords, f.content_hash, f.importance, f.key_id, f.agent_id, f.workspace,
       f.session_id, f.case_id, f.created_at
FROM fragments f WHERE f.seq IN (SELECT value FROM json_each(:seqs)) AND {visible};
