-- Outcome 6: an answer that is not the page or document asked for, such as a captcha. It is neither a page nor an
-- error. A URL of which an earlier fetch brought a body stays what it was.

DROP VIEW v_urls;

-- Every URL that was fetched, page or document, in words.
CREATE VIEW v_urls AS
SELECT p.id, p.url, p.status, p.type, p.mime, p.size, p.depth, p.level, p.title,
       s.host AS site, s.domain, p.parent, p.fetched_at, p.sha256, p.cause,
       CASE p.outcome WHEN 1 THEN 'got' WHEN 2 THEN 'moved' WHEN 3 THEN 'failed'
                      WHEN 4 THEN 'retried' WHEN 6 THEN 'challenge' ELSE 'ruled out' END AS outcome,
       p.kind, p.language, p.charset, p.truncated, p.copy_of, p.location, p.links,
       p.fetches, p.attempt, p.not_modified, p.wire, p.took_us / 1000 AS took_ms,
       p.etag, p.last_modified, p.address, p.protocol, p.file,
       CASE WHEN p.file IS NULL THEN NULL ELSE p.file_offset END AS "offset",
       CASE WHEN p.file IS NULL THEN NULL ELSE p.file_length END AS length,
       p.document
FROM pages p JOIN sites s ON s.id = p.site
WHERE p.outcome <> 5 OR p.got_at IS NOT NULL;

DROP VIEW v_pages;

-- Every URL that is no document, without those that brought only a challenge or a "not found" with status 200.
CREATE VIEW v_pages AS SELECT u.* FROM v_urls u WHERE u.document = 0 AND NOT (
    (u.outcome = 'challenge' OR u.outcome = 'failed' AND COALESCE(u.cause, '') = 'soft 404')
    AND EXISTS (SELECT 1 FROM pages p WHERE p.id = u.id AND p.got_at IS NULL));

DROP VIEW v_site_summary;

-- Each host with what came of it.
CREATE VIEW v_site_summary AS
WITH counts AS (
    SELECT site,
           SUM(CASE WHEN document = 0 AND (outcome <> 6 OR got_at IS NOT NULL) THEN 1 ELSE 0 END) AS pages,
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

DROP VIEW v_filed_documents;

-- Every document that was filed, with the last fetch of its URL while that has these bytes.
CREATE VIEW v_filed_documents AS
SELECT d.id, d.url, p.status, d.type, p.mime, d.size, p.depth, p.level, COALESCE(d.title, p.title) AS title, d.site, s.domain, COALESCE(d.parent, p.parent) AS parent,
       COALESCE(p.fetched_at, CASE WHEN d.added = 0 THEN d.last_seen END) AS fetched_at, d.sha256, p.cause,
       CASE p.outcome WHEN 1 THEN 'got' WHEN 2 THEN 'moved' WHEN 3 THEN 'failed' WHEN 4 THEN 'retried' WHEN 5 THEN 'ruled out'
            WHEN 6 THEN 'challenge' ELSE CASE d.added WHEN 1 THEN 'added' WHEN 0 THEN 'got' END END AS outcome,
       p.kind, COALESCE(d.language, p.language) AS language, p.charset, p.truncated, p.copy_of, p.location, p.links, p.fetches, p.attempt,
       p.not_modified, p.wire, p.took_us / 1000 AS took_ms, p.etag, p.last_modified, p.address, p.protocol, p.file,
       CASE WHEN p.file IS NULL THEN NULL ELSE p.file_offset END AS "offset", CASE WHEN p.file IS NULL THEN NULL ELSE p.file_length END AS length,
       d.genre, d.state, d.reason, d.confidence, d.judged_by, d.authors, d.year, d.venue, d.doi, d.pages, d.words, d.name, d.citations, d.copies,
       d.replaced_by, d.added_at, d.cut
FROM v_library d LEFT JOIN pages p ON p.url = d.url AND p.sha256 = d.sha256 LEFT JOIN sites s ON s.id = p.site;
