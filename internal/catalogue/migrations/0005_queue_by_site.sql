-- The queue returns bodies of the sites in turn.
ALTER TABLE intake ADD COLUMN site INTEGER NOT NULL DEFAULT 0;
UPDATE intake SET site = (SELECT p.site FROM pages p WHERE p.id = intake.page);
CREATE INDEX intake_site ON intake (site, id);
