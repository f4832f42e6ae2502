-- The works that a harvest looks for, and what became of each.
CREATE TABLE wanted (
    id         INTEGER PRIMARY KEY,        -- in the order in which they were added
    attempts   BIGINT  NOT NULL,           -- rows of wanted_attempts
    year       INTEGER,
    confidence DOUBLE PRECISION,           -- that the document is the work, 0 to 1
    state      TEXT    NOT NULL,           -- wanted, found, missed
    key        TEXT    NOT NULL UNIQUE,    -- identifies the work; a record that is added again has the same
    added_at   TEXT    NOT NULL,
    state_at   TEXT    NOT NULL,           -- since when it is in this state
    document   TEXT,                       -- hash of the document that was found
    url        TEXT,                       -- where it was found
    way        TEXT,                       -- how it was found, or how the last attempt was made
    version    TEXT,                       -- preprint, report, extended, final
    reached    TEXT,                       -- how far the harvest came with a work that it missed
    cause      TEXT,                       -- why it came no further
    reasons    TEXT,                       -- of the match, JSON: [words]
    doi        TEXT,
    arxiv      TEXT,
    venue      TEXT,
    title      TEXT,
    authors    TEXT,                       -- joined by "; "
    record     TEXT    NOT NULL            -- JSON: all that the bibliographies say
);

CREATE INDEX wanted_state ON wanted (state, id);

-- The bibliographies that have a record of the work.
CREATE TABLE wanted_sources (
    wanted INTEGER NOT NULL,
    source TEXT    NOT NULL,               -- as the harvest names it: a file, dblp:conf/icml, …
    PRIMARY KEY (wanted, source)
);

-- What was tried to get the work, the first attempt first.
CREATE TABLE wanted_attempts (
    wanted   INTEGER NOT NULL,
    position INTEGER NOT NULL,             -- from 1
    requests BIGINT  NOT NULL,             -- that the attempt has cost
    at       TEXT    NOT NULL,
    way      TEXT    NOT NULL,             -- how: a rule, a homepage, a repository, …
    url      TEXT,                         -- where
    reached  TEXT,                         -- how far it came
    cause    TEXT,                         -- why it came no further; NULL after a success
    PRIMARY KEY (wanted, position)
);
