-- Documents: what became of the files that crawls got and people added.

-- One row a distinct body. Numbers stand first, long text last: what counts
-- over all rows reads only the beginning of each.
CREATE TABLE documents (
    id          INTEGER PRIMARY KEY,       -- in the order in which they were filed
    work        INTEGER NOT NULL,          -- the first document of the same work; itself when it is that
    original    INTEGER,                   -- the location that counts as its source; NULL without any
    replaced_by INTEGER,                   -- the newer document at its URL
    size        BIGINT  NOT NULL,          -- bytes
    pages       INTEGER NOT NULL,          -- or slides; 0: none or not known
    words       BIGINT  NOT NULL,
    kept        INTEGER NOT NULL,          -- 1: its file is in the repository; 0: thrown away
    changes     BIGINT  NOT NULL,          -- grows when what the full-text index has of it changes
    indexed     BIGINT  NOT NULL,          -- how far the index has followed
    cited       INTEGER NOT NULL,          -- pages of other hosts that link to it, as the index has it
    pdf         INTEGER NOT NULL,          -- 1: there is a viewing copy
    thumbnail   INTEGER NOT NULL,          -- 1: there is a picture of the first page
    year        INTEGER,
    confidence  DOUBLE PRECISION,          -- of the genre, 0 to 1
    state       TEXT    NOT NULL,          -- accepted, rejected, waiting, replaced, removed
    type        TEXT    NOT NULL,          -- format by content: pdf, ps, docx, …
    wrapped     TEXT,                      -- how it was packed: gzip, …
    genre       TEXT,                      -- paper, thesis, …; NULL while it is not judged
    judged_by   TEXT,                      -- model, rule, user
    cause       TEXT,                      -- why it is in this state, in words
    cut         TEXT,                      -- why it was read only in part: time, size, damaged, …; NULL when it was read whole
    language    TEXT,
    added_at    TEXT    NOT NULL,
    state_at    TEXT    NOT NULL,          -- since when it is in this state
    judged_at   TEXT,
    read_at     TEXT,                      -- when its text was read; NULL while it was not
    sha256      TEXT    NOT NULL UNIQUE,
    name        TEXT,                      -- of the file, to give it back by
    doi         TEXT,
    title_key   TEXT,                      -- of its title, equal for two writings of one
    title       TEXT,                      -- this and the next ones are the best of document_fields
    authors     TEXT,                      -- joined by "; "
    venue       TEXT,
    reasons     TEXT,                      -- JSON: [{"feature": words, "weight": number}]
    abstract    TEXT
);

CREATE INDEX documents_work ON documents (work);
CREATE INDEX documents_state ON documents (state, type, size);
CREATE INDEX documents_title ON documents (title_key) WHERE title_key IS NOT NULL;
CREATE INDEX documents_stale ON documents (id) WHERE indexed < changes;

-- What is known of a document, each with where it comes from, the best first.
CREATE TABLE document_fields (
    document   INTEGER NOT NULL REFERENCES documents (id),
    position   INTEGER NOT NULL,           -- over all fields of the document
    name       TEXT    NOT NULL,           -- title, author, abstract, …
    value      TEXT    NOT NULL,
    source     TEXT,                       -- file, first page, linking page, …; user: put right by hand
    confidence DOUBLE PRECISION,
    PRIMARY KEY (document, position)
);

-- Where a document was found. Equal bytes at two URLs are one document with two
-- locations; a URL whose body changed is a location of each.
CREATE TABLE locations (
    id            INTEGER PRIMARY KEY,
    document      INTEGER NOT NULL REFERENCES documents (id),
    latest        INTEGER NOT NULL,        -- 1: the URL has these bytes; 0: it had them
    added         INTEGER NOT NULL,        -- 1: a person added it; 0: a crawl found it
    size          BIGINT  NOT NULL,        -- bytes as fetched
    url           TEXT    NOT NULL,
    host          TEXT,
    stem          TEXT,                    -- the URL without the endings of formats; NULL when it has none
    name          TEXT,                    -- of the file, as this place calls it
    parent        TEXT,                    -- URL it was found on
    first_seen    TEXT    NOT NULL,
    last_seen     TEXT    NOT NULL,
    last_modified TEXT,                    -- as the server says, as a time; NULL when that cannot be
    etag          TEXT,
    UNIQUE (document, url)
);

CREATE INDEX locations_url ON locations (url, last_seen);
CREATE INDEX locations_original ON locations (document, latest DESC, (last_modified IS NULL), last_modified, first_seen);
CREATE INDEX locations_stem ON locations (stem) WHERE stem IS NOT NULL;

-- The URLs by which links name a location: its own at either scheme, and those that redirect to it.
CREATE TABLE addresses (
    location INTEGER NOT NULL REFERENCES locations (id),
    url      TEXT    NOT NULL,
    PRIMARY KEY (location, url)
);

