-- What agents did with the memories: searches, feedback, tasks, cases, sessions, batches.

-- One search. Its id is handed out before the row is written, so that an answer need not wait for it.
CREATE TABLE search_events (
    id           INTEGER PRIMARY KEY,
    session_id   TEXT,
    key_id       TEXT, -- NULL: the master key
    search_path  TEXT NOT NULL,
    query_type   TEXT NOT NULL CHECK (query_type IN ('keywords', 'text', 'topic', 'mixed', 'browse')),
    keywords     TEXT NOT NULL DEFAULT '[]',
    filters      TEXT NOT NULL DEFAULT '[]', -- names of the filters in use
    result_count INTEGER NOT NULL,
    lexical      INTEGER NOT NULL DEFAULT 0, -- hits of each way of finding
    semantic     INTEGER NOT NULL DEFAULT 0,
    graph        INTEGER NOT NULL DEFAULT 0,
    labelled     INTEGER NOT NULL DEFAULT 0,
    latency_us   INTEGER NOT NULL DEFAULT 0,
    l1_us        INTEGER, -- time of each way of finding: labels, words, meaning; NULL: it was not taken
    l2_us        INTEGER,
    l3_us        INTEGER,
    created_at   INTEGER NOT NULL
) STRICT;
CREATE INDEX search_events_by_time ON search_events (created_at);
CREATE INDEX search_events_of_session ON search_events (session_id, created_at) WHERE session_id IS NOT NULL;
CREATE TABLE search_event_fragments (
    event_id    INTEGER NOT NULL REFERENCES search_events (id) ON DELETE CASCADE,
    rank        INTEGER NOT NULL,
    fragment_id TEXT NOT NULL,
    PRIMARY KEY (event_id, rank)
) STRICT, WITHOUT ROWID;

CREATE TABLE tool_feedback (
    id                 INTEGER PRIMARY KEY AUTOINCREMENT,
    tool_name          TEXT NOT NULL,
    relevant           INTEGER NOT NULL CHECK (relevant IN (0, 1)),
    sufficient         INTEGER NOT NULL CHECK (sufficient IN (0, 1)),
    suggestion         TEXT,
    context            TEXT,
    session_id         TEXT,
    trigger_type       TEXT NOT NULL DEFAULT 'voluntary' CHECK (trigger_type IN ('sampled', 'voluntary')),
    irrelevance_reason TEXT CHECK (irrelevance_reason IN ('not_stored', 'search_miss', 'scope_leak', 'topic_mismatch', 'other')),
    search_event_id    INTEGER,
    fragment_ids       TEXT NOT NULL DEFAULT '[]',
    key_id             TEXT,
    created_at         INTEGER NOT NULL
) STRICT;
CREATE INDEX tool_feedback_by_time ON tool_feedback (created_at);
CREATE INDEX tool_feedback_of_session ON tool_feedback (session_id, created_at) WHERE session_id IS NOT NULL;

CREATE TABLE task_feedback (
    id                 INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id         TEXT,
    key_id             TEXT,
    overall_success    INTEGER NOT NULL CHECK (overall_success IN (0, 1)),
    outcome            TEXT CHECK (outcome IN ('completed', 'partial', 'blocked', 'abandoned', 'unknown')),
    evaluator          TEXT CHECK (evaluator IN ('agent', 'automatic', 'human')),
    evidence           TEXT,
    unmet_requirements TEXT NOT NULL DEFAULT '[]',
    tool_highlights    TEXT NOT NULL DEFAULT '[]',
    tool_pain_points   TEXT NOT NULL DEFAULT '[]',
    created_at         INTEGER NOT NULL
) STRICT;
CREATE INDEX task_feedback_by_time ON task_feedback (created_at);

