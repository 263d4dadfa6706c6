-- Links by the numbers of the fragments, not by their long ids: less than half as large, and the links of a new
-- fragment lie together, so that storing and following them touches few pages.
ALTER TABLE fragment_links RENAME TO links_by_id;
CREATE TABLE fragment_links (
    from_seq         INTEGER NOT NULL REFERENCES fragments (seq) ON DELETE CASCADE,
    to_seq           INTEGER NOT NULL REFERENCES fragments (seq) ON DELETE CASCADE,
    relation_type    TEXT NOT NULL CHECK (relation_type IN
        ('related', 'caused_by', 'resolved_by', 'part_of', 'contradicts', 'superseded_by', 'co_retrieved', 'temporal')),
    weight           REAL NOT NULL DEFAULT 1.0 CHECK (weight BETWEEN 0 AND 2),
    confidence       REAL NOT NULL DEFAULT 1.0,
    decay_rate       REAL, -- NULL: the usual one
    created_at       INTEGER NOT NULL,
    deleted_at       INTEGER,
    delete_reason    TEXT,
    quarantine_state TEXT CHECK (quarantine_state IN ('soft', 'released')),
    PRIMARY KEY (from_seq, to_seq),
    CHECK (from_seq <> to_seq)
) STRICT, WITHOUT ROWID;
INSERT INTO fragment_links (from_seq, to_seq, relation_type, weight, confidence, decay_rate, created_at, deleted_at,
                            delete_reason, quarantine_state)
SELECT a.seq, b.seq, l.relation_type, l.weight, l.confidence, nullif(l.decay_rate, 0.005), l.created_at, l.deleted_at,
       l.delete_reason, l.quarantine_state
FROM links_by_id l JOIN fragments a ON a.id = l.from_id JOIN fragments b ON b.id = l.to_id;
DROP TABLE links_by_id;
CREATE INDEX fragment_links_to ON fragment_links (to_seq);

-- How many fragments an owner has, answered by the index alone. Over an expression, so that no other question is
-- answered by it: as an index of key_id it was taken for looking up one text among all that the owner has.
DROP INDEX fragments_counted;
CREATE INDEX fragments_counted ON fragments (ifnull(key_id, ''), key_id, valid_to, deleted_at)
    WHERE valid_to IS NULL AND deleted_at IS NULL;
