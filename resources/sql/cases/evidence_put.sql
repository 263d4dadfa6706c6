INSERT INTO fragment_evidence (fragment_id, event_id, kind) VALUES (?1, ?2, 'produced_by');
