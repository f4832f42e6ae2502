// Package crawl declares the nouns of a crawl: the [Config] that describes it, the [Stats] and [Metrics] that it reports while it
// runs, the [Result] with which it ends, and the [SiteRules] and [Verdict] by which it is steered and examined.
//
//	c, err := lib.Crawl(ctx, crawl.Config{
//		Seeds:  []string{"https://www.example.org/"},
//		Limits: crawl.Limits{Pages: 10_000, Time: time.Hour},
//		Hooks:  crawl.Hooks{Document: func(f *library.Fetch) { fmt.Println(f.URL) }},
//	})
//
// The package holds data only. Package sluice runs crawls: sluice.Library.Crawl into a library, sluice.NewCrawl in memory. The examples
// are crawls in memory.
//
// A crawl is extended by what a Config refers to: a [focus.Strategy] decides which link is fetched next, [Config.Judge] what a visit
// was worth, and [Hooks] see each page, document and link.
package crawl

import "sluice/library"

// State is the state of a crawl. The words are on disk, in JSON and in metrics: never change one.
type State string

// The states in which a crawl ends.
const (
	Done    State = "done"    // nothing waits any more
	Stopped State = "stopped" // on request; links wait, or documents to be read
	Limited State = "limit"   // a limit was reached; links wait
	Failed  State = "failed"  // no seed could be reached; the next run requests them again
)

// The states of a crawl that runs.
const (
	Running State = "running"
	Resting State = "resting" // in its idle hours
	Paused  State = "paused"  // the network is down, or the disk is full
	Stalled State = "stalled" // nothing has come for long, though links wait
)

// The other states of a library's last crawl.
const (
	NotBegun    State = "none"        // the library has none
	Interrupted State = "interrupted" // its process ended without recording how
	Rebuilding  State = "rebuilding"  // the library is being rebuilt
)

// IsComplete reports whether a crawl that ended in the state has nothing left to fetch, except seeds that it could not reach.
func (s State) IsComplete() bool { return s == Done || s == Failed }

// Limit is a limit that ends a crawl, by the name of its flag on the command line.
type Limit string

// The limits that end a crawl. The other fields of [Limits] refuse single URLs or bodies.
const (
	LimitPages Limit = "max-pages" // Limits.Pages
	LimitTime  Limit = "max-time"  // Limits.Time
	LimitBytes Limit = "max-bytes" // Limits.Bytes
)

// NoDocumentWaits is the reason of a crawl of documents alone that stopped with nothing but pages left to fetch.
const NoDocumentWaits = "no document waits"

// Result is how a crawl ended.
type Result struct {
	State  State
	Limit  Limit  // the limit that was reached; empty unless State is Limited
	Reason string // for people: the limit with its value, or who stopped the crawl
	Stats  Stats
	Errors map[string]int64 // URLs that failed for good in this run, by [library.Cause]

	Changes *library.Changes // of the library since the crawl began; nil if it is the first one, or in memory

	FailedSeeds []FailedSeed     // of the seeds that were requested in this run
	Challenges  []HostChallenges // of this run, those of most URLs first
	WithoutTLS  []HostWithoutTLS // of this run, by name
}

// FailedSeed is a seed that brought nothing.
type FailedSeed struct {
	URL     string
	Cause   library.Cause
	Reached bool // its host has answered, such as with "not found"
}

// HostChallenges counts the URLs of a host that brought challenges of one kind in place of pages and documents.
type HostChallenges struct {
	Host string
	Kind string // and the vendor, such as "check for robots (Cloudflare)"
	URLs int64
}

// HostWithoutTLS is a host whose URLs are requested over http, because TLS failed: its certificate is not trusted, say.
type HostWithoutTLS struct {
	Host  string
	Cause library.Cause // such as "tls: expired"
}

// SiteRules are the rules of one site: how deep a crawl goes there, which directories it avoids, how much it fetches. The zero value
// has none.
type SiteRules struct {
	// MaxLevel is the deepest directory level of its URLs; 0: as for all sites.
	MaxLevel int `json:"max_level,omitempty"`
	// Avoid are directories, such as "/archive/". Neither they nor what lies below them is fetched.
	Avoid []string `json:"avoid,omitempty"`
	// MaxPages is how many URLs of the site are fetched from the moment when the rules are set, whatever comes of them; 0: no limit.
	MaxPages int64 `json:"max_pages,omitempty"`
}

// Verdict reports whether a URL would be fetched, and the rule that refuses it.
type Verdict struct {
	URL    string `json:"url"`    // canonical form
	Fetch  bool   `json:"fetch"`  // it would be requested in its turn
	Rule   string `json:"rule"`   // the [library.Cause] of the refusal; empty if the URL is not refused
	Detail string `json:"detail"` // the line or pattern that decided
	State  string `json:"state"`  // what the frontier knows: "new", "waiting", "leased", "done", "refused", "dropped"
	Parent string `json:"parent"` // where it was found, if it waits or was refused
	Depth  int    `json:"depth"`
	Note   string `json:"note"` // what the verdict does not know
}
