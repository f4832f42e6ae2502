-- What the index knows of itself: its format, and the marks of who fills it.
CREATE TABLE marks (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

-- What is counted and filtered by, packed (see facts.go), for each match of a search to be read at once.
CREATE TABLE docs (id INTEGER PRIMARY KEY, facts BLOB NOT NULL); -- the id is that of words and of texts, too

-- What is shown of a hit.
CREATE TABLE texts (
  id       INTEGER PRIMARY KEY,
  key      TEXT NOT NULL UNIQUE,
  url      TEXT NOT NULL,
  title    TEXT NOT NULL,
  authors  TEXT NOT NULL, -- one a line
  abstract TEXT NOT NULL,
  body     BLOB           -- compressed with Zstandard
);

-- An id is never given again: it is remembered by all who have the index open.
CREATE TABLE facets (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, value TEXT NOT NULL, UNIQUE (name, value));

-- The words of all texts, for fuzzy search. A word whose last text goes stays till all is tidied.
CREATE TABLE vocabulary (word TEXT PRIMARY KEY) WITHOUT ROWID;

-- Each text is its words, folded and parted by spaces, and after them "=stem" for each of them that is no stop word: words are for phrases,
-- beginnings and misspelt words, stems for all else, and a word counts as often as it stands there. Last
-- come stems of words with a hyphen, written as one, and "=word" for words with diacritics.
CREATE VIRTUAL TABLE words USING fts5(title, authors, keywords, subjects, abstract, headings, anchors, body,
  content='', contentless_delete=1, tokenize="ascii tokenchars '=+#.'''");
INSERT INTO words(words, rank) VALUES ('hashsize', 8388608), ('automerge', 8), ('crisismerge', 24);
CREATE VIRTUAL TABLE terms USING fts5vocab(words, row);

INSERT INTO marks VALUES ('format', '6'), ('tidied', '0');
