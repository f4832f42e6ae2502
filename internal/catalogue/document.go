package catalogue

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"sluice/internal/format"
)

// State is the state of a document in the library.
type State string

// The states of a document. A word is on disk: never change one.
const (
	Accepted State = "accepted" // in the library
	Rejected State = "rejected" // judged no part of it: in the trash
	Waiting  State = "waiting"  // not read yet, and neither accepted nor rejected
	Replaced State = "replaced" // its URL has a newer one: in the trash
	Removed  State = "removed"  // removed at its owner's request: only its hash is left
)

// Document is one distinct body and all that is known of it.
type Document struct {
	SHA256  string
	Size    int64
	Type    string // format by content, as package document names it
	Wrapped string // how the file is packed, such as "gzip"; empty when it is not
	Name    string // of the file

	State   State
	Cause   string // why it is in that state, in words
	Cut     string // why it was read only in part: "time", "size", "damaged", …; empty when it was read whole
	Verdict Verdict

	Pages, Words int
	Language     string
	Fields       []Field    // best first within a name; what a person set (source "user") comes before all others
	Locations    []Location // the original first; at most a thousand
	PDF          bool       // there is a viewing copy
	Thumbnail    bool

	Added  time.Time
	Judged time.Time // zero: not yet
	Read   time.Time // when its text was read; zero: not yet

	// The catalogue fills in the following; a filing ignores them.

	Since      time.Time // it is in that state
	Kept       bool      // its file is in the repository; false once the trash was emptied
	Citations  int       // pages of other hosts that link to it (DLCC)
	Copies     int       // URLs that have it (DLC)
	Work       string    // hash of the first document of the same work; empty when it is that
	ReplacedBy string    // hash of the newer document at its URL
	Changes    int64     // grows when something changes that the full-text index has; see [Documents.MarkIndexed]
}

// Verdict is what a document was judged to be.
type Verdict struct {
	Genre      string
	Confidence float64 // 0 to 1
	By         string  // "model", "rule", "user"
	Reasons    []Reason
}

// Reason is one feature that decided, in words.
type Reason struct {
	Feature string  `json:"feature"`
	Weight  float64 `json:"weight"`
}

// Field is one value that describes a document, with its source.
type Field struct {
	Name, Value string
	Source      string // "file", "first page", "linking page", …; "user": by hand
	Confidence  float64
}

// Location is a URL at which a document was found.
type Location struct {
	URL          string
	Host         string
	Name         string   // of the file, as this place calls it
	Parent       string   // URL it was found on
	Via          []string // URLs that redirect to it: links to them count as links to it; only looked at in a filing
	ETag         string
	LastModified time.Time // as the server said; zero: unknown
	First, Last  time.Time // when it was seen there; in a filing one of them is enough
	Size         int64     // as fetched
	Added        bool      // by a person, not by a crawl
	Latest       bool      // the URL has these bytes as far as is known; not looked at in a filing
}

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

// byUser marks the verdicts that a person gave.
const byUser = "user"

// summary has the fields that listings show. They are copied into the row of the document, so
// that a listing need not join the table of fields.
type summary struct {
	title, authors, venue, doi, abstract, language string
	year                                           int
}

// summarize returns the best value of each field of a summary.
func summarize(fields []Field) summary {
	s := summary{title: FieldValue(fields, "title"), authors: strings.Join(FieldValues(fields, "author"), authorsJoin), venue: FieldValue(fields, "venue"),
		doi: FieldValue(fields, "doi"), abstract: FieldValue(fields, "abstract"), language: FieldValue(fields, "language")}
	for _, f := range fields {
		if f.Name == "year" || f.Name == "date" {
			s.year = cmp.Or(s.year, yearIn(f.Value))
		}
	}
	return s
}

// FieldValue returns the best value of a name; empty if there is none.
func FieldValue(fields []Field, name string) string {
	for _, f := range fields {
		if f.Name == name && f.Value != "" {
			return f.Value
		}
	}
	return ""
}

// FieldValues returns the values of a name that come from the same source as the best one. Two
// sources would name the same authors twice.
func FieldValues(fields []Field, name string) (values []string) {
	source := ""
	for _, f := range fields {
		if f.Name != name || f.Value == "" {
			continue
		}
		if len(values) == 0 {
			source = f.Source
		}
		if f.Source == source {
			values = append(values, f.Value)
		}
	}
	return values
}

// yearIn returns the first number of four digits that may be a year; 0 if there is none.
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

// Title returns a document's title; empty when it is not known.
func (d *Document) Title() string { return FieldValue(d.Fields, "title") }

// Moves has the documents whose files may have to move after a change, by hash, each with the
// state that decides its folder. The files of a removed document must be deleted.
type Moves map[string]State

// Reference is what a document refers to, as its list of references has it. All but Raw may be
// missing.
type Reference struct {
	Raw     string // as printed, on one line
	Title   string
	Authors []string
	Year    int
	DOI     string
	ArXiv   string
	URL     string
}

// authorsJoin separates the authors in one column.
const authorsJoin = "; "
