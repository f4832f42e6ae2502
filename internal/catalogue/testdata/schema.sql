CREATE INDEX bands_document ON bands (document);

CREATE INDEX candidates_document ON candidates (document);

CREATE INDEX citations_page ON citations (page);

CREATE INDEX document_citations_document ON document_citations (document);

CREATE INDEX document_keys_document ON document_keys (document);

CREATE INDEX documents_citations ON documents (citations);

CREATE INDEX documents_stale ON documents (id) WHERE indexed < changes;

CREATE INDEX documents_state ON documents (state, type, size);

CREATE INDEX documents_title ON documents (title_key) WHERE title_key IS NOT NULL;

CREATE INDEX documents_unmatched ON documents (id) WHERE matched = 0;

CREATE INDEX documents_work ON documents (work);

CREATE INDEX fetches_page ON fetches (page);

CREATE INDEX first_lines_document ON first_lines (document);

CREATE INDEX intake_deferred ON intake (site, deferred) WHERE deferred > 0;

CREATE INDEX intake_site ON intake (site, id);

CREATE INDEX locations_original ON locations (document, latest DESC, (last_modified IS NULL), last_modified, first_seen);

CREATE INDEX locations_stem ON locations (stem) WHERE stem IS NOT NULL;

CREATE INDEX locations_url ON locations (url, last_seen);

CREATE INDEX page_blocks_site ON page_blocks (site, key);

CREATE INDEX pages_body ON pages (body_key, site) WHERE body_key IS NOT NULL;

CREATE INDEX pages_by_relevance ON pages (relevance) WHERE relevance IS NOT NULL;

CREATE INDEX pages_documents ON pages (document) WHERE document = 1;

CREATE INDEX pages_indexed ON pages (site, indexed) WHERE indexed > 0;

CREATE INDEX reference_keys_document ON reference_keys (document);

CREATE INDEX relations_other ON relations (other);

CREATE INDEX site_blocks_changed ON site_blocks (site) WHERE changes > 0;

CREATE INDEX wanted_document ON wanted (document) WHERE document IS NOT NULL;

CREATE INDEX wanted_state ON wanted (state, id);

CREATE UNIQUE INDEX wanted_trials_request ON wanted_trials (page, rule, url);

CREATE TABLE addresses (
    location INTEGER NOT NULL REFERENCES locations (id),
    url      TEXT    NOT NULL,
    PRIMARY KEY (location, url)
);

CREATE TABLE bands (
    band     BIGINT  NOT NULL,
    document INTEGER NOT NULL REFERENCES documents (id),
    PRIMARY KEY (band, document)
);

CREATE TABLE bibliography_fields (
    sha256   TEXT    NOT NULL,
    name     TEXT    NOT NULL,
    position INTEGER NOT NULL,
    value    TEXT    NOT NULL,
    at       TEXT    NOT NULL,
    PRIMARY KEY (sha256, name, position)
);

CREATE TABLE candidate_hosts (
    host    TEXT   PRIMARY KEY,
    seeds   TEXT   NOT NULL,               -- URLs from which it is crawled if it is accepted, one a line
    verdict TEXT   NOT NULL,               -- accepted, refused
    reason  TEXT   NOT NULL,
    rule    TEXT,                          -- under which its home page was judged; NULL: a person has decided
    cycle   BIGINT,                        -- in which; NULL outside of cycles
    at      TEXT   NOT NULL
, failures BIGINT NOT NULL DEFAULT 0);

CREATE TABLE candidates (
    kind      TEXT    NOT NULL,            -- url, doi, arxiv, reference
    value     TEXT    NOT NULL,
    document  INTEGER NOT NULL REFERENCES documents (id),
    reference INTEGER,                     -- position among the document's references; NULL for a link of its text
    state     TEXT    NOT NULL,            -- new, or what came of it
    found_at  TEXT    NOT NULL,
    PRIMARY KEY (kind, value, document)
);

CREATE TABLE citations (
    url        TEXT    NOT NULL,           -- of the document
    page       INTEGER NOT NULL REFERENCES pages (id),
    sure       INTEGER NOT NULL,           -- 1: URL or page say that it is a document; 0: it may be one
    text       TEXT    NOT NULL,           -- of the link; empty when it has none
    first_seen TEXT    NOT NULL,
    PRIMARY KEY (url, page, text)
);

CREATE TABLE corrections (
    sha256 TEXT PRIMARY KEY,
    genre  TEXT,                           -- NULL: as judged
    state  TEXT,                           -- accepted or rejected; NULL: as follows from the genre
    at     TEXT NOT NULL
);