-- Which documents are of one work: formats of it, or versions. A pair stands here once, the later document first.
CREATE TABLE relations (
    document   INTEGER NOT NULL REFERENCES documents (id),
    other      INTEGER NOT NULL REFERENCES documents (id),
    relation   TEXT    NOT NULL,           -- format, version
    similarity DOUBLE PRECISION,           -- of the texts, 0 to 1; NULL when it was not measured
    how        TEXT,                       -- how it was told, in words
    PRIMARY KEY (document, other)
);

CREATE INDEX relations_other ON relations (other);

-- By which near duplicates are found: a band is a hash that similar texts are likely to share.
CREATE TABLE signatures (
    document INTEGER PRIMARY KEY REFERENCES documents (id),
    sketch   BYTEA NOT NULL
);

CREATE TABLE bands (
    band     BIGINT  NOT NULL,
    document INTEGER NOT NULL REFERENCES documents (id),
    PRIMARY KEY (band, document)
);

CREATE INDEX bands_document ON bands (document);

-- Every link that a page has to a document.
CREATE TABLE citations (
    url        TEXT    NOT NULL,           -- of the document
    page       INTEGER NOT NULL REFERENCES pages (id),
    text       TEXT    NOT NULL,           -- of the link; empty when it has none
    first_seen TEXT    NOT NULL,
    PRIMARY KEY (url, page, text)
);

CREATE INDEX citations_page ON citations (page);

-- What accepted documents point to, kept to be fetched or looked for later.
CREATE TABLE candidates (
    kind     TEXT    NOT NULL,             -- url, doi, arxiv, reference
    value    TEXT    NOT NULL,
    document INTEGER NOT NULL REFERENCES documents (id),
    state    TEXT    NOT NULL,             -- new, or what came of it
    found_at TEXT    NOT NULL,
    PRIMARY KEY (kind, value, document)
);

CREATE INDEX candidates_document ON candidates (document);

-- Bodies that were got and not filed yet. Rows go when their body is filed.
CREATE TABLE intake (
    id          BIGINT  PRIMARY KEY,       -- grows, also over restarts
    page        INTEGER NOT NULL REFERENCES pages (id),
    kind        INTEGER NOT NULL,          -- 1 a document, 2 a page that looks like one, 3 a page to index
    attempts    INTEGER NOT NULL,          -- begun so far
    size        BIGINT  NOT NULL,
    file_offset BIGINT  NOT NULL,
    file_length BIGINT  NOT NULL,
    got_at      TEXT    NOT NULL,
    sha256      TEXT    NOT NULL,
    file        TEXT,                      -- archive file of the response record
    UNIQUE (page, sha256)
);

-- What people said, by hash and not by row: it outlives both.
CREATE TABLE corrections (
    sha256 TEXT PRIMARY KEY,
    genre  TEXT,                           -- NULL: as judged
    state  TEXT,                           -- accepted or rejected; NULL: as follows from the genre
    at     TEXT NOT NULL
);

CREATE TABLE edits (
    sha256   TEXT    NOT NULL,
    name     TEXT    NOT NULL,
    position INTEGER NOT NULL,
    value    TEXT    NOT NULL,
    at       TEXT    NOT NULL,
    PRIMARY KEY (sha256, name, position)
);

-- What was taken out at its owner's wish, and stays out.
CREATE TABLE removals (
    pattern TEXT PRIMARY KEY,              -- a URL, the beginning of URLs ("http://h/x/*"), a host, or a host and those below it ("*.h")
    reason  TEXT,
    at      TEXT NOT NULL
);

-- Each link to a document: outside is 1 when it comes from another host.
CREATE VIEW v_citations AS
SELECT l.document, c.url, p.url AS page, s.host, NULLIF(c.text, '') AS text, c.first_seen,
       CASE WHEN s.host = l.host THEN 0 ELSE 1 END AS outside, c.page AS page_id
FROM locations l JOIN addresses a ON a.location = l.id JOIN citations c ON c.url = a.url JOIN pages p ON p.id = c.page JOIN sites s ON s.id = p.site;

-- Every document in words, one row each. citations counts the pages of other hosts that link to it (DLCC),
-- copies the URLs that have it (DLC), confidence is in percent.
CREATE VIEW v_library AS
SELECT d.id, d.sha256, d.state, d.cause AS reason, d.genre, CAST(ROUND(d.confidence * 100) AS INTEGER) AS confidence,
       d.judged_by, d.title, d.authors, d.year, d.venue, d.doi, d.abstract, d.type, d.wrapped, d.size, NULLIF(d.pages, 0) AS pages,
       NULLIF(d.words, 0) AS words, d.language, d.name, o.url, o.host AS site,
       (SELECT COUNT(*) FROM locations l WHERE l.document = d.id AND l.latest = 1) AS copies,
       (SELECT COUNT(DISTINCT c.page_id) FROM v_citations c WHERE c.document = d.id AND c.outside = 1) AS citations,
       (SELECT w.sha256 FROM documents w WHERE w.id = d.work AND d.work <> d.id) AS work,
       (SELECT r.sha256 FROM documents r WHERE r.id = d.replaced_by) AS replaced_by,
       d.added_at, d.judged_at, d.read_at, d.state_at, d.cut
