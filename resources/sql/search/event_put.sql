INSERT INTO search_events (id, session_id, key_id, search_path, query_type, keywords, filters, result_count,
                           lexical, semantic, graph, labelled, latency_us, l1_us, l2_us, l3_us, created_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17);
