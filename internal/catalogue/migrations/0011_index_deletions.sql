-- Pages that turned out to be soft 404s after they were recorded: the full-text index is to delete their entries.
CREATE TABLE index_deletions (
    page INTEGER PRIMARY KEY REFERENCES pages (id)
);
