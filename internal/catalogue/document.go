package catalogue

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"sluice/document/describe"
	"sluice/internal/format"
	"sluice/library"
)

// Relation says that another document is of the same work.
type Relation struct {
	SHA256     string  // of the other one
	Kind       string  // "format": the same in another format; "version": a near duplicate
	Similarity float64 // of the texts, 0 to 1; 0: not measured
	How        string  // how it was found, in words
}

// Signature is the data by which near duplicates of a text are found. See [Documents.Similar].
type Signature struct {
	Bands    []uint64 // hashes of which similar texts are likely to share one
	Sketch   []byte   // from which similarity is estimated, as its maker likes it
	TitleKey string   // equal for two writings of one title; empty: unknown
}

// Candidate is something that a document points to, kept to be fetched or looked for later.
type Candidate struct {
	Kind      string // "url", "doi", "arxiv", "reference"
	Value     string
	Reference int    // which of the document's references names it, from 1; 0: a link of its text
	State     string // "new" to begin with
	Document  string // hash of the document that points to it; not looked at in a filing
}

// The most that is kept of one document.
const (
	MaxFields     = 1000
	maxReasons    = 20
	maxCandidates = 2000
	maxBands      = 256
)

// sourceUser marks the fields that a person set.
const sourceUser = "user"

// byUser marks verdicts by a person.
const byUser = "user"

// summary has the fields that listings show. They are copied into the row of the document, so
// that a listing need not join the table of fields.
type summary struct {
	title, authors, venue, doi, abstract, language string
	year                                           int
}

// summarize returns the best value of each field of a summary.
func summarize(fields []describe.Field) summary {
	d := library.Document{Fields: fields}
	s := summary{title: d.Get("title"), authors: strings.Join(d.All("author"), authorsJoin), venue: d.Get("venue"),
		doi: d.Get("doi"), abstract: d.Get("abstract"), language: d.Get("language")}
	for _, f := range fields {
		if f.Name == "year" || f.Name == "date" {
			s.year = cmp.Or(s.year, yearIn(f.Value))
		}
	}
	return s
}

// yearIn returns the first number of four digits that may be a year, or 0.
func yearIn(s string) int {
	digits := 0
	for i := 0; i <= len(s); i++ {
		if i < len(s) && s[i] >= '0' && s[i] <= '9' {
			digits++
			continue
		}
		if digits == 4 {
			if y, _ := strconv.Atoi(s[i-4 : i]); y >= 1400 && y < 2200 {
				return y
			}
		}
		digits = 0
	}
	return 0
}

// packedEndings are the endings of compressed files and archives.
var packedEndings = map[string]bool{".gz": true, ".z": true, ".bz2": true, ".xz": true, ".zst": true, ".tgz": true, ".zip": true}

// stemOf returns a URL without scheme and without the endings of formats. Documents with equal
// stems are formats of one work: one folder, one name. It is empty for a URL that has no such
// ending, or a query.
func stemOf(url string) string {
	if strings.Contains(url, "?") {
		return ""
	}
	_, stem, ok := strings.Cut(url, "://")
	if !ok {
		return ""
	}
	folder := strings.LastIndexByte(stem, '/') + 1
	if folder == 0 {
		return ""
	}
	name := WithoutEndings(stem[folder:])
	if name == stem[folder:] {
		return ""
	}
	return stem[:folder] + name
}

// WithoutEndings returns a file's name without the endings of formats and of packing, such as
// "thesis" for "thesis.ps.gz".
func WithoutEndings(name string) string {
	for {
		dot := strings.LastIndexByte(name, '.')
		if dot <= 0 {
			return name
		}
		if ending := strings.ToLower(name[dot:]); !format.NamesFormat(ending) && !packedEndings[ending] {
			return name
		}
		name = name[:dot]
	}
}

// plausible returns a server's date of a file as it is stored: NULL if it cannot be right.
func plausible(modified, seen time.Time) any {
	if modified.IsZero() || modified.Year() < 1990 || modified.After(seen.Add(24*time.Hour)) {
		return nil
	}
	return stamp(modified)
}

// Moves has the documents whose files may have to move after a change, by hash, each with the
// state that decides its folder. The files of a removed document must be deleted.
type Moves map[string]library.State

// authorsJoin separates the authors in one column.
const authorsJoin = "; "
