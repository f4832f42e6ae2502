-- Sites have the mean relevance of their pages to the topic of the library, and the number of relevant ones.

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
