// Package crawl is the engine: one crawl, from the first seed to the report.
//
// [New] makes a crawl of a [Config], [Crawl.Run] runs it until nothing waits, a
// limit is reached or it is told to stop, and [Crawl.Stats] tells at any time
// how far it is. Without stores in the Config everything is kept in memory and
// gone afterwards; package sluice brings the durable ones.
//
// # The way of one URL
//
// The dispatcher takes links whose hosts may be asked now out of the frontier.
// Fetchers ask, after robots.txt; readers (one a processor) sniff, hash, parse
// and compress; the committer makes results durable in groups. The channels
// between them are short: when one stage is slow, the dispatcher hands out less.
//
// A redirect is a visit of its own: its target goes through the frontier like any
// link, so every hop is judged by all rules and waits for its host's clock.
//
// # Documents
//
// Links that end like documents wait in a lane of their own, which is served before those of the strategy, also when their host is out
// of scope; what pages need to be shown ([Config.Requisites]) waits in a second one. Bodies of documents are not read here: the
// catalogue is told with each fetch what is to be done with its body (catalogue.Intake), and whoever reads documents takes it from there.
// Rules with names keep out what is no document ([RuleNames], [Config.Rules]).
//
// # What holds after a crash
//
// A group is written in this order: archive, catalogue, frontier, each synced
// before the next. The frontier forgets that a link waits only in the last step,
// so that whatever was cut off is done again, and nothing is lost.
//
// # Goroutines
//
// Run owns all of them and returns when they have ended, but for readers that hang for ever on an answer, which it gives up.
package crawl

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/fetch"
	"sluice/internal/frontier"
	"sluice/weburl"
)

// Crawl is one crawl. Make it with [New] and run it once.
type Crawl struct {
	cfg       Config
	agent     string // product token for robots.txt
	rules     *rules
	hosts     *hosts
	robots    *robotsBook
	budgets   *budgets
	same      *sameness
	addresses once
	outage    *outage
	readers   []*reader // of the watch, once it runs
	hung      int       // readers that were given up
	client    *fetch.Client
	stats     *counters
	rest      idle
	strategy  *placer

	work     chan frontier.Lease
	toRead   chan *visit
	toCommit chan *visit
	freed    chan struct{} // a fetcher has become free
	heavy    *semaphore.Weighted

	busy      atomic.Int64   // leases with fetchers
	reading   sync.WaitGroup // readers that are not given up
	recording atomic.Int64   // visits in the archive, on their way into catalogue and frontier
	held      atomic.Pointer[hold]
	reached   atomic.Bool     // an answer has come
	stopped   context.Context // ends with Stop
	stop      context.CancelCauseFunc
	failure   atomic.Pointer[error]
}

// Result is how a crawl ended.
type Result struct {
	State  State
	Reason string // which limit, or who stopped it
	Stats  Stats
}

// State is the state of a crawl.
type State string

// The states of a crawl that is over.
const (
	Done    State = "done"    // nothing waits any more
	Stopped State = "stopped" // told to; links wait
	Limited State = "limit"   // a limit was reached; links wait
)

// New makes a crawl. Its error names every field of cfg that cannot be used.
func New(cfg Config) (*Crawl, error) {
	cfg = cfg.withDefaults()
	if err := cfg.validate(); err != nil {
		return nil, err
	}
	if err := cfg.openMemory(); err != nil {
		return nil, err
	}
	idle := cfg.fitOpenFiles()
	client, err := newClient(&cfg, idle)
	if err != nil {
		return nil, err
	}
	c := &Crawl{
		cfg:      cfg,
		agent:    product(cfg.UserAgent),
		client:   client,
		stats:    newCounters(cfg.Before),
		work:     make(chan frontier.Lease),
		toRead:   make(chan *visit, runtime.GOMAXPROCS(0)),
		toCommit: make(chan *visit, waitingToCommit),
		freed:    make(chan struct{}, 1),
		heavy:    semaphore.NewWeighted(heavyRoom),
	}
	c.stopped, c.stop = context.WithCancelCause(context.Background())
	if c.rules, err = newRules(&c.cfg); err != nil {
		client.Close()
		return nil, err
	}
	if err := c.openScope(); err != nil {
		client.Close()
		return nil, err
	}
	if c.same, err = newSameness(c); err != nil {
		client.Close()
		return nil, err
	}
	c.budgets = newBudgets(c)
	c.rest, _ = parseIdle(cfg.Idle)
	c.hosts = newHosts(cfg.Catalogue, cfg.Delay)
	c.outage = newOutage(client, cfg.Seeds)
	c.robots = newRobotsBook(c)
	c.strategy = newPlacer(c)
	return c, nil
}

