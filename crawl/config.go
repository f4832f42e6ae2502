package crawl

import (
	"log/slog"
	"time"

	"sluice/focus"
	"sluice/internal/version"
	"sluice/library"
	"sluice/page"
	"sluice/topic"
	"sluice/weburl"
)

// Config describes a crawl. It needs Seeds, Documents or HomePages, unless it continues a crawl; the zero value of every other field, and of every
// group, is the default that [Defaults] lists.
type Config struct {
	Seeds     []string // URLs from which the crawl starts; one without a scheme is read as http
	Documents []string // URLs of documents to fetch, whatever the scope; nothing else of their hosts is wanted
	HomePages []string // URLs of pages to look at, whatever the scope: none of them is read as a document, and no link of them is followed
	Again     bool     // URLs that the library has are requested again, with conditional requests
	Requests  float64  // with Again: pages that the library has are requested only if they are due at so many requests a day; 0: all are requested

	Scope      Scope
	Limits     Limits
	Politeness Politeness
	Network    Network
	Storage    Storage
	Knowledge  Knowledge
	EarlyStop  EarlyStop
	Hooks      Hooks

	Strategy focus.Strategy             // which link is fetched next; nil: adaptive
	Topic    *topic.Topic               // judges the relevance of each page while it is read; nil: none is judged
	Judge    func(*focus.Visit) float64 // what a visit was worth, 0 to 1; nil: a document 1, a page its relevance to Topic, all else 0
	Log      *slog.Logger               // nil: nothing is logged
}

// Scope is which of the URLs that a crawl finds are fetched. The zero value is all pages and documents on the hosts of the seeds, and the
// documents on other hosts to which they link.
type Scope struct {
	Kind          ScopeKind // which hosts and paths; empty: ScopeHost
	Allow         []string  // patterns (see package weburl/pattern) of what is fetched though its ending is on the built-in list; a host widens ScopeList
	Ignore        []string  // patterns of what is not fetched
	Rules         []string  // rules to switch on ("name") or off ("-name"), see RuleNames, weburl.RuleNames and trap.Names
	NoForeign     bool      // documents on hosts out of scope are counted, not fetched
	NoSitemaps    bool      // sitemaps, and the feeds that pages announce, are not read
	Requisites    bool      // images, styles, scripts and fonts that pages in scope need are fetched, too, wherever they are
	DocumentsOnly bool      // only documents are fetched, no page; the crawl stops when none waits
	PageWords     int       // an HTML page that Documents names is read as a document only if it has so many words
}

// ScopeKind is the set of hosts and paths that a crawl may visit.
type ScopeKind string

// The kinds of scope.
const (
	ScopeHost   ScopeKind = "host"   // the hosts of the seeds (default)
	ScopeDomain ScopeKind = "domain" // the registrable domains of the seeds
	ScopePrefix ScopeKind = "prefix" // below the folder of each seed
	ScopeList   ScopeKind = "list"   // only the hosts that Seeds and Allow name
	ScopeAny    ScopeKind = "any"    // the whole Web
)

// Limits bound a crawl. In the zero value Level, Hosts, DocumentSize and PageSize have their defaults, and nothing else is limited. The crawl
// ends when it reaches Pages, Time or Bytes, and can be continued with a higher limit; the others refuse what exceeds them.
type Limits struct {
	Pages        int64         // URLs fetched, whatever came of them; [focus.Adaptive] keeps them for the best links; 0: no limit
	Time         time.Duration // of activity, over all runs; 0: no limit
	Bytes        int64         // over the wire, over all runs; kept as Pages are; 0: no limit
	Depth        int           // links from a seed; 0: no limit
	Level        int           // directory level; 0: 20, negative: no limit
	Hosts        int           // of one registrable domain, besides those of seeds; 0: 10,000, negative: no limit
	DocumentSize int64         // bytes of one document; 0: 200 MB
	PageSize     int64         // bytes of any other body; 0: 10 MB
}

// Politeness is how much a crawl asks of the sites and of the network. The zero value makes one request at a time to a host, one second
// after the one before, and obeys robots.txt.
type Politeness struct {
	Delay        time.Duration // from the end of a request to the beginning of the next one to the host; 0: 1 s, negative: none
	PerHost      int           // requests at a time to a host, each with the delay for itself; 0: 1
	PerAddress   int           // requests at a time to the hosts of one address; 0: 4, negative: no limit; off behind a proxy
	Workers      int           // requests at a time in all; 0: 256
	Bandwidth    int64         // bytes a second; 0: no limit
	Idle         string        // hours in which nothing is requested, local time: "08:00-18:00"; empty: none
	Retries      int           // after a fault that may pass; 0: 3, negative: none
	IgnoreRobots bool          // robots.txt, robots metas, X-Robots-Tag and rel=nofollow are neither requested nor obeyed
}

// Network is how requests are made and by whom. The zero value connects directly, as Sluice, to public addresses only.
type Network struct {
	UserAgent    string     // "Name/version"; empty: Sluice and its version
	Contact      string     // URL or mail address by which site owners reach the operator
	Proxy        string     // http://, https:// or socks5:// address
	Headers      []string   // "Name: value", sent with each request
	Cookies      CookieMode // empty: CookiesHost
	CookieJar    string     // file in Netscape format, for CookiesJar; if it is set, CookiesHost means CookiesJar
	Resolve      []string   // "host:port:address"
	AllowPrivate bool       // private addresses, those of this machine, local names and ports of other protocols may be requested
	CAFile       string     // certificates to trust besides the system's, PEM
	Insecure     bool       // any certificate is accepted
}