CREATE TABLE crawls (
    id        INTEGER PRIMARY KEY,
    started   TEXT    NOT NULL,
    ended     TEXT,                        -- NULL while it runs or when it was cut off
    state     TEXT    NOT NULL,            -- running, stopped, limit, done
    reason    TEXT,
    settings  TEXT,                        -- JSON
    active_us BIGINT  NOT NULL,            -- microseconds that it ran, over all sessions
    sessions  INTEGER NOT NULL
);

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

CREATE TABLE cycle_steps (
    cycle    BIGINT NOT NULL,
    step     TEXT   NOT NULL,
    begun    TEXT   NOT NULL,
    finished TEXT,                         -- NULL while it goes on, or if it was interrupted
    outcome  TEXT,                         -- in words
    crawl    BIGINT, requests TEXT,                       -- of a crawl: its number
    PRIMARY KEY (cycle, step)
);

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

CREATE TABLE document_citations (
    cited    INTEGER NOT NULL REFERENCES documents (id),
    document INTEGER NOT NULL REFERENCES documents (id),
    position INTEGER NOT NULL,             -- among the references of the citing document
    matched  TEXT    NOT NULL,             -- by what: doi, arxiv, title
    PRIMARY KEY (cited, document, position)
);

CREATE TABLE document_fields (
    document   INTEGER NOT NULL REFERENCES documents (id),
    position   INTEGER NOT NULL,           -- over all fields of the document
    name       TEXT    NOT NULL,           -- title, author, abstract, …
    value      TEXT    NOT NULL,
    source     TEXT,                       -- file, first page, linking page, …; user: put right by hand
    confidence DOUBLE PRECISION,
    PRIMARY KEY (document, position)
);

CREATE TABLE document_keys (
    key      BIGINT  NOT NULL,
    document INTEGER NOT NULL REFERENCES documents (id),
    PRIMARY KEY (key, document)
);

CREATE TABLE document_links (
    from_host TEXT   NOT NULL,
    url       TEXT   NOT NULL,
    links     BIGINT NOT NULL,
    PRIMARY KEY (url, from_host)
);

CREATE TABLE document_references (
    document INTEGER NOT NULL REFERENCES documents (id),
    position INTEGER NOT NULL,             -- in the list, from 1
    year     INTEGER,
    raw      TEXT    NOT NULL,             -- as printed, on one line
    title    TEXT,
    authors  TEXT,                         -- joined by "; "
    doi      TEXT,
    arxiv    TEXT,
    url      TEXT,
    PRIMARY KEY (document, position)
);

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
, linked  INTEGER NOT NULL DEFAULT 0, matched INTEGER NOT NULL DEFAULT 0, citations INTEGER NOT NULL DEFAULT 0, relevance REAL);

CREATE TABLE doubtful_titles (document INTEGER PRIMARY KEY REFERENCES documents (id));

CREATE TABLE edits (
    sha256   TEXT    NOT NULL,
    name     TEXT    NOT NULL,
    position INTEGER NOT NULL,
    value    TEXT    NOT NULL,
    at       TEXT    NOT NULL,
    PRIMARY KEY (sha256, name, position)
);

CREATE TABLE fetches (
    id           INTEGER PRIMARY KEY,
    page         INTEGER NOT NULL REFERENCES pages (id),
    fetched_at   TEXT    NOT NULL,
    outcome      INTEGER NOT NULL,
    status       INTEGER NOT NULL,
    attempt      INTEGER NOT NULL,
    not_modified INTEGER NOT NULL,
    size         BIGINT  NOT NULL,
    wire         BIGINT  NOT NULL,
    took_us      BIGINT  NOT NULL,
    cause        TEXT,
    sha256       TEXT,
    truncated    TEXT,
    location     TEXT,
    address      TEXT,
    file         TEXT,
    file_offset  BIGINT  NOT NULL,
    file_length  BIGINT  NOT NULL
);

CREATE TABLE first_lines (
    host     TEXT    NOT NULL,
    line     BIGINT  NOT NULL,             -- its hash
    document INTEGER NOT NULL REFERENCES documents (id),
    band     BIGINT  NOT NULL,             -- one of the signature of its text, mostly equal for versions of one work
    titled   INTEGER NOT NULL,             -- 1: the title begins with it, and was found before it was known that the host repeats it
    PRIMARY KEY (host, line, document)
);

CREATE TABLE host_link_groups (
    serial  BIGINT PRIMARY KEY,            -- of the group
    seen_at TEXT,
    links   TEXT   NOT NULL                -- JSON: {"from": {"to": links}}
);

CREATE TABLE host_links (
    from_host  TEXT   NOT NULL,
    to_host    TEXT   NOT NULL,
    links      BIGINT NOT NULL,
    first_seen TEXT,
    PRIMARY KEY (from_host, to_host)
);

CREATE TABLE index_deletions (
    page INTEGER PRIMARY KEY REFERENCES pages (id)
);

