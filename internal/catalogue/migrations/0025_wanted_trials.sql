-- What came of the requests that a rule has proposed at a landing page: a rule that never gives anything at a site is not asked there again, and where
-- papers follow from the addresses of their pages is learned from these rows.
CREATE TABLE wanted_trials (
    id    INTEGER PRIMARY KEY,             -- in the order in which they were made
    found INTEGER NOT NULL,                -- 1: it was the wanted work
    site  TEXT    NOT NULL,                -- host of the page
    rule  TEXT    NOT NULL,
    page  TEXT    NOT NULL,                -- address of the landing page
    url   TEXT    NOT NULL,                -- that was proposed
    paper TEXT    NOT NULL                 -- where its redirects ended
);

CREATE UNIQUE INDEX wanted_trials_request ON wanted_trials (page, rule, url);
