package library

import "time"

// Fetch is one answer, or one failure to get one, as the catalogue keeps it.
type Fetch struct {
	URL      string
	Was      string // the same URL at the other scheme, under which it was requested before; empty when it was not
	Site     string // host name, with the port when it is not the default
	Domain   string // registrable domain
	Parent   string // URL of the page it was found on; empty for a seed
	Kind     string // "page", "seed", "sitemap", "foreign"
	Depth    int    // links followed from a seed
	Level    int    // directory level
	Status   int    // HTTP status; 0 when no answer came
	Type     string // sniffed: "html", "pdf", "ps", …
	MIME     string // media type as sniffed
	Document bool   // listed among the documents, not the pages
	Size     int64  // bytes of the body, content encoding removed
	SHA256   string // of that body, hex; empty without one
	Title    string
	Language string // as the page declares it
	Charset  string

	Relevance *float64 // of a page to the topic of the library, 0 to 1; nil: it was not judged

	ETag         string
	LastModified string
	Location     string // where a redirect led, absolute
	Cause        Cause  // why it failed, or why its links were not followed; empty when all is well
	Truncated    string // why the body is not whole; empty when it is
	CopyOf       string // URL that had the same body before; empty for an original
	NotModified  bool   // the site said so: body and metadata are those of the fetch before
	Unchanged    bool   // the body is the one that the library had before; known in the hooks of a crawl only, and not kept

	At       time.Time     // when the request began
	Took     time.Duration // until the last byte
	Wire     int64         // bytes that came over the wire
	Links    int           // links on the page
	Outcome  Outcome
	Attempt  int      // failed fetches before this one
	Via      []string // the redirects that led here, oldest first
	Address  string   // that answered
	Protocol string   // "HTTP/1.1", "HTTP/2.0"
}

// Outcome is the result of a fetch.
type Outcome uint8

// The outcomes of a fetch. A number is on disk: never reuse one.
const (
	Fetched    Outcome = 1 // an answer with the wanted body (2xx) or "not modified"
	Redirected Outcome = 2 // a redirect; Location is its target
	Failed     Outcome = 3 // an error for good: 4xx, 5xx after the last attempt, no connection
	Retried    Outcome = 4 // an error after which the URL is requested again
	Refused    Outcome = 5 // not fetched after all: a rule forbade it once the header of the answer was there
	Challenged Outcome = 6 // an answer that is not what was asked for, such as a captcha or a login form; Cause has its kind
)

// String returns the outcome in a word, the same as in the column outcome of a [Query]: fetched, redirect, failed, retry, refused or
// challenge; "" for any other number.
func (o Outcome) String() string {
	return [...]string{Fetched: "fetched", Redirected: "redirect", Failed: "failed", Retried: "retry", Refused: "refused", Challenged: "challenge", 255: ""}[o]
}