CREATE TABLE intake (
    id          BIGINT  PRIMARY KEY,       -- grows, also over restarts
    page        INTEGER NOT NULL REFERENCES pages (id),
    kind        INTEGER NOT NULL,          -- 1 a document, 2 a page that looks like one, 3 a page to index, 4 is 2 and, if it is none, 3
    attempts    INTEGER NOT NULL,          -- begun so far
    size        BIGINT  NOT NULL,
    file_offset BIGINT  NOT NULL,
    file_length BIGINT  NOT NULL,
    got_at      TEXT    NOT NULL,
    sha256      TEXT    NOT NULL,
    file        TEXT, site INTEGER NOT NULL DEFAULT 0, deferred INTEGER NOT NULL DEFAULT 0,                      -- archive file of the response record
    UNIQUE (page, sha256)
);

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

CREATE TABLE knowledge_learned (
    id    INTEGER PRIMARY KEY CHECK (id = 1),
    begun TEXT NOT NULL
);

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

CREATE TABLE mirrors (
    host     TEXT   PRIMARY KEY,
    original TEXT   NOT NULL,              -- the site that it is a copy of
    pages    BIGINT NOT NULL,              -- of the host, when it was compared
    common   BIGINT NOT NULL,              -- of these: paths that both have
    equal    BIGINT NOT NULL,              -- of these: byte for byte
    alike    BIGINT NOT NULL,              -- of the others: by their words, reckoned from a sample
    found_at TEXT   NOT NULL
);

CREATE TABLE page_blocks (
    page   INTEGER PRIMARY KEY REFERENCES pages (id),
    site   INTEGER NOT NULL REFERENCES sites (id),
    key    BIGINT  NOT NULL,
    blocks BYTEA   NOT NULL
);

CREATE TABLE pages (
    id            INTEGER PRIMARY KEY,     -- in the order of the first fetch
    site          INTEGER NOT NULL REFERENCES sites (id),
    document      INTEGER NOT NULL,        -- 1: listed among the documents
    outcome       INTEGER NOT NULL,        -- 1 got, 2 moved, 3 failed, 4 retried, 5 ruled out
    status        INTEGER NOT NULL,        -- HTTP status; 0 when no answer came
    depth         INTEGER NOT NULL,        -- links followed from a seed
    level         INTEGER NOT NULL,        -- directory level
    fetches       INTEGER NOT NULL,        -- rows in table fetches when more than 1
    attempt       INTEGER NOT NULL,        -- failed fetches before the last one
    not_modified  INTEGER NOT NULL,        -- 1: the site said so the last time
    links         BIGINT  NOT NULL,        -- on the page
    size          BIGINT  NOT NULL,        -- bytes of the body, content encoding removed
    wire          BIGINT  NOT NULL,        -- bytes that came over the wire
    took_us       BIGINT  NOT NULL,        -- microseconds until the last byte
    file_offset   BIGINT  NOT NULL,        -- of the response record in the archive file
    file_length   BIGINT  NOT NULL,
    body_key      BIGINT,                  -- the first 8 bytes of sha256; NULL while no body was got
    type          TEXT,                    -- sniffed: html, pdf, …
    cause         TEXT,                    -- why it failed, or why its links were not followed
    copy_of       TEXT,                    -- URL that had the same body before
    fetched_at    TEXT    NOT NULL,        -- the last time
    got_at        TEXT,                    -- when this body came; NULL while none was got
    url           TEXT    NOT NULL UNIQUE,
    kind          TEXT,                    -- page, seed, sitemap, foreign
    mime          TEXT,
    sha256        TEXT,                    -- of the body, hex
    title         TEXT,
    language      TEXT,                    -- as the page declares it
    charset       TEXT,
    truncated     TEXT,                    -- why the body is not whole
    parent        TEXT,                    -- URL it was found on; NULL for a seed
    via           TEXT,                    -- the redirects that led here, oldest first, one a line
    location      TEXT,                    -- where a redirect led
    etag          TEXT,
    last_modified TEXT,
    address       TEXT,                    -- that answered
    protocol      TEXT,
    file          TEXT                     -- archive file of the response record
, indexed INTEGER NOT NULL DEFAULT 0, relevance REAL);

CREATE TABLE progress (
    id             INTEGER PRIMARY KEY CHECK (id = 1),
    serial         BIGINT NOT NULL,        -- of the last group
    archive_file   TEXT,                   -- the archive is good up to here
    archive_offset BIGINT NOT NULL,
    other_wire     BIGINT NOT NULL         -- bytes that came besides those of the pages: robots.txt
);

CREATE TABLE reference_keys (
    key      BIGINT  NOT NULL,
    document INTEGER NOT NULL REFERENCES documents (id),
    position INTEGER NOT NULL,             -- among the references of the document
    PRIMARY KEY (key, document, position)
);

