package crawler

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"sluice/focus"
	"sluice/internal/catalogue"
	"sluice/internal/clock"
	"sluice/internal/frontier"
	"sluice/page"
	"sluice/weburl"
)

// Index is the choice of pages that are made searchable, besides the documents that a library
// accepts.
type Index string

// What is made searchable.
const (
	IndexRelevant  Index = "relevant"  // pages that the judge found worth half and more, or that link to documents (default)
	IndexAll       Index = "all"       // all pages
	IndexDocuments Index = "documents" // no page that is no document
)

// Config is the settings of a crawl. The zero value of each field is its default, see
// [Defaults]; a limit of zero is none unless the field says otherwise.
type Config struct {
	Seeds     []string // URLs; one without a scheme is read as http
	Documents []string // URLs of documents to fetch, whatever the scope; nothing else of their hosts is wanted
	Scope     Scope
	Allow     []string // patterns (see pattern.Parse) of what is fetched though its ending is on the built-in list; a host widens ScopeList
	Ignore    []string // patterns of what is not fetched

	MaxPages    int64         // URLs fetched, whatever came of them
	MaxDepth    int           // links from a seed
	MaxLevel    int           // directory level; 0: 20, negative: no limit
	MaxHosts    int           // of one registrable domain, besides those of seeds; 0: 10,000, negative: no limit
	MaxTime     time.Duration // of activity, over all runs
	MaxBytes    int64         // over the wire, over all runs
	MaxDocument int64         // bytes of one document; 0: 200 MB
	MaxPage     int64         // bytes of any other body; 0: 10 MB

	Delay      time.Duration // from the end of a request to the beginning of the next one to the host; 0: 1 s, negative: none
	PerHost    int           // requests at a time to a host, each with the delay for itself; 0: 1
	PerAddress int           // requests at a time to the hosts of one address; 0: 4, negative: no limit; off behind a proxy
	Workers    int           // requests at a time in all; 0: 256
	Bandwidth  int64         // bytes a second
	Idle       string        // hours in which nothing is requested, local time: "08:00-18:00"
	Retries    int           // after a fault that may pass; 0: 3, negative: none

	UserAgent    string   // "Name/version"; empty: Sluice and its version
	Contact      string   // URL or mail address by which site owners reach the operator
	Proxy        string   // http://, https:// or socks5:// address
	Headers      []string // "Name: value", sent with each request
	CookieJar    string   // file in Netscape format; empty: no cookies are kept
	Resolve      []string // "host:port:address"
	AllowPrivate bool     // lifts the address guard
	CAFile       string   // certificates to trust besides the system's, PEM
	Insecure     bool     // any certificate is accepted

	IgnoreRobots  bool     // robots.txt, robots metas, X-Robots-Tag and rel=nofollow are neither requested nor obeyed
	NoSitemaps    bool     // sitemaps are not read
	Index         Index    // which pages are made searchable
	Requisites    bool     // images, styles, scripts and fonts that pages in scope need are fetched, too, wherever they are
	NoForeign     bool     // documents on hosts out of scope are counted, not fetched
	Rules         []string // rules of the canonical form and traps to switch on ("name") or off ("-name")
	DocumentsOnly bool     // only documents are fetched, no page; the crawl then stops
	Again         bool     // what the catalogue has is requested again, with conditional requests

	Strategy focus.Strategy             // nil: breadth-first
	Judge    func(*focus.Visit) float64 // what a visit was worth, 0 to 1; nil: a document 1, all else 0

	Exchange Exchange    // what makes the requests; nil: the network
	Clock    clock.Clock // the time in which the crawl runs; nil: that of a [Simulation], else of the machine. A Frontier needs the same.

	// Where the results go. Nil: memory.
	Frontier  Frontier
	Archive   Archive
	Catalogue Catalogue

	Crawl  int64  // number of the crawl in the catalogue
	Before Totals // what earlier runs of this crawl have done; a frontier that has links continues

	// Hooks are called one at a time, by the goroutine that records visits; nothing is
	// recorded until they return. They may call the methods that steer a crawl, such as
	// Add and StopSite. Their arguments are valid during the call only. After a crash
	// the visits of the last two groups are repeated, and the hooks called for them again.
	OnLink     func(from weburl.URL, l *page.Link) bool // each new link that the rules let pass; false refuses it
	OnPage     func(f *Fetch, p *page.Page)             // each page, before its links are placed
	OnDocument func(f *Fetch)                           // each document

	TempDir string       // for bodies too large for memory; empty: the system's
	Log     *slog.Logger // nil: silence
}

// Fetch is one answer, or one failure to get one, as the catalogue keeps it.
type Fetch = catalogue.Fetch

