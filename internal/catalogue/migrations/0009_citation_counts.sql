-- The number of citations of each document is stored: to count those of 100,000 documents for a sorted list takes seconds.

ALTER TABLE documents ADD COLUMN citations INTEGER NOT NULL DEFAULT 0;  -- works whose accepted documents cite its work

CREATE INDEX documents_citations ON documents (citations);

-- Works whose citations may have changed. It is empty between transactions: each counts again what it has changed.
CREATE TABLE stale_citations (work INTEGER PRIMARY KEY);

CREATE TRIGGER citation_added AFTER INSERT ON document_citations BEGIN
    INSERT INTO stale_citations (work) SELECT work FROM documents WHERE id = NEW.cited ON CONFLICT (work) DO NOTHING;
END;

CREATE TRIGGER citation_deleted AFTER DELETE ON document_citations BEGIN
    INSERT INTO stale_citations (work) SELECT work FROM documents WHERE id = OLD.cited ON CONFLICT (work) DO NOTHING;
END;

-- A document that changes its work or its state: its old work, its new one, and the works that it cites.
CREATE TRIGGER citing_changed AFTER UPDATE OF work, state ON documents WHEN OLD.work <> NEW.work OR OLD.state <> NEW.state BEGIN
    INSERT INTO stale_citations (work) VALUES (OLD.work), (NEW.work) ON CONFLICT (work) DO NOTHING;
    INSERT INTO stale_citations (work) SELECT d.work FROM document_citations x JOIN documents d ON d.id = x.cited WHERE x.document = NEW.id
        ON CONFLICT (work) DO NOTHING;
END;

WITH counts AS MATERIALIZED (
    SELECT m.work, COUNT(DISTINCT c.work) AS n FROM document_citations x JOIN documents m ON m.id = x.cited JOIN documents c ON c.id = x.document
    WHERE c.work <> m.work AND c.state = 'accepted' GROUP BY m.work
)
UPDATE documents SET citations = counts.n FROM counts WHERE documents.work = counts.work;

DROP VIEW v_library;
DROP VIEW v_places;
DROP VIEW v_filed_documents;

-- The documents that were filed. linked_from counts pages of other hosts, citations the works whose references cite it or another
-- document of its work.
CREATE VIEW v_library AS
SELECT d.id, d.sha256, d.state, d.cause AS reason, d.genre, CAST(ROUND(d.confidence * 100) AS INTEGER) AS confidence,
       d.judged_by, d.title, d.authors, d.year, d.venue, d.doi, d.abstract, d.type, d.wrapped, d.size, NULLIF(d.pages, 0) AS pages,
       NULLIF(d.words, 0) AS words, d.language, d.name, o.url, o.host AS site,
       (SELECT COUNT(*) FROM locations l WHERE l.document = d.id AND l.latest = 1) AS copies,
       (SELECT COUNT(DISTINCT c.page_id) FROM v_citations c WHERE c.document = d.id AND c.outside = 1) AS linked_from,
       d.citations,
       (SELECT w.sha256 FROM documents w WHERE w.id = d.work AND d.work <> d.id) AS work,
       (SELECT r.sha256 FROM documents r WHERE r.id = d.replaced_by) AS replaced_by,
       d.added_at, d.judged_at, d.read_at, d.state_at, d.cut, o.parent, o.last_seen, o.added
FROM documents d LEFT JOIN locations o ON o.id = d.original;

-- Every URL, with its document.
CREATE VIEW v_places AS
SELECT u.*, d.genre, d.state, COALESCE(d.cause, u.cause) AS reason, CAST(ROUND(d.confidence * 100) AS INTEGER) AS confidence, d.judged_by,
       d.authors, d.year, d.venue, d.doi, NULLIF(d.pages, 0) AS pages, NULLIF(d.words, 0) AS words, d.name,
       (SELECT COUNT(DISTINCT c.page_id) FROM v_citations c WHERE c.document = d.id AND c.outside = 1) AS linked_from,
       d.citations,
       (SELECT COUNT(*) FROM locations o WHERE o.document = d.id AND o.latest = 1) AS copies,
       (SELECT r.sha256 FROM documents r WHERE r.id = d.replaced_by) AS replaced_by, d.added_at, d.cut
FROM v_urls u LEFT JOIN locations l ON l.url = u.url AND l.latest = 1 LEFT JOIN documents d ON d.id = l.document;

-- Every document that was filed, with the last fetch of its URL while that has these bytes. The domain is a subquery, because a
-- join would keep SQLite from omitting the pages where no column of theirs is asked for.
CREATE VIEW v_filed_documents AS
SELECT d.id, d.url, p.status, d.type, p.mime, d.size, p.depth, p.level, COALESCE(d.title, p.title) AS title, d.site, (SELECT s.domain FROM sites s WHERE s.id = p.site) AS domain, COALESCE(d.parent, p.parent) AS parent,
       COALESCE(p.fetched_at, CASE WHEN d.added = 0 THEN d.last_seen END) AS fetched_at, d.sha256, p.cause,
       CASE p.outcome WHEN 1 THEN 'got' WHEN 2 THEN 'moved' WHEN 3 THEN 'failed' WHEN 4 THEN 'retried' WHEN 5 THEN 'ruled out'
            WHEN 6 THEN 'challenge' ELSE CASE d.added WHEN 1 THEN 'added' WHEN 0 THEN 'got' END END AS outcome,
       p.kind, COALESCE(d.language, p.language) AS language, p.charset, p.truncated, p.copy_of, p.location, p.links, p.fetches, p.attempt,
       p.not_modified, p.wire, p.took_us / 1000 AS took_ms, p.etag, p.last_modified, p.address, p.protocol, p.file,
       CASE WHEN p.file IS NULL THEN NULL ELSE p.file_offset END AS "offset", CASE WHEN p.file IS NULL THEN NULL ELSE p.file_length END AS length,
       d.genre, d.state, d.reason, d.confidence, d.judged_by, d.authors, d.year, d.venue, d.doi, d.pages, d.words, d.name, d.linked_from, d.citations, d.copies,
       d.replaced_by, d.added_at, d.cut
FROM v_library d LEFT JOIN pages p ON p.url = d.url AND p.sha256 = d.sha256;