CREATE TABLE refusals (
    host  TEXT   NOT NULL,
    cause TEXT   NOT NULL,
    links BIGINT NOT NULL,
    PRIMARY KEY (host, cause)
);

CREATE TABLE relations (
    document   INTEGER NOT NULL REFERENCES documents (id),
    other      INTEGER NOT NULL REFERENCES documents (id),
    relation   TEXT    NOT NULL,           -- format, version
    similarity DOUBLE PRECISION,           -- of the texts, 0 to 1; NULL when it was not measured
    how        TEXT,                       -- how it was told, in words
    PRIMARY KEY (document, other)
);

CREATE TABLE removals (
    pattern TEXT PRIMARY KEY,              -- a URL, the beginning of URLs ("http://h/x/*"), a host, a host and those below it ("*.h"), or "sha256:" and the hash of a document
    reason  TEXT,
    at      TEXT NOT NULL
);

CREATE TABLE revisits (
    page       INTEGER PRIMARY KEY REFERENCES pages (id),
    first_got  TEXT,                       -- when a body was first got; NULL while none was
    changed_at TEXT,                       -- when the body that the library has came
    seen_at    TEXT,                       -- when the URL last had that body
    gone_at    TEXT                        -- since when the URL is gone; NULL while it is not
);

CREATE TABLE robots (
    origin     TEXT    PRIMARY KEY,        -- scheme://host
    fetched_at TEXT    NOT NULL,
    status     INTEGER NOT NULL,           -- 0: no answer
    cause      TEXT,                       -- why there was none
    body       BYTEA
);

CREATE TABLE schema_version (version INTEGER PRIMARY KEY, applied TEXT NOT NULL);

CREATE TABLE signatures (
    document INTEGER PRIMARY KEY REFERENCES documents (id),
    sketch   BYTEA NOT NULL
);

CREATE TABLE site_blocks (
    site     INTEGER PRIMARY KEY REFERENCES sites (id),
    version  BIGINT  NOT NULL,             -- grows when the blocks change. pages.indexed is 0, or 1 + the version with which a page is indexed
    sampled  BIGINT  NOT NULL,             -- pages of the sample in which they were found
    changes  BIGINT  NOT NULL,             -- of the sample since
    repeated BYTEA   NOT NULL
);

CREATE TABLE site_history (
    host       TEXT    NOT NULL,
    begun      TEXT    NOT NULL,           -- start of the crawl, which a rebuild keeps although it numbers crawls anew
    started    TEXT    NOT NULL,           -- first answer of the site in the crawl
    finished   TEXT    NOT NULL,           -- last one
    visited    BIGINT  NOT NULL,           -- URLs that are no documents, in all crawls until then
    pages      BIGINT  NOT NULL,
    downloaded BIGINT  NOT NULL,           -- documents that were found on its pages
    accepted   BIGINT  NOT NULL,
    rejected   BIGINT  NOT NULL,
    PRIMARY KEY (host, begun)
);

CREATE TABLE site_stops (
    host        TEXT   NOT NULL,
    begun       TEXT   NOT NULL,           -- start of the crawl, which a rebuild keeps although it numbers crawls anew
    at          TEXT   NOT NULL,
    rule        TEXT   NOT NULL,           -- share: documents found ÷ pages; price: documents expected
    pages       BIGINT NOT NULL,           -- requested
    found       BIGINT NOT NULL,           -- documents to which these link
    waiting     BIGINT NOT NULL,           -- links to pages that were not requested
    missed_low  BIGINT NOT NULL,           -- documents that are expected behind them
    missed_high BIGINT NOT NULL,
    PRIMARY KEY (host, begun)
);

CREATE TABLE sites (
    id       INTEGER PRIMARY KEY,
    host     TEXT    NOT NULL UNIQUE,      -- with the port when it is not the default
    domain   TEXT,                         -- registrable domain
    scheme   TEXT,                         -- that answers, when the first one found does not
    fold     TEXT,                         -- names of default pages that are folded here
    given_up TEXT,                         -- cause; NULL while the host is asked
    failures BIGINT  NOT NULL DEFAULT 0,   -- in a row
    delay_us BIGINT  NOT NULL DEFAULT 0    -- microseconds between two requests; 0: the crawl's own
, gone_at TEXT);

CREATE TABLE stale_citations (work INTEGER PRIMARY KEY);

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
, record_key TEXT);

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

CREATE TABLE wanted_round (
    url       TEXT    PRIMARY KEY,
    requested INTEGER NOT NULL             -- 1: by the round; 0: the library had the answer
);

