-- A document has the keys of the wanted records that it was found for, so that a list can be of what was asked for.
ALTER TABLE wanted ADD COLUMN record_key TEXT; -- as the bibliography writes it, such as that of an entry of BibTeX
UPDATE wanted SET record_key = NULLIF(json_extract(record, '$.Key'), '');

CREATE INDEX wanted_document ON wanted (document) WHERE document IS NOT NULL;

DROP VIEW v_library;
DROP VIEW v_filed_documents;
DROP VIEW v_unfiled_documents;

-- The documents that were filed, as before, with the records that they were found for.
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

-- Every document that was filed, with the last fetch of its URL while that has these bytes.
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

-- Documents that were fetched and are not filed.
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
