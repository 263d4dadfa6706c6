INSERT INTO fragment_claims (fragment_id, subject, predicate, object, polarity, rule_version)
VALUES (?1, ?2, ?3, ?4, ?5, ?6)
ON CONFLICT (fragment_id, subject, predicate) DO UPDATE SET
    object = excluded.object, polarity = excluded.polarity, rule_version = excluded.rule_version;
