-- What is remembered. Moments are milliseconds since 1970 (UTC), lists and objects JSON text.
CREATE TABLE meta (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

CREATE TABLE fragments (
    seq                 INTEGER PRIMARY KEY AUTOINCREMENT,
    id                  TEXT NOT NULL UNIQUE,
    content             TEXT NOT NULL,
    topic               TEXT NOT NULL,
    keywords            TEXT NOT NULL DEFAULT '[]',
    type                TEXT NOT NULL CHECK (type IN ('fact', 'decision', 'error', 'preference', 'procedure', 'relation', 'episode')),
    importance          REAL NOT NULL DEFAULT 0.5 CHECK (importance BETWEEN 0 AND 1),
    content_hash        TEXT NOT NULL,
    source              TEXT,
    agent_id            TEXT NOT NULL DEFAULT 'default',
    key_id              TEXT, -- NULL: the master key
    access_count        INTEGER NOT NULL DEFAULT 0,
    accessed_at         INTEGER,
    created_at          INTEGER NOT NULL,
    ttl_tier            TEXT NOT NULL DEFAULT 'warm' CHECK (ttl_tier IN ('short', 'hot', 'warm', 'cold', 'permanent')),
    estimated_tokens    INTEGER NOT NULL DEFAULT 0,
    utility_score       REAL NOT NULL DEFAULT 1.0,
    verified_at         INTEGER,
    is_anchor           INTEGER NOT NULL DEFAULT 0 CHECK (is_anchor IN (0, 1)),
    valid_from          INTEGER,
    valid_to            INTEGER, -- not NULL: superseded or expired
    last_decay_at       INTEGER,
    ema_activation      REAL NOT NULL DEFAULT 0,
    ema_last_updated    INTEGER,
    quality_verified    INTEGER CHECK (quality_verified IN (0, 1)),
    quality_rationale   TEXT,
    context_summary     TEXT,
    session_id          TEXT,
    workspace           TEXT, -- NULL: visible in every workspace
    workspace_source    TEXT NOT NULL DEFAULT 'unscoped' CHECK (workspace_source IN ('explicit', 'key_default', 'inferred', 'unscoped')),
    case_id             TEXT,
    goal                TEXT,
    outcome             TEXT,
    phase               TEXT,
    resolution_status   TEXT CHECK (resolution_status IN ('open', 'resolved', 'abandoned')),
    assertion_status    TEXT NOT NULL DEFAULT 'observed' CHECK (assertion_status IN ('observed', 'inferred', 'verified', 'rejected')),
    validation_warnings TEXT NOT NULL DEFAULT '[]',
    affect              TEXT NOT NULL DEFAULT 'neutral' CHECK (affect IN ('neutral', 'frustration', 'confidence', 'surprise', 'doubt', 'satisfaction')),
    idempotency_key     TEXT,
    deleted_at          INTEGER, -- not NULL: in the trash, which exists for nobody but the trash view
    deleted_by          TEXT
) STRICT;

-- One text once per owner, and one idempotency key once, among what is live.
CREATE UNIQUE INDEX fragments_once ON fragments
    (content_hash, ifnull(key_id, ''), ifnull(workspace, ''), agent_id)
    WHERE deleted_at IS NULL AND valid_to IS NULL;
CREATE UNIQUE INDEX fragments_by_idempotency ON fragments
    (idempotency_key, ifnull(key_id, ''))
    WHERE idempotency_key IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX fragments_by_topic ON fragments (topic, created_at DESC);
CREATE INDEX fragments_by_time ON fragments (created_at DESC, seq DESC);
CREATE INDEX fragments_by_session ON fragments (session_id, created_at) WHERE session_id IS NOT NULL;
CREATE INDEX fragments_by_case ON fragments (case_id, created_at) WHERE case_id IS NOT NULL;
CREATE INDEX fragments_by_key ON fragments (key_id) WHERE key_id IS NOT NULL;
CREATE INDEX fragments_in_trash ON fragments (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX fragments_anchored ON fragments (importance DESC) WHERE is_anchor = 1;
CREATE INDEX fragments_by_weight ON fragments (type, importance DESC, accessed_at DESC, seq DESC)
    WHERE valid_to IS NULL AND deleted_at IS NULL AND is_anchor = 0;
CREATE INDEX fragments_learned ON fragments (created_at DESC) WHERE source = 'learning_extraction';

CREATE TABLE fragment_links (
    id               INTEGER PRIMARY KEY AUTOINCREMENT,
    from_id          TEXT NOT NULL REFERENCES fragments (id) ON DELETE CASCADE,
    to_id            TEXT NOT NULL REFERENCES fragments (id) ON DELETE CASCADE,
    relation_type    TEXT NOT NULL CHECK (relation_type IN
        ('related', 'caused_by', 'resolved_by', 'part_of', 'contradicts', 'superseded_by', 'co_retrieved', 'temporal')),
    weight           REAL NOT NULL DEFAULT 1.0 CHECK (weight BETWEEN 0 AND 2),
    confidence       REAL NOT NULL DEFAULT 1.0,
    decay_rate       REAL NOT NULL DEFAULT 0.005,
    created_at       INTEGER NOT NULL,
    deleted_at       INTEGER,
    delete_reason    TEXT,
    quarantine_state TEXT CHECK (quarantine_state IN ('soft', 'released')),
    UNIQUE (from_id, to_id),
    CHECK (from_id <> to_id)
) STRICT;
CREATE INDEX fragment_links_to ON fragment_links (to_id);

-- What a fragment was before each change.
CREATE TABLE fragment_versions (
    id                INTEGER PRIMARY KEY AUTOINCREMENT,
    fragment_id       TEXT NOT NULL REFERENCES fragments (id) ON DELETE CASCADE,
    content           TEXT NOT NULL,
    topic             TEXT NOT NULL,
    keywords          TEXT NOT NULL,
    type              TEXT NOT NULL,
    importance        REAL NOT NULL,
    is_anchor         INTEGER NOT NULL,
    assertion_status  TEXT NOT NULL,
    resolution_status TEXT,
    outcome           TEXT,
    phase             TEXT,
    amended_at        INTEGER NOT NULL,
    amended_by        TEXT
) STRICT;
CREATE INDEX fragment_versions_of ON fragment_versions (fragment_id, id);

-- The analysed terms of each live fragment, from which the lexical index is rebuilt.
CREATE TABLE fragment_terms (
    seq      INTEGER PRIMARY KEY REFERENCES fragments (seq) ON DELETE CASCADE,
    analysis INTEGER NOT NULL, -- version of the analysis that wrote it
    terms    BLOB NOT NULL
) STRICT;

-- Vectors of one provider, model, dimension and version never meet those of another.
CREATE TABLE embedding_spaces (
    id        INTEGER PRIMARY KEY,
    provider  TEXT NOT NULL,
    model     TEXT NOT NULL,
    dimension INTEGER NOT NULL,
    version   TEXT NOT NULL,
    UNIQUE (provider, model, dimension, version)
) STRICT;
CREATE TABLE fragment_vectors (
    seq    INTEGER NOT NULL REFERENCES fragments (seq) ON DELETE CASCADE,
    space  INTEGER NOT NULL REFERENCES embedding_spaces (id) ON DELETE CASCADE,
    vector BLOB NOT NULL,
    PRIMARY KEY (seq, space)
) STRICT;

-- MCP sessions outlive a restart of the hub, so that agents need not notice one.
CREATE TABLE sessions (
    id               TEXT PRIMARY KEY,
    key_id           TEXT, -- NULL: the master key
    client_name      TEXT NOT NULL DEFAULT '',
    client_version   TEXT NOT NULL DEFAULT '',
    protocol_version TEXT NOT NULL,
    transport        TEXT NOT NULL DEFAULT 'http',
    capabilities     TEXT NOT NULL DEFAULT '{}',
    workspace        TEXT,
    mode             TEXT,
    created_at       INTEGER NOT NULL,
    last_used_at     INTEGER NOT NULL,
    ended_at         INTEGER
) STRICT;
CREATE INDEX sessions_by_use ON sessions (last_used_at);

-- Notes of one session (scope=session): gone with it.
CREATE TABLE working_memory (
    id               TEXT PRIMARY KEY,
    session_id       TEXT NOT NULL,
    key_id           TEXT,
    agent_id         TEXT NOT NULL DEFAULT 'default',
    content          TEXT NOT NULL,
    topic            TEXT NOT NULL,
    keywords         TEXT NOT NULL,
    type             TEXT NOT NULL,
    importance       REAL NOT NULL,
    estimated_tokens INTEGER NOT NULL,
    created_at       INTEGER NOT NULL
) STRICT;
CREATE INDEX working_memory_of ON working_memory (session_id, created_at);