CREATE TABLE wanted_sources (
    wanted INTEGER NOT NULL,
    source TEXT    NOT NULL,               -- as the harvest names it: a file, dblp:conf/icml, …
    PRIMARY KEY (wanted, source)
);

CREATE TABLE wanted_trials (
    id    INTEGER PRIMARY KEY,             -- in the order in which they were made
    found INTEGER NOT NULL,                -- 1: it was the wanted work
    site  TEXT    NOT NULL,                -- host of the page
    rule  TEXT    NOT NULL,
    page  TEXT    NOT NULL,                -- address of the landing page
    url   TEXT    NOT NULL,                -- that was proposed
    paper TEXT    NOT NULL                 -- where its redirects ended
);

CREATE TRIGGER citation_added AFTER INSERT ON document_citations BEGIN
    INSERT INTO stale_citations (work) SELECT work FROM documents WHERE id = NEW.cited ON CONFLICT (work) DO NOTHING;
END;

CREATE TRIGGER citation_deleted AFTER DELETE ON document_citations BEGIN
    INSERT INTO stale_citations (work) SELECT work FROM documents WHERE id = OLD.cited ON CONFLICT (work) DO NOTHING;
END;

CREATE TRIGGER citing_changed AFTER UPDATE OF work, state ON documents WHEN OLD.work <> NEW.work OR OLD.state <> NEW.state BEGIN
    INSERT INTO stale_citations (work) VALUES (OLD.work), (NEW.work) ON CONFLICT (work) DO NOTHING;
    INSERT INTO stale_citations (work) SELECT d.work FROM document_citations x JOIN documents d ON d.id = x.cited WHERE x.document = NEW.id
        ON CONFLICT (work) DO NOTHING;
END;

CREATE VIEW v_candidates AS
SELECT c.kind, c.value, c.state, d.sha256 AS document, d.title, c.found_at,
       r.title AS cited_title, r.authors AS cited_authors, r.year AS cited_year
FROM candidates c JOIN documents d ON d.id = c.document
     LEFT JOIN document_references r ON r.document = c.document AND r.position = c.reference
WHERE d.state = 'accepted';

CREATE VIEW v_changes AS
SELECT p.id, p.url, p.document, COALESCE(r.first_got, p.got_at) AS first_got, COALESCE(r.changed_at, p.got_at) AS changed_at,
       COALESCE(r.seen_at, p.got_at) AS seen_at, COALESCE(r.gone_at, s.gone_at) AS gone_at
FROM pages p JOIN sites s ON s.id = p.site LEFT JOIN revisits r ON r.page = p.id
WHERE p.got_at IS NOT NULL;

CREATE VIEW v_citations AS
SELECT l.document, c.url, p.url AS page, s.host, NULLIF(c.text, '') AS text, c.first_seen,
       CASE WHEN s.host = l.host THEN 0 ELSE 1 END AS outside, c.page AS page_id
FROM locations l JOIN addresses a ON a.location = l.id JOIN citations c ON c.url = a.url JOIN pages p ON p.id = c.page JOIN sites s ON s.id = p.site;

CREATE VIEW v_cited_documents AS
SELECT url, COUNT(*) AS hosts, SUM(links) AS links FROM document_links
GROUP BY url ORDER BY hosts DESC, links DESC, url;

CREATE VIEW v_cited_sites AS
SELECT "to" AS host, COUNT(*) AS hosts, SUM(count) AS links FROM v_links
GROUP BY 1 ORDER BY hosts DESC, links DESC, host;

CREATE VIEW v_depth AS
SELECT depth, COUNT(*) AS urls, SUM(document) AS documents, SUM(size) AS bytes FROM v_urls
GROUP BY depth ORDER BY depth;

CREATE VIEW v_document_links AS
SELECT url, page, host, text, MIN(first_seen) AS first_seen, MIN(outside) AS outside
FROM (SELECT url, page, host, text, first_seen, outside FROM v_citations
      UNION ALL
      SELECT c.url, p.url, s.host, NULLIF(c.text, ''), c.first_seen,
             CASE WHEN c.url LIKE 'http://' || s.host || '/%' OR c.url LIKE 'https://' || s.host || '/%' THEN 0 ELSE 1 END
      FROM citations c JOIN pages p ON p.id = c.page JOIN sites s ON s.id = p.site WHERE c.sure = 1) AS l
GROUP BY url, page, host, text;

CREATE VIEW v_documents AS SELECT * FROM v_filed_documents UNION ALL SELECT * FROM v_unfiled_documents;

CREATE VIEW v_errors_by_cause AS
SELECT COALESCE(cause, 'status ' || status) AS cause, COUNT(*) AS urls FROM pages
WHERE outcome = 3 GROUP BY 1 ORDER BY urls DESC, 1;

