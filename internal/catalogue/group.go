package catalogue

import "time"

// Fetch is one answer, or one failure to get one, as the catalogue keeps it.
type Fetch struct {
	URL      string
	Was      string // the same URL at the other scheme, under which it was asked for before; empty when it was not
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

	ETag         string
	LastModified string
	Location     string // where a redirect led, absolute
	Cause        string // why it failed, or why its links were not followed; empty when all is well
	Truncated    string // why the body is not whole; empty when it is
	CopyOf       string // URL that had the same body before; empty for an original
	NotModified  bool   // the site said so: body and metadata are those of the fetch before

	At       time.Time     // when the request began
	Took     time.Duration // until the last byte
	Wire     int64         // bytes that came over the wire
	Links    int           // links on the page
	Outcome  Outcome
	Attempt  int      // failed fetches before this one
	Via      []string // the redirects that led here, oldest first
	Address  string   // that answered
	Protocol string   // "HTTP/1.1", "HTTP/2.0"

	File           string // archive file of the response record; empty when nothing was stored
	Offset, Length int64  // of that record in the file

	Intake Intake // what is to be done with the body that was got; not kept with the fetch but in the queue
}

// Intake is the further processing of a body after the crawl has fetched it. A number is on
// disk: never reuse one.
type Intake uint8

const (
	ReadDocument Intake = 1 // a document: to be read, judged and filed
	ReadPage     Intake = 2 // a page that looks like a document: the same
	IndexPage    Intake = 3 // a page: its text is to be found
	ReadOrIndex  Intake = 4 // a page that looks like a document; if it is none, its text is to be found
)

// Outcome is the result of a fetch.
type Outcome uint8

// The outcomes of a fetch. A number is on disk: never reuse one.
const (
	Got     Outcome = 1 // an answer with the wanted body (2xx) or "not modified"
	Moved   Outcome = 2 // a redirect
	Failed  Outcome = 3 // an error for good: 4xx, 5xx after the last attempt, no connection
	Retried Outcome = 4 // an error that is tried again
	Ruled   Outcome = 5 // not fetched after all: a rule forbade it once the header of the answer was there
)

// Count adds to a counter of a site: links refused by cause.
type Count struct {
	Site, Cause string
	N           int64
}

// HostLink counts links from one host to another.
type HostLink struct {
	From, To string
	N        int64
	First    time.Time
}

// DocumentLink counts links from one host to a document of another (the
// document link citation count).
type DocumentLink struct {
	From, URL string
	N         int64
}

// Anchor is one link to a document, with its text.
type Anchor struct {
	Page, URL string // of the page, which is in this group or an earlier one, and of the document
	Text      string // of the link; what is beyond 300 bytes is cut off
	Sure      bool   // the URL or the page says that it is a document; else it may be one
}

// Robots is what an origin answered when asked for its robots.txt.
type Robots struct {
	Origin string // scheme://host
	At     time.Time
	Status int    // 0: no answer
	Cause  string // why no answer was received
	Body   []byte // what is kept of it
}

// Site is what the engine has learned about a host and must know after a restart.
type Site struct {
	Host     string
	Fold     string // names of default pages that are folded here, parted by blanks
	Scheme   string // the scheme that answers, when the first one found does not
	GivenUp  string // cause; empty while the host is asked
	Failures int    // in a row
	Delay    time.Duration
}

// Validator is what a conditional request needs of the last fetch.
type Validator struct {
	ETag, LastModified string
	Fetch              Fetch // the last one that got a body
}

// Crawl is one run of the engine, or a row of runs that one command went on with.
type Crawl struct {
	ID       int64
	Started  time.Time
	Ended    time.Time     // zero while it runs or when it was cut off
	State    string        // "running", "stopped", "limit", "done"
	Reason   string        // which limit, who stopped it
	Settings string        // JSON, as the command gave them
	Active   time.Duration // time that it ran, over all sessions
	Sessions int
}

// Group is what one commit writes, in one transaction. Writing it a second
// time changes nothing: a fetch is known by URL and time, a counter by Serial.
type Group struct {
	Serial    int64 // grows by one a group; a group that was written before is ignored
	Crawl     int64
	Fetches   []Fetch
	Refused   []Count
	HostLinks []HostLink
	Cited     []DocumentLink
	Robots    []Robots
	Sites     []Site
	Archive   Mark
	Active    time.Duration // since the group before
	Wire      int64         // bytes that came besides those of Fetches: robots.txt

	DocumentAnchors []Anchor // every link to a document, also within a host
}

// Mark is the end of the valid part of the archive: a file and an offset in it.
type Mark struct {
	File   string
	Offset int64
}

// gotBody reports whether a fetch replaces the body that the catalogue holds.
func gotBody(f *Fetch) bool { return f.Outcome == Got && !f.NotModified }
