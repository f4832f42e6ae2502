package crawler

import (
	"context"
	"net/netip"
	"time"

	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/clock"
	"sluice/internal/fetch"
	"sluice/internal/frontier"
	"sluice/library"
	"sluice/weburl"
)

// Frontier keeps what to visit next and what has been seen. Commit is called by
// one goroutine at a time, and so is Next; all else may be called by many at any time.
//
// The contract, which package crawlertest tests: a link that Commit returned for
// is durable; a URL is handed out by Next at most once until its lease is ended
// by a Group; after a crash every lease that was not ended is handed out again.
type Frontier interface {
	// Seen reports of each key whether it is known for good: New, Dropped and softly refused
	// ones are not.
	Seen(ctx context.Context, keys []weburl.Key, out []bool) error
	// Known returns in out what is known of each key. out has the length of keys.
	Known(ctx context.Context, keys []weburl.Key, out []frontier.Known) error
	// Commit makes a group durable, all or nothing.
	Commit(ctx context.Context, g *frontier.Group) error
	// Next hands out up to n links of hosts that may be requested from now, by the shares that
	// choose returns.
	Next(ctx context.Context, n int, choose func([]frontier.LaneState) []frontier.Share) ([]frontier.Lease, error)
	// SetBudget sets how many requests the crawl has left; negative: no limit. Next keeps them for the best links.
	SetBudget(left int64)
	// Ready returns when Next will have something: at a time, or (ok false) not before a lease
	// ends or a link is added.
	Ready() (at time.Time, ok bool)
	// Release frees the lease's place at its host, whose clock runs from end. A zero end means
	// that nothing was requested, and leaves the clock alone. A Group ends the lease itself.
	Release(l frontier.Lease, end time.Time)
	// LeaseHost takes the turn of u's host for a request that no link asked for, or books the next one for by. Release ends it.
	LeaseHost(u weburl.URL, by string) (frontier.Turn, error)
	// SetDelay sets the pause between two requests to a host.
	SetDelay(host string, d time.Duration)
	// PauseHost keeps links of a host from being handed out before until.
	PauseHost(host string, until time.Time)
	// CloseHost gives up a host: its links are handed out at once, marked Closed. An
	// empty cause opens the host again.
	CloseHost(host, cause string)
	// SetAddresses sets the addresses of a host, for the limit of requests an address.
	SetAddresses(host string, addrs []string)
	// Counts returns the number of URLs that wait, are leased, are known; and of hosts with
	// waiting links.
	Counts() frontier.Counts
	// LeastTime returns how long it takes at least, by their delays and pauses, until the hosts have been asked for all that waits. It may
	// disregard hosts that are not in memory.
	LeastTime() time.Duration
	// Changed is signalled when Next may return more than it did: a lease ended, a link was
	// added, a host became free.
	Changed() <-chan struct{}
	// Scan returns up to n waiting links of a lane after a cursor (empty: from the beginning).
	// next is empty at the end.
	Scan(ctx context.Context, lane frontier.Lane, after frontier.Cursor, n int) (links []frontier.Link, next frontier.Cursor, err error)
	// Lanes returns the numbers of the lanes in which links wait.
	Lanes() []frontier.Lane
	// State returns what groups have written under a key, nil if nothing.
	State(ctx context.Context, key string) ([]byte, error)
}

// Exchange is the way to the Web: what a [fetch.Client] does for a crawl. Its methods
// may be called by many goroutines at a time.
type Exchange interface {
	// Do makes one exchange. The error is always a [*fetch.Error].
	Do(ctx context.Context, r *fetch.Request) (*fetch.Response, error)
	// Addrs returns the addresses of a host, none if they are not to be known.
	Addrs(ctx context.Context, host string, port int) ([]netip.Addr, error)
	// Reach returns nil when u's host can be connected to now. It requests nothing.
	Reach(ctx context.Context, u weburl.URL) error
	// InFlight returns the exchanges in progress.
	InFlight() []fetch.Flight
}

var _ Exchange = (*fetch.Client)(nil)

// Simulation is an Exchange that replaces the network, in virtual time. A
// crawl over it runs by its clock, takes what is random in it from its seed, and so
// takes the same course each time.
type Simulation interface {
	Exchange
	Clock() clock.Clock
	Seed() uint64
}

