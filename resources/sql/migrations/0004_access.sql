-- Who may call: keys, the groups that read together, how much each has called, and what each has done.
CREATE TABLE api_keys (
    id                 TEXT PRIMARY KEY,
    name               TEXT NOT NULL UNIQUE,
    key_hash           TEXT NOT NULL UNIQUE, -- SHA-256 of the secret, which is kept nowhere
    key_prefix         TEXT NOT NULL,
    kind               TEXT NOT NULL DEFAULT 'agent' CHECK (kind IN ('agent', 'personal', 'workspace')),
    creator_id         TEXT REFERENCES api_keys (id) ON DELETE SET NULL, -- NULL: the master key
    permissions        TEXT NOT NULL,
    status             TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'inactive')),
    daily_limit        INTEGER CHECK (daily_limit > 0), -- calls; NULL: no limit
    fragment_limit     INTEGER CHECK (fragment_limit >= 0), -- NULL: no limit
    default_workspace  TEXT,
    allowed_workspaces TEXT, -- NULL: every one
    default_mode       TEXT CHECK (default_mode IN ('recall-only', 'write-only', 'onboarding', 'audit')),
    symbolic_hard_gate INTEGER NOT NULL DEFAULT 0 CHECK (symbolic_hard_gate IN (0, 1)),
    expires_at         INTEGER, -- not NULL: a key for a time
    created_at         INTEGER NOT NULL,
    last_used_at       INTEGER
) STRICT;
CREATE TABLE api_key_usage (
    key_id     TEXT NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
    usage_date TEXT NOT NULL, -- of the hub's time zone
    call_count INTEGER NOT NULL,
    PRIMARY KEY (key_id, usage_date)
) STRICT, WITHOUT ROWID;

-- What is still on its way for a key when it is deleted must not become an orphan; and its name stays known.
CREATE TABLE deleted_keys (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL,
    heir_id    TEXT, -- who has its fragments now; NULL: the master key
    deleted_at INTEGER NOT NULL
) STRICT;

CREATE TABLE api_key_groups (
    id          TEXT PRIMARY KEY,
    name        TEXT NOT NULL UNIQUE,
    description TEXT,
    created_at  INTEGER NOT NULL
) STRICT;
CREATE TABLE api_key_group_members (
    group_id  TEXT NOT NULL REFERENCES api_key_groups (id) ON DELETE CASCADE,
    key_id    TEXT NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
    joined_at INTEGER NOT NULL,
    PRIMARY KEY (group_id, key_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX api_key_groups_of ON api_key_group_members (key_id);

-- Who did what, to which fragment, when. Names are written out, so that a line can be read when the key is gone.
CREATE TABLE audit_trail (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    at       INTEGER NOT NULL,
    key_id   TEXT, -- NULL: the master key
    key_name TEXT NOT NULL DEFAULT '',
    client   TEXT NOT NULL DEFAULT '', -- as it calls itself
    address  TEXT NOT NULL DEFAULT '', -- empty: not over the network
    action   TEXT NOT NULL,
    target   TEXT NOT NULL DEFAULT '', -- the fragment, the key or the group
    detail   TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX audit_trail_about ON audit_trail (target, id);
CREATE TRIGGER audit_trail_is_append_only BEFORE UPDATE ON audit_trail
BEGIN
    SELECT RAISE(ABORT, 'the audit trail is only added to');
END;
CREATE INDEX sessions_of_key ON sessions (key_id) WHERE ended_at IS NULL;
