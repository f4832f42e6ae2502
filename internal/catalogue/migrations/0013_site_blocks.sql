-- What sites repeat on their pages, such as menus: it is not indexed as the text of a page. Blocks of text are hashes.
CREATE TABLE site_blocks (
    site     INTEGER PRIMARY KEY REFERENCES sites (id),
    version  BIGINT  NOT NULL,             -- grows when the blocks change. pages.indexed is 0, or 1 + the version with which a page is indexed
    sampled  BIGINT  NOT NULL,             -- pages of the sample in which they were found
    changes  BIGINT  NOT NULL,             -- of the sample since
    repeated BYTEA   NOT NULL
);

CREATE INDEX site_blocks_changed ON site_blocks (site) WHERE changes > 0;

-- The sample of a site's pages: those with the least keys.
CREATE TABLE page_blocks (
    page   INTEGER PRIMARY KEY REFERENCES pages (id),
    site   INTEGER NOT NULL REFERENCES sites (id),
    key    BIGINT  NOT NULL,
    blocks BYTEA   NOT NULL
);

CREATE INDEX page_blocks_site ON page_blocks (site, key);

DROP INDEX pages_indexed;
CREATE INDEX pages_indexed ON pages (site, indexed) WHERE indexed > 0;