CREATE VIEW v_fetches AS
SELECT p.url, f.fetched_at, f.status, f.outcome, f.cause, f.attempt, f.size, f.sha256, f.truncated,
       f.not_modified, f.wire, f.took_us, f.location, f.address, f.file, f.file_offset, f.file_length
FROM fetches f JOIN pages p ON p.id = f.page
UNION ALL
SELECT url, fetched_at, status, outcome, cause, attempt, size, sha256, truncated,
       not_modified, wire, took_us, location, address, file, file_offset, file_length
FROM pages WHERE fetches = 1;

CREATE VIEW v_filed_documents AS
SELECT d.id, d.url, p.status, d.type, p.mime, d.size, p.depth, p.level, COALESCE(d.title, p.title) AS title, d.site, (SELECT s.domain FROM sites s WHERE s.id = p.site) AS domain, COALESCE(d.parent, p.parent) AS parent,
       COALESCE(p.fetched_at, CASE WHEN d.added = 0 THEN d.last_seen END) AS fetched_at, d.sha256, p.cause,
       CASE p.outcome WHEN 1 THEN 'fetched' WHEN 2 THEN 'redirect' WHEN 3 THEN 'failed' WHEN 4 THEN 'retry' WHEN 5 THEN 'refused'
            WHEN 6 THEN 'challenge' ELSE CASE d.added WHEN 1 THEN 'added' WHEN 0 THEN 'fetched' END END AS outcome,
       p.kind, COALESCE(d.language, p.language) AS language, p.charset, p.truncated, p.copy_of, p.location, p.links, p.fetches, p.attempt,
       p.not_modified, p.wire, p.took_us / 1000 AS took_ms, p.etag, p.last_modified, p.address, p.protocol, p.file,
       CASE WHEN p.file IS NULL THEN NULL ELSE p.file_offset END AS "offset", CASE WHEN p.file IS NULL THEN NULL ELSE p.file_length END AS length,
       d.genre, d.state, d.reason, d.confidence, d.judged_by, d.authors, d.year, d.year_confidence, d.venue, d.doi, d.pages, d.words, d.name, d.linked_from, d.citations, d.copies,
       d.replaced_by, d.added_at, d.cut, d.relevance, d.wanted
FROM v_library d LEFT JOIN pages p ON p.url = d.url AND p.sha256 = d.sha256;

CREATE VIEW v_genres AS
SELECT genre, COUNT(*) AS documents, SUM(CASE WHEN state = 'accepted' THEN 1 ELSE 0 END) AS accepted,
       SUM(size) AS bytes
FROM documents WHERE state <> 'removed' GROUP BY genre ORDER BY documents DESC, genre;

CREATE VIEW v_languages AS
SELECT language, COUNT(*) AS urls FROM v_urls GROUP BY language ORDER BY urls DESC, language;

CREATE VIEW v_level AS
SELECT level, COUNT(*) AS urls, SUM(document) AS documents, SUM(size) AS bytes FROM v_urls
GROUP BY level ORDER BY level;

CREATE VIEW v_library AS
SELECT d.id, d.sha256, d.state, d.cause AS reason, d.genre, CAST(ROUND(d.confidence * 100) AS INTEGER) AS confidence,
       d.judged_by, d.title, d.authors, d.year,
       (SELECT CAST(COALESCE(f.confidence, 0) * 100 + 1e-6 AS INTEGER) FROM document_fields f WHERE f.document = d.id AND f.name = 'year'
        ORDER BY f.position LIMIT 1) AS year_confidence,
       d.venue, d.doi, d.abstract, d.type, d.wrapped, d.size, NULLIF(d.pages, 0) AS pages,
       NULLIF(d.words, 0) AS words, d.language, d.name, o.url, o.host AS site,
       (SELECT COUNT(*) FROM locations l WHERE l.document = d.id AND l.latest = 1) AS copies,
       (SELECT COUNT(DISTINCT c.page_id) FROM v_citations c WHERE c.document = d.id AND c.outside = 1) AS linked_from,
       d.citations,
       (SELECT w.sha256 FROM documents w WHERE w.id = d.work AND d.work <> d.id) AS work,
       (SELECT r.sha256 FROM documents r WHERE r.id = d.replaced_by) AS replaced_by,
       d.added_at, d.judged_at, d.read_at, d.state_at, d.cut, o.parent, o.last_seen, o.added, d.relevance,
       (SELECT GROUP_CONCAT(asked, '; ') FROM (SELECT COALESCE(r.record_key, r.title, r.doi, r.key) AS asked FROM wanted r
        WHERE r.document = d.sha256 AND r.state = 'found' ORDER BY r.id)) AS wanted
FROM documents d LEFT JOIN locations o ON o.id = d.original;

