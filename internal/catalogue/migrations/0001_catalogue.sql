-- The catalogue, version 1. The dialect is what SQLite and PostgreSQL share.
-- Times are RFC 3339 in UTC with microseconds, so that they sort as text.
-- What is not known is NULL, never an empty string. Flags are 0 or 1.

-- Hosts that were asked, and what was learned about them.
CREATE TABLE sites (
    id       INTEGER PRIMARY KEY,
    host     TEXT    NOT NULL UNIQUE,      -- with the port when it is not the default
    domain   TEXT,                         -- registrable domain
    scheme   TEXT,                         -- that answers, when the first one found does not
    fold     TEXT,                         -- names of default pages that are folded here
    given_up TEXT,                         -- cause; NULL while the host is asked
    failures BIGINT  NOT NULL DEFAULT 0,   -- in a row
    delay_us BIGINT  NOT NULL DEFAULT 0    -- microseconds between two requests; 0: the crawl's own
);

-- One row a URL that was asked for: its last state and the last body that was got.
-- Numbers stand first: what counts over all rows reads only the beginning of each.
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
);

-- Finds equal bodies.
CREATE INDEX pages_body ON pages (body_key, site) WHERE body_key IS NOT NULL;

-- Every fetch of the URLs that were fetched more than once. A single fetch is
-- the row of its page; view v_fetches shows both.
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

CREATE INDEX fetches_page ON fetches (page);

-- Links that were not followed, counted.
CREATE TABLE refusals (
    host  TEXT   NOT NULL,
    cause TEXT   NOT NULL,
    links BIGINT NOT NULL,
    PRIMARY KEY (host, cause)
);

-- Links from one host to another.
CREATE TABLE host_links (
    from_host  TEXT   NOT NULL,
    to_host    TEXT   NOT NULL,
    links      BIGINT NOT NULL,
    first_seen TEXT,
    PRIMARY KEY (from_host, to_host)
);

-- Links from one host to a document of another.
CREATE TABLE document_links (
    from_host TEXT   NOT NULL,
    url       TEXT   NOT NULL,
    links     BIGINT NOT NULL,
    PRIMARY KEY (url, from_host)
);

