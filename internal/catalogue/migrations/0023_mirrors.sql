-- Sites that are whole copies of another: other addresses of that site, which is crawled alone.
CREATE TABLE mirrors (
    host     TEXT   PRIMARY KEY,
    original TEXT   NOT NULL,              -- the site that it is a copy of
    pages    BIGINT NOT NULL,              -- of the host, when it was compared
    common   BIGINT NOT NULL,              -- of these: paths that both have
    equal    BIGINT NOT NULL,              -- of these: byte for byte
    alike    BIGINT NOT NULL,              -- of the others: by their words, reckoned from a sample
    found_at TEXT   NOT NULL
);
