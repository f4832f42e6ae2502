-- What changed from crawl to crawl: new, changed, unchanged and gone pages and documents.

-- One row a URL that was fetched more than once. Of the others, the row of pages says all.
CREATE TABLE revisits (
    page       INTEGER PRIMARY KEY REFERENCES pages (id),
    first_got  TEXT,                       -- when a body was first got; NULL while none was
    changed_at TEXT,                       -- when the body that the library has came
    seen_at    TEXT,                       -- when the URL last had that body
    gone_at    TEXT                        -- since when the URL is gone; NULL while it is not
);

INSERT INTO revisits (page, first_got, changed_at, seen_at, gone_at)
SELECT p.id, MIN(CASE WHEN f.outcome = 1 THEN f.fetched_at END), MIN(CASE WHEN f.outcome = 1 AND f.sha256 = p.sha256 THEN f.fetched_at END),
       MAX(CASE WHEN f.outcome = 1 THEN f.fetched_at END),
       CASE WHEN p.got_at IS NOT NULL AND p.outcome = 3 AND (p.status IN (404, 410) OR p.cause = 'soft 404') THEN p.fetched_at END
FROM fetches f JOIN pages p ON p.id = f.page GROUP BY p.id;

-- Since when a host is given up; NULL once it has answered again.
ALTER TABLE sites ADD COLUMN gone_at TEXT;

-- Each URL of which a body was got, with the times of its changes.
CREATE VIEW v_changes AS
SELECT p.id, p.url, p.document, COALESCE(r.first_got, p.got_at) AS first_got, COALESCE(r.changed_at, p.got_at) AS changed_at,
       COALESCE(r.seen_at, p.got_at) AS seen_at, COALESCE(r.gone_at, s.gone_at) AS gone_at
FROM pages p JOIN sites s ON s.id = p.site LEFT JOIN revisits r ON r.page = p.id
WHERE p.got_at IS NOT NULL;

DROP VIEW v_site_summary;

-- Each host with what came of it. A URL counts once, by its last answer.
CREATE VIEW v_site_summary AS
WITH counts AS (
    SELECT site,
           SUM(CASE WHEN document = 0 AND outcome NOT IN (2, 3) AND (outcome = 1 OR got_at IS NOT NULL) THEN 1 ELSE 0 END) AS pages,
           SUM(CASE WHEN document = 1 AND outcome NOT IN (2, 3) AND (outcome = 1 OR got_at IS NOT NULL) THEN 1 ELSE 0 END) AS documents,
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