-- The course of a case: what happened, in order, and how one thing followed from another.
CREATE TABLE case_events (
    id                 INTEGER PRIMARY KEY AUTOINCREMENT,
    case_id            TEXT NOT NULL,
    session_id         TEXT,
    key_id             TEXT,
    agent_id           TEXT NOT NULL DEFAULT 'default',
    workspace          TEXT,
    event_type         TEXT NOT NULL CHECK (event_type IN
        ('milestone_reached', 'hypothesis_proposed', 'hypothesis_rejected', 'decision_committed', 'error_observed',
         'fix_attempted', 'verification_passed', 'verification_failed', 'case_closed')),
    summary            TEXT NOT NULL,
    entities           TEXT NOT NULL DEFAULT '[]',
    source_fragment_id TEXT REFERENCES fragments (id) ON DELETE CASCADE, -- its words go with it
    created_at         INTEGER NOT NULL
) STRICT;
CREATE INDEX case_events_of ON case_events (case_id, id);
CREATE INDEX case_errors_of ON case_events (case_id, id) WHERE event_type = 'error_observed';
CREATE INDEX case_events_from ON case_events (source_fragment_id) WHERE source_fragment_id IS NOT NULL;
CREATE TABLE case_event_edges (
    from_event_id INTEGER NOT NULL REFERENCES case_events (id) ON DELETE CASCADE,
    to_event_id   INTEGER NOT NULL REFERENCES case_events (id) ON DELETE CASCADE,
    edge_type     TEXT NOT NULL CHECK (edge_type IN ('caused_by', 'resolved_by', 'preceded_by', 'contradicts')),
    confidence    REAL NOT NULL DEFAULT 1.0,
    PRIMARY KEY (from_event_id, to_event_id, edge_type)
) STRICT, WITHOUT ROWID;
CREATE INDEX case_event_edges_to ON case_event_edges (to_event_id);
CREATE TABLE fragment_evidence (
    fragment_id TEXT NOT NULL REFERENCES fragments (id) ON DELETE CASCADE,
    event_id    INTEGER NOT NULL REFERENCES case_events (id) ON DELETE CASCADE,
    kind        TEXT NOT NULL CHECK (kind IN ('supports', 'contradicts', 'produced_by')),
    confidence  REAL NOT NULL DEFAULT 1.0,
    PRIMARY KEY (fragment_id, event_id, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX fragment_evidence_of ON fragment_evidence (event_id);

-- What a fragment asserts: subject, predicate, and whether it says yes or no.
CREATE TABLE fragment_claims (
    fragment_id  TEXT NOT NULL REFERENCES fragments (id) ON DELETE CASCADE,
    subject      TEXT NOT NULL,
    predicate    TEXT NOT NULL,
    object       TEXT NOT NULL DEFAULT '',
    polarity     TEXT NOT NULL CHECK (polarity IN ('positive', 'negative', 'uncertain')),
    confidence   REAL NOT NULL DEFAULT 1.0,
    rule_version TEXT NOT NULL,
    PRIMARY KEY (fragment_id, subject, predicate)
) STRICT, WITHOUT ROWID;
CREATE INDEX fragment_claims_about ON fragment_claims (subject, predicate);

-- What a store asks of those before it: how many are counted, and what is settled in its topic.
CREATE INDEX fragments_counted ON fragments (key_id) WHERE valid_to IS NULL AND deleted_at IS NULL;
CREATE INDEX fragments_asserted ON fragments (topic, created_at) WHERE assertion_status IN ('verified', 'rejected');

-- A stretch of work within one connection: `id` is "<session>#<number>". It outlives the connection.
CREATE TABLE session_segments (
    id           TEXT PRIMARY KEY,
    session_id   TEXT NOT NULL,
    number       INTEGER NOT NULL,
    key_id       TEXT,
    workspace    TEXT,
    started_at   INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL,
    tool_calls   TEXT NOT NULL DEFAULT '{}', -- calls of each tool
    keywords     TEXT NOT NULL DEFAULT '[]',
    fragment_ids TEXT NOT NULL DEFAULT '[]', -- stored in it
    hints_given  INTEGER NOT NULL DEFAULT 0, -- requests for feedback
    hinted_at    INTEGER,
    closed_at    INTEGER,
    reflected_at INTEGER,
    UNIQUE (session_id, number)
) STRICT;
CREATE INDEX session_segments_by_use ON session_segments (last_used_at);
CREATE INDEX session_segments_open ON session_segments (key_id, last_used_at) WHERE reflected_at IS NULL;

-- Batches that were accepted and are still to be stored; what is in here is never lost.
CREATE TABLE batch_jobs (
    id           TEXT PRIMARY KEY,
    key_id       TEXT,
    principal    TEXT NOT NULL, -- who asked, as far as storing needs to know
    state        TEXT NOT NULL CHECK (state IN ('queued', 'processing', 'completed', 'dead')),
    accepted     INTEGER NOT NULL,
    processed    INTEGER NOT NULL DEFAULT 0,
    failed       INTEGER NOT NULL DEFAULT 0,
    created_at   INTEGER NOT NULL,
    finished_at  INTEGER
) STRICT;
CREATE INDEX batch_jobs_open ON batch_jobs (created_at) WHERE state IN ('queued', 'processing');
CREATE TABLE batch_items (
    job_id      TEXT NOT NULL REFERENCES batch_jobs (id) ON DELETE CASCADE,
    number      INTEGER NOT NULL,
    request     TEXT NOT NULL,
    attempts    INTEGER NOT NULL DEFAULT 0,
    state       TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'stored', 'dead')),
    fragment_id TEXT,
    error       TEXT,
    PRIMARY KEY (job_id, number)
) STRICT, WITHOUT ROWID;
