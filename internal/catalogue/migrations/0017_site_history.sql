-- What each crawl has made of each site that it visited, as the library was when the crawl ended.
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