CREATE VIEW v_links AS
SELECT "from", "to", SUM(links) AS count, MIN(seen_at) AS first_seen FROM (
    SELECT from_host AS "from", to_host AS "to", links, first_seen AS seen_at FROM host_links
    UNION ALL
    SELECT f.key, t.key, t.value, g.seen_at
    FROM host_link_groups g, json_each(g.links) f, json_each(f.value) t
) GROUP BY 1, 2;

CREATE VIEW v_pages AS SELECT u.* FROM v_urls u WHERE u.document = 0 AND NOT (
    (u.outcome = 'challenge' OR u.outcome = 'failed' AND COALESCE(u.cause, '') = 'soft 404')
    AND EXISTS (SELECT 1 FROM pages p WHERE p.id = u.id AND p.got_at IS NULL));

CREATE VIEW v_places AS
SELECT u.*, d.genre, d.state, COALESCE(d.cause, u.cause) AS reason, CAST(ROUND(d.confidence * 100) AS INTEGER) AS confidence, d.judged_by,
       d.authors, d.year,
       (SELECT CAST(COALESCE(f.confidence, 0) * 100 + 1e-6 AS INTEGER) FROM document_fields f WHERE f.document = d.id AND f.name = 'year'
        ORDER BY f.position LIMIT 1) AS year_confidence,
       d.venue, d.doi, NULLIF(d.pages, 0) AS pages, NULLIF(d.words, 0) AS words, d.name,
       (SELECT COUNT(DISTINCT c.page_id) FROM v_citations c WHERE c.document = d.id AND c.outside = 1) AS linked_from,
       d.citations,
       (SELECT COUNT(*) FROM locations o WHERE o.document = d.id AND o.latest = 1) AS copies,
       (SELECT r.sha256 FROM documents r WHERE r.id = d.replaced_by) AS replaced_by, d.added_at, d.cut
FROM v_urls u LEFT JOIN locations l ON l.url = u.url AND l.latest = 1 LEFT JOIN documents d ON d.id = l.document;

CREATE VIEW v_references_to_documents AS
SELECT d.sha256 AS cited, d.title AS cited_title, c.sha256 AS document, c.title, c.year, o.url, x.matched, r.raw
FROM document_citations x JOIN documents d ON d.id = x.cited JOIN documents c ON c.id = x.document
     LEFT JOIN locations o ON o.id = c.original
     LEFT JOIN document_references r ON r.document = x.document AND r.position = x.position
WHERE c.state = 'accepted' AND c.work <> d.work;

CREATE VIEW v_refused_by_cause AS
SELECT cause, SUM(links) AS links, COUNT(*) AS hosts FROM refusals
GROUP BY cause ORDER BY links DESC, cause;

CREATE VIEW v_site_summary AS
WITH counts AS (
    SELECT site,
           SUM(CASE WHEN document = 0 AND outcome NOT IN (2, 3) AND (outcome = 1 OR got_at IS NOT NULL) THEN 1 ELSE 0 END) AS pages,
           SUM(CASE WHEN document = 1 AND outcome NOT IN (2, 3) AND (outcome = 1 OR got_at IS NOT NULL) THEN 1 ELSE 0 END) AS documents,
           SUM(CASE WHEN outcome = 3 THEN 1 ELSE 0 END) AS errors,
           SUM(CASE WHEN outcome = 2 THEN 1 ELSE 0 END) AS redirects,
           SUM(CASE WHEN copy_of IS NOT NULL THEN 1 ELSE 0 END) AS copies,
           SUM(size) AS bytes, SUM(wire) AS wire,
           AVG(CASE WHEN document = 0 AND outcome = 1 AND copy_of IS NULL THEN relevance END) AS relevance,
           SUM(CASE WHEN document = 0 AND outcome = 1 AND copy_of IS NULL AND relevance >= 0.5 THEN 1 ELSE 0 END) AS relevant,
           MIN(fetched_at) AS first_fetched, MAX(fetched_at) AS last_fetched
    FROM pages WHERE outcome <> 5 OR got_at IS NOT NULL GROUP BY site
), refused AS (
    SELECT host, SUM(links) AS links FROM refusals GROUP BY host
)
SELECT s.id, s.host, s.domain,
       COALESCE(c.pages, 0) AS pages, COALESCE(c.documents, 0) AS documents,
       COALESCE(c.errors, 0) AS errors, COALESCE(c.redirects, 0) AS redirects,
       COALESCE(c.copies, 0) AS copies, COALESCE(r.links, 0) AS refused,
       COALESCE(c.bytes, 0) AS bytes, COALESCE(c.wire, 0) AS wire,
       c.first_fetched, c.last_fetched,
       (SELECT CASE WHEN b.status BETWEEN 200 AND 299 THEN 'rules'
                    WHEN b.status BETWEEN 300 AND 499 THEN 'none'
                    ELSE 'unreachable' END
        FROM robots b WHERE b.origin IN ('http://' || s.host, 'https://' || s.host)
        ORDER BY b.fetched_at DESC LIMIT 1) AS robots,
       s.given_up, s.scheme, s.delay_us / 1000 AS delay_ms,
       c.relevance, COALESCE(c.relevant, 0) AS relevant