-- What origins answered when asked for robots.txt.
CREATE TABLE robots (
    origin     TEXT    PRIMARY KEY,        -- scheme://host
    fetched_at TEXT    NOT NULL,
    status     INTEGER NOT NULL,           -- 0: no answer
    cause      TEXT,                       -- why there was none
    body       BYTEA
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

-- How far the crawl's groups have come: one row.
CREATE TABLE progress (
    id             INTEGER PRIMARY KEY CHECK (id = 1),
    serial         BIGINT NOT NULL,        -- of the last group
    archive_file   TEXT,                   -- the archive is good up to here
    archive_offset BIGINT NOT NULL,
    other_wire     BIGINT NOT NULL         -- bytes that came besides those of the pages: robots.txt
);

INSERT INTO progress (id, serial, archive_offset, other_wire) VALUES (1, 0, 0, 0);

-- Every URL that was fetched, page or document, in words.
CREATE VIEW v_urls AS
SELECT p.id, p.url, p.status, p.type, p.mime, p.size, p.depth, p.level, p.title,
       s.host AS site, s.domain, p.parent, p.fetched_at, p.sha256, p.cause,
       CASE p.outcome WHEN 1 THEN 'got' WHEN 2 THEN 'moved' WHEN 3 THEN 'failed'
                      WHEN 4 THEN 'retried' ELSE 'ruled out' END AS outcome,
       p.kind, p.language, p.charset, p.truncated, p.copy_of, p.location, p.links,
       p.fetches, p.attempt, p.not_modified, p.wire, p.took_us / 1000 AS took_ms,
       p.etag, p.last_modified, p.address, p.protocol, p.file,
       CASE WHEN p.file IS NULL THEN NULL ELSE p.file_offset END AS "offset",
       CASE WHEN p.file IS NULL THEN NULL ELSE p.file_length END AS length,
       p.document
FROM pages p JOIN sites s ON s.id = p.site
WHERE p.outcome <> 5 OR p.got_at IS NOT NULL;

CREATE VIEW v_pages AS SELECT * FROM v_urls WHERE document = 0;

CREATE VIEW v_documents AS SELECT * FROM v_urls WHERE document = 1;

-- Every fetch, in words.
CREATE VIEW v_fetches AS
SELECT p.url, f.fetched_at, f.status, f.outcome, f.cause, f.attempt, f.size, f.sha256, f.truncated,
       f.not_modified, f.wire, f.took_us, f.location, f.address, f.file, f.file_offset, f.file_length
FROM fetches f JOIN pages p ON p.id = f.page
UNION ALL
SELECT url, fetched_at, status, outcome, cause, attempt, size, sha256, truncated,
       not_modified, wire, took_us, location, address, file, file_offset, file_length
FROM pages WHERE fetches = 1;

-- Each host with what came of it.
CREATE VIEW v_site_summary AS
WITH counts AS (
    SELECT site,
           SUM(CASE WHEN document = 0 THEN 1 ELSE 0 END) AS pages,
           SUM(document) AS documents,
           SUM(CASE WHEN outcome = 3 THEN 1 ELSE 0 END) AS errors,
           SUM(CASE WHEN outcome = 2 THEN 1 ELSE 0 END) AS redirects,
           SUM(CASE WHEN copy_of IS NOT NULL THEN 1 ELSE 0 END) AS copies,
           SUM(size) AS bytes, SUM(wire) AS wire,
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
       s.given_up, s.scheme, s.delay_us / 1000 AS delay_ms
FROM sites s LEFT JOIN counts c ON c.site = s.id LEFT JOIN refused r ON r.host = s.host;

CREATE VIEW v_links AS
SELECT from_host AS "from", to_host AS "to", links AS count, first_seen FROM host_links;

-- Documents that other hosts link to, most cited first (DLCC).
CREATE VIEW v_cited_documents AS
SELECT url, COUNT(*) AS hosts, SUM(links) AS links FROM document_links
GROUP BY url ORDER BY hosts DESC, links DESC, url;

-- Hosts that other hosts link to, most cited first (SSRC).
CREATE VIEW v_cited_sites AS
SELECT to_host AS host, COUNT(*) AS hosts, SUM(links) AS links FROM host_links
GROUP BY to_host ORDER BY hosts DESC, links DESC, host;

CREATE VIEW v_errors_by_cause AS
SELECT COALESCE(cause, 'status ' || status) AS cause, COUNT(*) AS urls FROM pages
WHERE outcome = 3 GROUP BY 1 ORDER BY urls DESC, 1;

CREATE VIEW v_refused_by_cause AS
SELECT cause, SUM(links) AS links, COUNT(*) AS hosts FROM refusals
GROUP BY cause ORDER BY links DESC, cause;

CREATE VIEW v_types AS
SELECT type, COUNT(*) AS urls, SUM(size) AS bytes FROM v_urls GROUP BY type ORDER BY urls DESC, type;

CREATE VIEW v_status AS
SELECT status, COUNT(*) AS urls, SUM(size) AS bytes FROM v_urls GROUP BY status ORDER BY status;

CREATE VIEW v_depth AS
SELECT depth, COUNT(*) AS urls, SUM(document) AS documents, SUM(size) AS bytes FROM v_urls
GROUP BY depth ORDER BY depth;

CREATE VIEW v_level AS
SELECT level, COUNT(*) AS urls, SUM(document) AS documents, SUM(size) AS bytes FROM v_urls
GROUP BY level ORDER BY level;

CREATE VIEW v_languages AS
SELECT language, COUNT(*) AS urls FROM v_urls GROUP BY language ORDER BY urls DESC, language;
