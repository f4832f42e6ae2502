-- What crawls have learned of directories and of patterns of URLs, and what people have decided of it.
CREATE TABLE knowledge (
    kind             TEXT   NOT NULL,      -- stop, avoid, pattern
    site             TEXT   NOT NULL,      -- host; empty: all sites
    value            TEXT   NOT NULL,      -- the name of a directory; the URL of a directory or the pattern of URLs, without their scheme
    pages            BIGINT NOT NULL,      -- that led to no document
    crawls           BIGINT NOT NULL,      -- that have visited them
    documents        BIGINT NOT NULL,      -- in directories of the name, all of them rejected
    linked           BIGINT NOT NULL,      -- documents that pages in directories of the name link to
    linked_rejected  BIGINT NOT NULL,      -- of these
    since            TEXT   NOT NULL,      -- start of the crawl after which it was learned, or the time of the decision
    state            TEXT   NOT NULL,      -- active, locked, deleted
    PRIMARY KEY (kind, site, value)
);

-- After which crawl, by its start, it was learned last.
CREATE TABLE knowledge_learned (
    id    INTEGER PRIMARY KEY CHECK (id = 1),
    begun TEXT NOT NULL
);