// maxWorkers is the most that Config.Workers may be.
const maxWorkers = 10_000

// Defaults returns what the zero value of each field of a Config means. It is the
// only table of defaults: commands and stores take theirs from it.
func Defaults() Config {
	return Config{
		Scope:       ScopeHost,
		Index:       IndexRelevant,
		MaxLevel:    20,
		MaxHosts:    10_000,
		MaxDocument: 200_000_000,
		MaxPage:     10_000_000,
		Delay:       time.Second,
		PerHost:     1,
		PerAddress:  4,
		Workers:     256,
		Retries:     3,
		UserAgent:   DefaultUserAgent,
		Strategy:    focus.BreadthFirst{},
		Judge:       worthOfDocument,
		Clock:       clock.Real,
		Log:         slog.New(slog.DiscardHandler),
	}
}

// withDefaults fills in what is zero, and turns the negative values that mean "none"
// into zero.
func (c Config) withDefaults() Config {
	d := Defaults()
	setDefault(&c.Scope, d.Scope)
	setDefault(&c.Index, d.Index)
	setDefault(&c.MaxLevel, d.MaxLevel)
	setDefault(&c.MaxHosts, d.MaxHosts)
	setDefault(&c.MaxDocument, d.MaxDocument)
	setDefault(&c.MaxPage, d.MaxPage)
	setDefault(&c.Delay, d.Delay)
	setDefault(&c.PerHost, d.PerHost)
	setDefault(&c.PerAddress, d.PerAddress)
	setDefault(&c.Workers, d.Workers)
	setDefault(&c.Retries, d.Retries)
	setDefault(&c.UserAgent, d.UserAgent)
	c.Delay = max(c.Delay, 0)
	c.PerAddress = max(c.PerAddress, 0)
	c.Retries = max(c.Retries, 0)
	if c.Proxy != "" { // all hosts have the address of the proxy
		c.PerAddress = 0
	}
	if c.Strategy == nil {
		c.Strategy = d.Strategy
	}
	if c.Judge == nil {
		c.Judge = d.Judge
	}
	if s, ok := c.Exchange.(Simulation); ok && c.Clock == nil {
		c.Clock = s.Clock()
	}
	if c.Clock == nil {
		c.Clock = d.Clock
	}
	if c.Log == nil {
		c.Log = d.Log
	}
	return c
}

// FrontierOptions returns the options of a frontier for this crawl.
func (c Config) FrontierOptions() frontier.Options {
	return c.withDefaults().frontierOptions()
}

// frontierOptions is FrontierOptions of a Config whose defaults are filled in. They
// must not be filled in twice: "none" is zero then.
func (c Config) frontierOptions() frontier.Options {
	return frontier.Options{Delay: c.Delay, PerHost: c.PerHost, PerAddress: c.PerAddress, Now: c.Clock.Now}
}

// setDefault sets a field that is zero.
func setDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

// worthOfDocument is the judge to whom only documents are worth something.
func worthOfDocument(v *focus.Visit) float64 {
	if v.Document {
		return 1
	}
	return 0
}

// validate names every field that cannot be used, at once.
func (c Config) validate() error {
	var errs []error
	bad := func(ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	switch c.Scope {
	case ScopeHost, ScopeDomain, ScopePrefix, ScopeList, ScopeAny:
	default:
		bad(false, "scope %q is none of host, domain, prefix, list, any", c.Scope)
	}
	bad(c.MaxPages >= 0, "max-pages %d is negative", c.MaxPages)
	bad(c.MaxDepth >= 0, "max-depth %d is negative", c.MaxDepth)
	bad(c.MaxTime >= 0, "max-time %v is negative", c.MaxTime)
	bad(c.MaxBytes >= 0, "max-bytes %d is negative", c.MaxBytes)
	bad(c.MaxDocument > 0, "max-document %d is negative", c.MaxDocument)
	bad(c.MaxPage > 0, "max-page %d is negative", c.MaxPage)
	bad(c.PerHost > 0, "per-host %d is negative", c.PerHost)
	bad(c.Workers > 0 && c.Workers <= maxWorkers, "workers %d is not between 1 and %d", c.Workers, maxWorkers)
	bad(c.Bandwidth >= 0, "bandwidth %d is negative", c.Bandwidth)
	if _, err := parseIdleHours(c.Idle); err != nil {
		errs = append(errs, err)
	}
	for _, h := range c.Headers {
		name, _, ok := strings.Cut(h, ":")
		bad(ok && strings.TrimSpace(name) != "", "header %q is not \"Name: value\"", h)
	}
	return errors.Join(errs...)
}
