package catalogue

import (
	"time"

	"sluice/library"
)

// Fetch is a fetch with what only the crawl needs to know: where the archive has its response, and what is to be done with the body.
type Fetch struct {
	library.Fetch

	File           string // archive file of the response record; empty when nothing was stored
	Offset, Length int64  // of that record in the file

	Intake Intake // what is to be done with the body that was fetched; not kept with the fetch but in the queue
}

// Intake is the further processing of a body after the crawl has fetched it. A number is on
// disk: never reuse one.
type Intake uint8

const (
	ReadDocument Intake = 1 // a document: to be read, judged and filed
	ReadPage     Intake = 2 // a page that looks like a document: the same
	IndexPage    Intake = 3 // a page: its text is indexed
	ReadOrIndex  Intake = 4 // a page that looks like a document; if it is not one, its text is indexed
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

// Robots is the response of an origin to the request for its robots.txt.
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
	GivenUp  string // cause; empty if the host was not given up
	Failures int    // in a row
	Delay    time.Duration
}

// Validator is what a conditional request needs of the last fetch.
type Validator struct {
	ETag, LastModified string
	Fetch              Fetch // the last one that got a body
}

// Crawl is one run of the engine, or several runs that continued the same crawl.
type Crawl struct {
	ID       int64
	Started  time.Time
	Ended    time.Time     // zero while it runs or when it was cut off
	State    string        // "running", "stopped", "limit", "failed", "done"
	Reason   string        // which limit, who stopped it
	Settings string        // JSON, in the form of the command
	Active   time.Duration // time that it ran, over all sessions
	Sessions int
}

// Group is what one commit writes, in one transaction. Writing it a second
// time changes nothing: a fetch is known by URL and time, a counter by Serial.
type Group struct {
	Serial    int64 // grows by one a group; a group that was written before is ignored
	Crawl     int64
	Fetches   []Fetch
	Soft404s  []Soft404 // of earlier groups
	Refused   []Count
	HostLinks []HostLink
	Cited     []DocumentLink
	Robots    []Robots
	Sites     []Site
	Stops     []SiteStop
	Archive   Mark
	Active    time.Duration // since the group before
	Wire      int64         // bytes that came besides those of Fetches: robots.txt

	DocumentAnchors []Anchor // every link to a document, also within a host
}

// time returns when the last fetch of the group began, or the present if it has none.
func (g *Group) time() time.Time {
	if len(g.Fetches) == 0 {
		return time.Now()
	}
	return g.Fetches[len(g.Fetches)-1].At
}

// Mark is the end of the valid part of the archive: a file and an offset in it.
type Mark struct {
	File   string
	Offset int64
}

// gotBody reports whether a fetch replaces the body that the catalogue holds.
func gotBody(f *Fetch) bool { return f.Outcome == library.Fetched && !f.NotModified }
