-- What was counted of the whole library at the end of each cycle, so that later ones can be compared with it.
CREATE TABLE cycle_counts (
    cycle    BIGINT  NOT NULL,
    kind     TEXT    NOT NULL,             -- level: documents on a directory level; error: URLs that brought nothing; size, type: documents judged
    position INTEGER NOT NULL,             -- in the list of the cycle
    name     TEXT    NOT NULL,             -- of the level, of the class of errors, of the class of sizes (its least bytes), of the type
    urls     BIGINT  NOT NULL,
    accepted BIGINT  NOT NULL,
    rejected BIGINT  NOT NULL,
    PRIMARY KEY (cycle, kind, name)
);
