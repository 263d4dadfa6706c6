INSERT INTO fragment_terms (seq, analysis, terms) VALUES (?1, ?2, ?3)
ON CONFLICT (seq) DO UPDATE SET analysis = excluded.analysis, terms = excluded.terms;
