-- The first lines of accepted documents, by the host of their first location: what many documents of a host have is no title.
CREATE TABLE first_lines (
    host     TEXT    NOT NULL,
    line     BIGINT  NOT NULL,             -- its hash
    document INTEGER NOT NULL REFERENCES documents (id),
    band     BIGINT  NOT NULL,             -- one of the signature of its text, mostly equal for versions of one work
    titled   INTEGER NOT NULL,             -- 1: the title begins with it, and was found before it was known that the host repeats it
    PRIMARY KEY (host, line, document)
);

CREATE INDEX first_lines_document ON first_lines (document);

-- Documents whose title begins with what their host repeats. They are to be described again.
CREATE TABLE doubtful_titles (document INTEGER PRIMARY KEY REFERENCES documents (id));
