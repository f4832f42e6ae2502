-- A body whose reading was broken off is read after the others of its site: deferred grows with each of these, 0 is none.
ALTER TABLE intake ADD COLUMN deferred INTEGER NOT NULL DEFAULT 0;
CREATE INDEX intake_deferred ON intake (site, deferred) WHERE deferred > 0;