FROM sites s LEFT JOIN counts c ON c.site = s.id LEFT JOIN refused r ON r.host = s.host;

CREATE VIEW v_states AS
SELECT state, cause, COUNT(*) AS documents FROM documents
GROUP BY state, cause ORDER BY state, documents DESC, cause;

CREATE VIEW v_status AS
SELECT status, COUNT(*) AS urls, SUM(size) AS bytes FROM v_urls GROUP BY status ORDER BY status;

CREATE VIEW v_types AS
SELECT type, COUNT(*) AS urls, SUM(size) AS bytes FROM v_urls GROUP BY type ORDER BY urls DESC, type;

CREATE VIEW v_unfiled_documents AS
SELECT u.id, u.url, u.status, u.type, u.mime, u.size, u.depth, u.level, u.title, u.site, u.domain, u.parent, u.fetched_at, u.sha256, u.cause,
       u.outcome, u.kind, u.language, u.charset, u.truncated, u.copy_of, u.location, u.links, u.fetches, u.attempt,
       u.not_modified, u.wire, u.took_ms, u.etag, u.last_modified, u.address, u.protocol, u.file, u."offset", u.length,
       CAST(NULL AS TEXT) AS genre,
       CASE WHEN EXISTS (SELECT 1 FROM intake i WHERE i.page = p.id AND i.sha256 = p.sha256) THEN 'queued' ELSE 'skipped' END AS state,
       COALESCE(u.cause, 'truncated: ' || u.truncated) AS reason, CAST(NULL AS INTEGER) AS confidence, CAST(NULL AS TEXT) AS judged_by,
       CAST(NULL AS TEXT) AS authors, CAST(NULL AS INTEGER) AS year, CAST(NULL AS INTEGER) AS year_confidence, CAST(NULL AS TEXT) AS venue, CAST(NULL AS TEXT) AS doi,
       CAST(NULL AS INTEGER) AS pages, CAST(NULL AS INTEGER) AS words, CAST(NULL AS TEXT) AS name,
       (SELECT COUNT(DISTINCT c.page) FROM citations c JOIN pages f ON f.id = c.page WHERE c.url = u.url AND f.site <> p.site) AS linked_from, CAST(NULL AS INTEGER) AS citations,
       1 + (SELECT COUNT(*) FROM pages q WHERE q.body_key = p.body_key AND q.sha256 = p.sha256 AND q.document = p.document AND q.id > p.id) AS copies,
       CAST(NULL AS TEXT) AS replaced_by, CAST(NULL AS TEXT) AS added_at, CAST(NULL AS TEXT) AS cut, u.relevance, CAST(NULL AS TEXT) AS wanted
FROM v_urls u JOIN pages p ON p.id = u.id
WHERE u.document = 1 AND NOT EXISTS (SELECT 1 FROM documents d WHERE d.sha256 = p.sha256)
  AND NOT EXISTS (SELECT 1 FROM pages q WHERE q.body_key = p.body_key AND q.sha256 = p.sha256 AND q.document = p.document AND q.id < p.id);

CREATE VIEW v_urls AS
SELECT p.id, p.url, p.status, p.type, p.mime, p.size, p.depth, p.level, p.title,
       s.host AS site, s.domain, p.parent, p.fetched_at, p.sha256, p.cause,
       CASE p.outcome WHEN 1 THEN 'fetched' WHEN 2 THEN 'redirect' WHEN 3 THEN 'failed'
                      WHEN 4 THEN 'retry' WHEN 6 THEN 'challenge' ELSE 'refused' END AS outcome,
       p.kind, p.language, p.charset, p.truncated, p.copy_of, p.location, p.links,
       p.fetches, p.attempt, p.not_modified, p.wire, p.took_us / 1000 AS took_ms,
       p.etag, p.last_modified, p.address, p.protocol, p.file,
       CASE WHEN p.file IS NULL THEN NULL ELSE p.file_offset END AS "offset",
       CASE WHEN p.file IS NULL THEN NULL ELSE p.file_length END AS length,
       p.document,
       COALESCE(p.relevance, (SELECT d.relevance FROM locations l JOIN documents d ON d.id = l.document WHERE l.url = p.url AND l.latest = 1)) AS relevance
FROM pages p JOIN sites s ON s.id = p.site
WHERE p.outcome <> 5 OR p.got_at IS NOT NULL;

