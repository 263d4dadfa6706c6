DELETE FROM case_events WHERE source_fragment_id IN (
    SELECT id FROM fragments WHERE seq IN (SELECT value FROM json_each(?1)));
