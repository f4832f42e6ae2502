package harvest

import (
	"context"
	"iter"
	"strings"

	"sluice/internal/catalogue"
	"sluice/internal/harvest/match"
)

// Wanted is the table of the wanted records, as package catalogue has it.
type Wanted interface {
	// List returns wanted works in the order in which they were added.
	List(ctx context.Context, q catalogue.WantedQuery) ([]catalogue.WantedWork, error)
	// Get returns a wanted work; false if there is none with the ID.
	Get(ctx context.Context, id int64) (catalogue.WantedWork, bool, error)
	// Counts returns the number of works in each state.
	Counts(ctx context.Context) (map[catalogue.WantedState]int64, error)
	// Begin notes addresses whose answers are used, until Record ends them.
	Begin(ctx context.Context, addresses []string, isRequest bool) error
	// Begun returns the addresses that are noted, and whether each was to be requested.
	Begun(ctx context.Context) (map[string]bool, error)
	// Record records what a round has done, all or nothing.
	Record(ctx context.Context, r *catalogue.WantedRound) error
	// Trials yields these in the order in which they were made.
	Trials(ctx context.Context) iter.Seq2[catalogue.WantedTrial, error]
}

// Finding says where and how a record was found.
type Finding struct {
	Document   string // its hash
	URL        string // where
	Way        Way
	Rule       string // of the way, such as "meta citation_pdf_url"
	Version    match.Version
	Confidence float64  // that it is the wanted work, 0 to 1
	Reasons    []string // in words
}

// Miss says why a record was not found: how far it came. Of several causes it has the one that came furthest.
type Miss struct {
	Cause  Cause
	Way    Way    // by which it came so far; empty if no way led anywhere
	URL    string // where; empty without one
	Detail string // in words, such as "status 404"
}

// outcome returns a finding as the table has it.
func (f *Finding) outcome() catalogue.WantedOutcome {
	return catalogue.WantedOutcome{SHA256: f.Document, URL: f.URL, Way: wayAndRule(f.Way, f.Rule), Version: string(f.Version), Confidence: f.Confidence, Reasons: f.Reasons}
}

// outcome returns a miss as the table has it.
func (m *Miss) outcome() catalogue.WantedOutcome {
	o := catalogue.WantedOutcome{URL: m.URL, Way: string(m.Way), Cause: string(m.Cause), Reached: m.Cause.reached()}
	if m.Detail != "" {
		o.Reasons = []string{m.Detail}
	}
	return o
}

// wayAndRule returns a way with its rule: "landing page: meta citation_pdf_url". [WayOf] returns the way.
func wayAndRule(w Way, rule string) string {
	if rule == "" {
		return string(w)
	}
	return string(w) + ": " + rule
}

// WayOf returns the way of an outcome or attempt, without its rule.
func WayOf(s string) Way {
	way, _, _ := strings.Cut(s, ": ")
	return Way(way)
}

// Cause is why a record was not found. The words are on disk.
type Cause string

// The causes, in the order of how far they came.
const (
	NoPlace      Cause = "no place is known"                // the record names none, and no engine was asked
	NoEngine     Cause = "the search engines do not answer" // with the error of one in the detail
	NoHomepage   Cause = "no homepage was found"            // and no place of the record has it
	NotThere     Cause = "not on the homepages"             // they were crawled, and no link is like it
	NotRequested Cause = "a rule forbids the request"       // such as of the address, or of the library
	Robots       Cause = "robots.txt forbids it"            //
	Dead         Cause = "dead link"                        // the host or the URL is gone
	NotFound     Cause = "the page says 'not found'"        // with a status that says otherwise
	Unreachable  Cause = "the host does not answer"         // or with errors
	Login        Cause = "login required"                   //
	Challenged   Cause = "the host answers a challenge"     // a check for robots, a block, a rate limit
	NoLink       Cause = "the page names no paper"          // a landing page without a link to it
	NotAFile     Cause = "HTML instead of the paper"        // under the address of a file
	OtherType    Cause = "no document"                      // of a format in which works are written
	Unread       Cause = "the document cannot be read"      //
	Another      Cause = "the document is another work"     // with the reason in the detail
)

// furthest are the causes in the order of how far they came.
var furthest = []Cause{"", NoPlace, NoEngine, NoHomepage, NotThere, NotRequested, Robots, Dead, NotFound, Unreachable, Login, Challenged, NoLink, NotAFile, OtherType, Unread, Another}

// ReachedHomepage is how far an attempt came that found the homepage of an author. The words are on disk.
const ReachedHomepage = "a homepage"

// reached returns how far a harvest came that ended with the cause.
func (c Cause) reached() string {
	switch c {
	case "", NoPlace:
		return "the record"
	case NoEngine, NoHomepage:
		return "its authors"
	case NotThere:
		return "homepages"
	case Unread, Another:
		return "a document"
	case NoLink, NotAFile, OtherType, NotFound:
		return "a page"
	}
	return "an address"
}
