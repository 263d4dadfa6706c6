INSERT INTO embedding_spaces (provider, model, dimension, version) VALUES (?1, ?2, ?3, ?4) RETURNING id;
