package library

import (
	"time"

	"sluice/document/describe"
	"sluice/document/genre"
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

// Document is one distinct file and all that is known of it.
type Document struct {
	SHA256  string
	Size    int64
	Type    string // format by content, as package document names it
	Wrapped string // how the file is packed, such as "gzip"; empty when it is not
	Name    string // of the file

	State   State
	Cause   Cause  // why it is in that state
	Cut     string // why it was read only in part: "time", "size", "damaged", …; empty when it was read whole
	Verdict Verdict

	Pages, Words int
	Language     string
	Relevance    *float64         // to the topic of the library, 0 to 1; nil: it was not judged
	Fields       []describe.Field // best first within a name; what a person set comes before all others
	Locations    []Location       // the original first; at most a thousand
	PDF          bool             // there is a viewing copy
	Thumbnail    bool

	Added  time.Time
	Judged time.Time // zero: not yet
	Read   time.Time // when its text was read; zero: not yet

	Since      time.Time // it is in that state
	Kept       bool      // its file is in the library; false once the trash was emptied
	LinkedFrom int       // pages of other hosts that link to it
	Citations  int       // works in the library whose references cite it
	Copies     int       // URLs that have it
	Work       string    // hash of the first document of the same work; empty when it is that
	ReplacedBy string    // hash of the newer document at its URL
}

// Verdict is what a document was judged to be.
type Verdict struct {
	Genre      genre.Genre
	Confidence float64 // 0 to 1
	By         string  // "model", "rule", "user"
	Reasons    []genre.Reason
}

// Location is a URL at which a document was found.
type Location struct {
	URL          string
	Host         string
	Name         string // of the file, as this place calls it
	Parent       string // URL it was found on
	ETag         string
	LastModified time.Time // as the server said; zero: unknown
	First, Last  time.Time // when it was seen there
	Size         int64     // as fetched
	Added        bool      // by a person, not by a crawl
	Latest       bool      // the URL has these bytes as far as is known
}

// Get returns the best value of a field, or "" if it has none.
func (d *Document) Get(name string) string {
	return (&describe.Description{Fields: d.Fields}).Get(name)
}

// All returns all values of a list, such as the authors, as the best source has it, in order.
func (d *Document) All(name string) []string {
	return (&describe.Description{Fields: d.Fields}).All(name)
}