// Archive keeps every answer as it came.
type Archive interface {
	Encode(ctx context.Context, x *archive.Exchange) (*archive.Encoded, error) // from any goroutine
	Append(ctx context.Context, e ...*archive.Encoded) ([]archive.Location, error)
	Sync(ctx context.Context) (archive.Position, error)
	Read(ctx context.Context, l archive.Location) (*archive.Record, error)
}

// Learned is what earlier crawls have learned of the URLs that a crawl finds. It may be used by many goroutines at a time.
type Learned interface {
	// Check returns the cause for which a link to a URL is left out, empty if it is not, and what decided.
	Check(u weburl.URL, isDocument bool) (cause, detail string)
	// IsSmall reports whether a document of a type is too small to be accepted; false for ok if nothing was learned of the type. The size is in bytes.
	IsSmall(u weburl.URL, typ string, size int64) (small, ok bool)
}

// Revisits is what a crawl requests again of what the library has. It may be used by many goroutines at a time.
type Revisits interface {
	// Requests returns how many requests a crawl that begins now may make to sites that the library has.
	Requests() int64
	// IsKnown reports whether the library has pages of a host.
	IsKnown(host string) bool
	// Due returns the pages, and the sitemaps and feeds, that are due when the crawl begins, among those on its sites, the most urgent first.
	Due(isOnSite func(url string) bool) []Revisit
	// AreDue reports of each URL that was found whether it is requested: the library does not have it, or a sitemap announces a change of it.
	AreDue(ctx context.Context, found []FoundURL) ([]bool, error)
}

// FoundURL is a URL that a crawl has found.
type FoundURL struct {
	URL       weburl.URL
	Announced time.Time // change, by a sitemap; zero: none
}

// Revisit is a page, or a sitemap or feed, that is due.
type Revisit struct {
	URL       string
	Parent    string // page on which it was found; empty for a seed
	Depth     int    // links followed from a seed when it was visited
	IsSitemap bool
}

// Catalogue stores every fact about a crawl that people query.
type Catalogue interface {
	// LastSerial returns the serial number of the last group written, or 0 before the first.
	LastSerial(ctx context.Context) (int64, error)
	// Commit writes a group in one transaction; a group already written is skipped.
	Commit(ctx context.Context, g *catalogue.Group) error
	// Copies returns earlier fetches of the same body: the first one anywhere, and how
	// many URLs of the site had it.
	Copies(ctx context.Context, site, sha256 string) (first *catalogue.Fetch, onSite int, err error)
	// Validator returns what a conditional request needs; false if the URL has no body in the
	// library.
	Validator(ctx context.Context, url string) (catalogue.Validator, bool, error)
	// Fetched returns the fetch of a URL, by either scheme, that began in a millisecond: its
	// place in the archive and its hash.
	Fetched(ctx context.Context, url string, at time.Time) (catalogue.Fetch, bool, error)
	// RecordedAs returns whether the answer to a request that began in a millisecond, if it is the last one of its URL, was
	// recorded as a page or a redirect; false if as neither.
	RecordedAs(ctx context.Context, url string, at time.Time) (library.Outcome, bool, error)
	// TooSmall returns the size in bytes up to which a file of a type is considered no
	// document, by what the library has accepted.
	TooSmall(ctx context.Context, typ string) (int64, error)
	// DocumentAt returns the document that a URL served when it was last seen.
	DocumentAt(ctx context.Context, url string) (catalogue.Occurrence, bool, error)
	// HadAccepted reports whether a URL once had an accepted document of this size, and this
	// ETag or date.
	HadAccepted(ctx context.Context, url string, size int64, etag string, modified time.Time) (bool, error)
	// Removed reports whether a person has removed a URL from the library.
	Removed(ctx context.Context, url string) (catalogue.Removal, bool, error)
	// Robots returns the stored answer of an origin.
	Robots(ctx context.Context, origin string) (catalogue.Robots, bool, error)
	// Site returns what was learned about a host.
	Site(ctx context.Context, host string) (catalogue.Site, bool, error)
}