// openMemory fills in stores in memory where none are given.
func (c *Config) openMemory() error {
	if c.Frontier == nil {
		c.Frontier = frontier.NewMemory(frontier.Options{Delay: c.Delay, PerHost: c.PerHost, PerAddress: c.PerAddress})
	}
	if c.Archive == nil {
		c.Archive = archive.NewMemory()
	}
	if c.Catalogue == nil {
		cat, err := catalogue.NewMemory()
		if err != nil {
			return err
		}
		c.Catalogue = cat
	}
	return nil
}

// DefaultUserAgent is the product that a crawl names itself by.
const DefaultUserAgent = "Sluice/" + Version

// Version is that of this program.
const Version = "0.1.0"

func product(userAgent string) string {
	if userAgent == "" {
		userAgent = DefaultUserAgent
	}
	name, _, _ := strings.Cut(userAgent, "/")
	return strings.TrimSpace(name)
}

// newClient makes a client that keeps so many connections besides those in use.
func newClient(cfg *Config, idle int) (*fetch.Client, error) {
	o := fetch.Options{
		UserAgent: cfg.UserAgent, Contact: cfg.Contact, Header: http.Header{}, Proxy: cfg.Proxy,
		Resolve: map[string]netip.Addr{}, AllowPrivate: cfg.AllowPrivate, Insecure: cfg.Insecure, CAFile: cfg.CAFile,
		CookieJar: cfg.CookieJar, Bandwidth: cfg.Bandwidth, TempDir: cfg.TempDir, MaxIdle: idle,
	}
	if o.UserAgent == "" {
		o.UserAgent = DefaultUserAgent
	}
	for _, h := range cfg.Headers {
		name, value, _ := strings.Cut(h, ":")
		o.Header.Add(strings.TrimSpace(name), strings.TrimSpace(value))
	}
	for _, s := range cfg.Resolve {
		i := strings.Index(s, ":")
		j := strings.Index(s[i+1:], ":")
		if i < 0 || j < 0 {
			return nil, fmt.Errorf("resolve %q is not host:port:address", s)
		}
		addr, err := netip.ParseAddr(strings.Trim(s[i+1+j+1:], "[]"))
		if err != nil {
			return nil, fmt.Errorf("resolve %q: %w", s, err)
		}
		o.Resolve[s[:i+1+j]] = addr
	}
	seeds := map[string]bool{}
	for _, s := range cfg.Seeds {
		if u, err := weburl.ParseSeed(s); err == nil {
			seeds[u.Hostname()] = true
		}
	}
	o.HeaderHosts = func(host string) bool { return seeds[host] }
	return fetch.New(o)
}

// errStop is the cause with which a crawl is told to stop.
type errStop string

func (e errStop) Error() string { return string(e) }

// Stop tells a crawl, also one that has not begun yet, to stop cleanly; Run
// returns soon after.
func (c *Crawl) Stop(reason string) { c.stop(errStop(reason)) }

// fatal ends the crawl for an error that would lose results.
func (c *Crawl) fatal(err error) {
	c.failure.CompareAndSwap(nil, &err)
	c.Stop(err.Error())
}

// grace is how long requests under way may go on after a stop, or when a limit is reached.
const grace = 3 * time.Second