// CookieMode is what becomes of the cookies that sites set.
type CookieMode string

// The modes of cookies.
const (
	CookiesNone CookieMode = "none" // none are kept
	CookiesHost CookieMode = "host" // kept for the host, and within a chain of redirects, and forgotten after the run (default)
	CookiesJar  CookieMode = "jar"  // kept by domain, as browsers do, in the file that CookieJar names
)

// Storage is what is kept of the responses besides the archive. The zero value makes relevant pages searchable.
type Storage struct {
	Index   Index  // which pages are made searchable; empty: IndexRelevant
	TempDir string // for bodies too large for memory; empty: the system's
}

// Index is the choice of pages that are made searchable, besides the documents that a library
// accepts.
type Index string

// What is made searchable.
const (
	IndexRelevant  Index = "relevant"  // pages that the judge found worth half and more (with a Topic: its threshold), or that link to documents (default)
	IndexAll       Index = "all"       // all pages
	IndexDocuments Index = "documents" // no page that is no document
)

// Knowledge is how a crawl of a library uses what earlier crawls of it have learned of sites: level limits, stop directories, avoided
// directories and pages, and patterns of URLs. docs/cycles.md explains the rules. The zero value uses nothing: a naive crawl. Crawls in memory
// have no knowledge.
type Knowledge struct {
	On        bool    // links are left out by what was learned, each counted with its cause
	TestShare float64 // share of the links left out that is requested all the same, as a test, 0 to 1; 0: 0.02, negative: none
	// LevelSites is the least number of sites with five documents before the deepest level of their documents limits other sites, too; 0: 10, negative: one.
	LevelSites int
	// StopDocuments is the least number of documents under a name of a directory, all of them rejected, before it is a stop directory; 0: 5.
	StopDocuments int
	// AvoidRevisits is how often a directory, a page or a pattern of URLs must have been revisited without a document before it is left out; 0: 2.
	AvoidRevisits int
	// PatternPages is the least number of pages of a pattern of URLs before it is left out; 0: 50.
	PatternPages int
}

// EarlyStop is when a crawl stops a site that yields too few documents. A site has been crawled up to a number of its pages when so many of its
// URLs that are no documents were requested; documents count when a link to them is found, whether or not they were fetched. The zero value
// stops no site.
type EarlyStop struct {
	On      bool    // sites are examined
	Pages   int64   // of a site between two examinations; 0: 10,000
	Recheck int64   // pages after an examination that has found too little, until the one that stops the site; 0: 1,000
	Share   float64 // documents found ÷ pages, below which it is too little; 0: 0.01
	Price   int64   // a site is stopped, too, at an examination that expects fewer than so many documents from its next 1,000 pages; 0: not
}

// Hooks see what a crawl finds. The zero value has none.
//
// Hooks are called one at a time; no visit is recorded until they return. They may call the methods that steer a crawl, such as Add and
// StopSite. Their arguments are valid during the call only. After a crash the visits of the last two groups are repeated, and the hooks
// called for them again.
type Hooks struct {
	Link     func(from weburl.URL, l *page.Link) bool // each new link that the rules let pass; false refuses it
	Page     func(f *library.Fetch, p *page.Page)     // each page, before its links are placed
	Document func(f *library.Fetch)                   // each document

	// Fetch is called for each URL whose visit has ended, whatever came of it, once that is recorded: pages, documents, redirects,
	// failures, attempts that will be repeated, and URLs that a rule refused when their turn came, such as by robots.txt. Links that a rule
	// refuses at once are not among them. It must be quick: the crawl records nothing else meanwhile. After a crash the last group may be missing.
	Fetch func(f *library.Fetch)
}

// Defaults returns what the zero value of each field of a Config means. It is the
// only table of defaults: commands and stores take theirs from it.
func Defaults() Config {
	return Config{
		Scope: Scope{Kind: ScopeHost},
		Limits: Limits{
			Level:        20,
			Hosts:        10_000,
			DocumentSize: 200_000_000,
			PageSize:     10_000_000,
		},
		Politeness: Politeness{
			Delay:      time.Second,
			PerHost:    1,
			PerAddress: 4,
			Workers:    256,
			Retries:    3,
		},
		Network:   Network{UserAgent: version.Product, Cookies: CookiesHost},
		Storage:   Storage{Index: IndexRelevant},
		Knowledge: Knowledge{TestShare: 0.02, LevelSites: 10, StopDocuments: 5, AvoidRevisits: 2, PatternPages: 50},
		EarlyStop: EarlyStop{Pages: 10_000, Recheck: 1_000, Share: 0.01},
		Strategy:  &focus.Adaptive{},
		Judge:     value,
		Log:       slog.New(slog.DiscardHandler),
	}
}

// value is the judge that values documents, and pages by their relevance.
func value(v *focus.Visit) float64 {
	if v.Document {
		return 1
	}
	return v.Relevance
}
