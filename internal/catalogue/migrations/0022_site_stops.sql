-- Sites that a crawl has stopped early, because they yielded too few documents.
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