// Run crawls until nothing waits, a limit is reached, Stop is called or ctx ends.
// An error means that the crawl could not go on (a full disk, a damaged store);
// what was reached until then is durable, as it is after a stop.
func (c *Crawl) Run(ctx context.Context) (Result, error) {
	defer c.client.Close()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	obey := func() { cancel(context.Cause(c.stopped)) }
	if c.stopped.Err() != nil {
		obey()
	}
	defer context.AfterFunc(c.stopped, obey)()
	requests, cancelRequests := context.WithCancel(context.WithoutCancel(ctx))
	defer cancelRequests()
	context.AfterFunc(ctx, func() { time.AfterFunc(grace, cancelRequests) })

	if err := c.begin(); err != nil {
		return Result{}, err
	}
	var fetchers, others sync.WaitGroup
	for range c.cfg.Workers {
		fetchers.Go(func() { c.fetcher(requests) })
	}
	for range runtime.GOMAXPROCS(0) {
		c.readers = append(c.readers, c.newReader())
	}
	c.reading.Add(len(c.readers))
	for _, r := range c.readers {
		go r.run()
	}
	others.Go(c.committer)
	watching, endWatch := context.WithCancel(context.WithoutCancel(ctx))
	others.Go(func() { c.watch(watching) })

	state, reason := c.dispatch(ctx)
	if state == Limited {
		time.AfterFunc(grace, cancelRequests)
	}
	close(c.work)
	fetchers.Wait()
	close(c.toRead)
	c.reading.Wait()
	close(c.toCommit)
	endWatch()
	others.Wait()

	result := Result{State: state, Reason: reason, Stats: c.Stats()}
	if err := c.failure.Load(); err != nil {
		return result, *err
	}
	return result, nil
}

// openScope makes the scope hold the seeds, and where seeds were redirected to before.
func (c *Crawl) openScope() error {
	for _, s := range c.cfg.Seeds {
		if u, err := c.rules.url.ParseSeed(s); err == nil {
			c.rules.widen(u)
		}
	}
	moved, err := c.cfg.Frontier.State(context.TODO(), movedSeeds)
	if err != nil {
		return fmt.Errorf("frontier: %w", err)
	}
	for s := range strings.FieldsSeq(string(moved)) {
		if u, err := c.rules.url.Parse(s); err == nil {
			c.rules.widen(u)
		}
	}
	return nil
}

// begin makes the seeds durable.
func (c *Crawl) begin() error {
	var group frontier.Group
	var bad []error
	for _, s := range c.cfg.Seeds {
		u, err := c.rules.url.ParseSeed(s)
		if err != nil {
			c.cfg.Log.Warn("seed left out", "seed", s, "err", err)
			bad = append(bad, fmt.Errorf("seed %q: %w", s, err))
			continue
		}
		at := c.strategy.placeSeed(u)
		group.Add = append(group.Add, frontier.Link{URL: u, Kind: frontier.Seed, Lane: laneOf(at.Lane), Score: at.Score})
	}
	if len(c.cfg.Seeds) > 0 && len(group.Add) == 0 {
		return fmt.Errorf("no usable seed: %w", errors.Join(bad...))
	}
	for _, s := range c.cfg.Documents {
		u, err := c.rules.url.ParseSeed(s)
		if err != nil {
			return fmt.Errorf("document %q: %w", s, err)
		}
		group.Add = append(group.Add, frontier.Link{URL: u, Kind: frontier.Foreign, Lane: documentLane})
	}
	if err := c.cfg.Frontier.Commit(context.TODO(), &group); err != nil {
		return fmt.Errorf("frontier: %w", err)
	}
	return nil
}

// SerialKey is the key under which the frontier remembers the number of the last
// group written, which the catalogue has too: by it lost stores are found out.
const SerialKey = "crawl/serial"

// movedSeeds is the key under which the frontier remembers where seeds were redirected to.
const movedSeeds = "crawl/moved-seeds"
