-- What a bibliography says of a document that was added with it, by hash as the edits of people are: values that stand behind those edits
-- and before what was found in the document.
CREATE TABLE bibliography_fields (
    sha256   TEXT    NOT NULL,
    name     TEXT    NOT NULL,
    position INTEGER NOT NULL,
    value    TEXT    NOT NULL,
    at       TEXT    NOT NULL,
    PRIMARY KEY (sha256, name, position)
);
