-- Cycles: sites are chosen, crawled, their documents judged, and the next cycle is planned. Each step is recorded before it begins and after it has
-- ended, so that an interrupted cycle goes on with the step that it was at.
CREATE TABLE cycles (
    id                  BIGINT PRIMARY KEY,
    begun               TEXT   NOT NULL,
    finished            TEXT,                        -- NULL until its last step has ended
    new_sites           BIGINT NOT NULL DEFAULT 0,   -- crawled for the first time
    revisited_sites     BIGINT NOT NULL DEFAULT 0,
    refused_hosts       BIGINT NOT NULL DEFAULT 0,   -- candidates that were refused in this cycle
    requested           BIGINT NOT NULL DEFAULT 0,   -- requests of pages and documents
    documents_accepted  BIGINT NOT NULL DEFAULT 0,   -- that the library did not have before
    documents_rejected  BIGINT NOT NULL DEFAULT 0,
    pages_new           BIGINT NOT NULL DEFAULT 0,
    pages_changed       BIGINT NOT NULL DEFAULT 0,
    pages_unchanged     BIGINT NOT NULL DEFAULT 0,
    pages_gone          BIGINT NOT NULL DEFAULT 0,
    documents_new       BIGINT NOT NULL DEFAULT 0,   -- accepted, rejected and waiting to be read
    documents_changed   BIGINT NOT NULL DEFAULT 0,
    documents_unchanged BIGINT NOT NULL DEFAULT 0,
    documents_gone      BIGINT NOT NULL DEFAULT 0
);

-- The steps of cycles, in their order.
CREATE TABLE cycle_steps (
    cycle    BIGINT NOT NULL,
    step     TEXT   NOT NULL,
    begun    TEXT   NOT NULL,
    finished TEXT,                         -- NULL while it goes on, or if it was interrupted
    outcome  TEXT,                         -- in words
    crawl    BIGINT,                       -- of a crawl: its number
    PRIMARY KEY (cycle, step)
);

-- The sites that were chosen for a cycle, in their order.
CREATE TABLE cycle_sites (
    cycle    BIGINT NOT NULL,
    position BIGINT NOT NULL,
    host     TEXT   NOT NULL,
    class    TEXT   NOT NULL,              -- new, good, medium, rest
    reason   TEXT   NOT NULL,              -- why it was chosen
    seeds    TEXT   NOT NULL,              -- URLs from which it is crawled, one a line
    outcome  TEXT,                         -- in words; NULL until the cycle has ended
    PRIMARY KEY (cycle, host)
);

-- Hosts that may become sites, or may not: what a person has said of them, or their home pages.
CREATE TABLE candidate_hosts (
    host    TEXT   PRIMARY KEY,
    seeds   TEXT   NOT NULL,               -- URLs from which it is crawled if it is accepted, one a line
    verdict TEXT   NOT NULL,               -- accepted, refused
    reason  TEXT   NOT NULL,
    rule    TEXT,                          -- under which its home page was judged; NULL: a person has decided
    cycle   BIGINT,                        -- in which; NULL outside of cycles
    at      TEXT   NOT NULL
);
