INSERT INTO search_event_fragments (event_id, rank, fragment_id) VALUES (?1, ?2, ?3);