FROM documents d LEFT JOIN locations o ON o.id = d.original;

DROP VIEW v_documents;

-- Every URL that was fetched and has a document, with what is known of that document.
CREATE VIEW v_fetched_documents AS
SELECT u.id, u.url, u.status, u.type, u.mime, u.size, u.depth, u.level, COALESCE(d.title, u.title) AS title,
       u.site, u.domain, u.parent, u.fetched_at, u.sha256, u.cause, u.outcome, u.kind,
       COALESCE(d.language, u.language) AS language, u.charset, u.truncated, u.copy_of, u.location, u.links,
       u.fetches, u.attempt, u.not_modified, u.wire, u.took_ms, u.etag, u.last_modified, u.address, u.protocol,
       u.file, u."offset", u.length, u.document,
       d.genre, d.state, d.cause AS reason, CAST(ROUND(d.confidence * 100) AS INTEGER) AS confidence, d.judged_by,
       d.authors, d.year, d.venue, d.doi, NULLIF(d.pages, 0) AS pages, NULLIF(d.words, 0) AS words, d.name,
       (SELECT COUNT(DISTINCT c.page_id) FROM v_citations c WHERE c.document = d.id AND c.outside = 1) AS citations,
       (SELECT COUNT(*) FROM locations o WHERE o.document = d.id AND o.latest = 1) AS copies,
       (SELECT o.url FROM locations o WHERE o.id = d.original) AS original, d.added_at, d.cut
FROM v_urls u LEFT JOIN locations l ON l.url = u.url AND l.latest = 1 LEFT JOIN documents d ON d.id = l.document
WHERE u.document = 1;

-- Those that people added and no crawl has fetched.
CREATE VIEW v_added_documents AS
SELECT l.id, l.url, CAST(NULL AS INTEGER) AS status, d.type, CAST(NULL AS TEXT) AS mime, d.size, CAST(NULL AS INTEGER) AS depth,
       CAST(NULL AS INTEGER) AS level, d.title, l.host AS site, CAST(NULL AS TEXT) AS domain, l.parent,
       CAST(NULL AS TEXT) AS fetched_at, d.sha256, CAST(NULL AS TEXT) AS cause, 'added' AS outcome, CAST(NULL AS TEXT) AS kind,
       d.language, CAST(NULL AS TEXT) AS charset, CAST(NULL AS TEXT) AS truncated, CAST(NULL AS TEXT) AS copy_of,
       CAST(NULL AS TEXT) AS location, CAST(NULL AS INTEGER) AS links, CAST(NULL AS INTEGER) AS fetches,
       CAST(NULL AS INTEGER) AS attempt, CAST(NULL AS INTEGER) AS not_modified, CAST(NULL AS INTEGER) AS wire,
       CAST(NULL AS INTEGER) AS took_ms, CAST(NULL AS TEXT) AS etag, l.last_modified, CAST(NULL AS TEXT) AS address,
       CAST(NULL AS TEXT) AS protocol, CAST(NULL AS TEXT) AS file, CAST(NULL AS INTEGER) AS "offset",
       CAST(NULL AS INTEGER) AS length, 1 AS document,
       d.genre, d.state, d.cause AS reason, CAST(ROUND(d.confidence * 100) AS INTEGER) AS confidence, d.judged_by,
       d.authors, d.year, d.venue, d.doi, NULLIF(d.pages, 0) AS pages, NULLIF(d.words, 0) AS words, d.name,
       (SELECT COUNT(DISTINCT c.page_id) FROM v_citations c WHERE c.document = d.id AND c.outside = 1) AS citations,
       (SELECT COUNT(*) FROM locations o WHERE o.document = d.id AND o.latest = 1) AS copies,
       (SELECT o.url FROM locations o WHERE o.id = d.original) AS original, d.added_at, d.cut
FROM locations l JOIN documents d ON d.id = l.document
WHERE l.added = 1 AND l.latest = 1 AND NOT EXISTS (SELECT 1 FROM pages p WHERE p.url = l.url);

CREATE VIEW v_documents AS SELECT * FROM v_fetched_documents UNION ALL SELECT * FROM v_added_documents;

-- What accepted documents point to, in words.
CREATE VIEW v_candidates AS
SELECT c.kind, c.value, c.state, d.sha256 AS document, d.title, c.found_at
FROM candidates c JOIN documents d ON d.id = c.document WHERE d.state = 'accepted';

-- Documents by what they are and what became of them.
CREATE VIEW v_genres AS
SELECT genre, COUNT(*) AS documents, SUM(CASE WHEN state = 'accepted' THEN 1 ELSE 0 END) AS accepted,
       SUM(size) AS bytes
FROM documents WHERE state <> 'removed' GROUP BY genre ORDER BY documents DESC, genre;

CREATE VIEW v_states AS
SELECT state, cause, COUNT(*) AS documents FROM documents
GROUP BY state, cause ORDER BY state, documents DESC, cause;
