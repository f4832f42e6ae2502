// Package crawler is the engine: one crawl, from the first seed to the report.
//
// [New] makes a crawl from a [crawl.Config] and [Parts], [Crawl.Run] runs it until nothing waits, a
// limit is reached or it is stopped, and [Crawl.Stats] returns at any time how far
// it is. Without stores in the Parts everything is kept in memory and lost
// afterwards; package wiring provides the durable ones.
//
// # The way of one URL
//
// The dispatcher takes links out of the frontier whose hosts may be requested from
// now. Fetchers make the requests, after robots.txt; readers (one a processor)
// sniff, hash, parse and compress; the committer makes results durable in groups.
// The channels between them are short: when one stage is slow, the dispatcher hands
// out less. Each stage is a type of its own that holds what it needs, in the file
// of its name; independent parts are packages in crawler/internal.
//
// A redirect is a visit of its own: its target goes through the frontier like any
// link, so every hop passes all rules and waits for the clock of its host.
//
// # Documents
//
// Links that end like documents wait in a lane of their own, which is served before
// those of the strategy, also if their host is out of scope. What pages need to be
// shown (Requisites of [crawl.Scope]), and probes of how hosts answer to URLs that they
// do not have, wait in a second one. Bodies of documents are not
// read here: the row of a fetch has what is to be done with its body
// (catalogue.Intake), and package intake reads it. Rules with names refuse what is
// no document ([crawl.RuleNames], Rules of [crawl.Scope]).
//
// # Errors
//
// A failed request is a result, stored with its cause. An error of a store ends the
// crawl: a failed read is never treated as "not there".
//
// # After a crash
//
// A group is written in this order: archive, catalogue, frontier, each synced
// before the next. The frontier forgets that a link waits only in the last step,
// so that what was cut off is done again, and nothing is lost.
//
// # Steering
//
// A crawl is steered while it runs, by hooks or from outside: [Crawl.Add] adds URLs, [Crawl.SetSiteRules] sets the rules of one
// site, [Crawl.StopSite] ends one site, [Crawl.Stop] the whole crawl. The frontier keeps these changes for the
// next run.
//
// # Simulation
//
// The requests go through the Exchange of [Parts] and all waiting through its Clock. Over a [Simulation], such as a web of package
// recordedweb, a crawl takes the same course each time and its delays take no time: virtual time does not advance while any stage works
// and then jumps to what comes next. Every visit therefore holds the clock, from the dispatcher until it waits for the others of its
// group, except while it waits for its answer.
//
// # Goroutines
//
// Run owns all of them and returns when they have ended. It abandons readers that
// hang on a response.
package crawler

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"time"

	"sluice/crawl"
	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/crawler/internal/budget"
	"sluice/internal/crawler/internal/host"
	"sluice/internal/crawler/internal/nameset"
	"sluice/internal/crawler/internal/outage"
	"sluice/internal/crawler/internal/robotscache"
	"sluice/internal/crawler/internal/siterules"
	"sluice/internal/crawler/internal/soft404"
	"sluice/internal/crawler/internal/strategy"
	"sluice/internal/crawler/internal/unlinked"
	"sluice/internal/credential"
	"sluice/internal/fetch"
	"sluice/internal/frontier"
	"sluice/weburl"
)

// Crawl is one crawl. Make it with [New] and run it once.
type Crawl struct {
	cfg      config
	client   *fetch.Client // also reads what an archive kept
	exchange Exchange      // the client, unless another is given
	random   func(n int) int
	shutdown *shutdown
	counters *counters
	pipeline *pipeline
	pause    *pause
	estimate *estimate
	outlook  *outlook

	rules     *rules
	hosts     *host.Table
	robots    *robotscache.Cache
	soft404   *soft404.Detector
	unlinked  *unlinked.Prober
	sites     *siterules.Book
	strategy  *strategy.Strategy
	revisits  *revisitBudget
	bodies    *bodies
	documents *documentRules
	judging   *judging
	topicErr  error // why the strategy cannot work with the topic

	dispatcher *dispatcher
	fetcher    *fetcher
	readers    *readerParts
	recorder   *recorder

	loading sync.Mutex // held while load reads; no stage waits for it
	loaded  bool
}

// New returns a crawl. Its error names every field of settings that cannot be used.
func New(settings crawl.Config, parts Parts) (*Crawl, error) {
	cfg := config{Config: settings, Parts: parts}.withDefaults()
	if err := cfg.validate(); err != nil {
		return nil, err
	}
	cfg.secrets = credential.New(headers(cfg.Network.Headers), cfg.Seeds, cfg.Documents)
	var err error
	if cfg.cookies, err = openCookies(&cfg.Network); err != nil {
		return nil, err
	}
	if err := cfg.openMemory(); err != nil {
		return nil, err
	}
	client, err := newClient(&cfg, cfg.fitOpenFiles())
	if err != nil {
		return nil, err
	}
	c := &Crawl{cfg: cfg, client: client, exchange: client, shutdown: newShutdown(), counters: newCounters(cfg.Clock, cfg.Before), pipeline: newPipeline(cfg.Clock)}
	if cfg.Exchange != nil {
		c.exchange = cfg.Exchange
	}
	c.estimate, c.outlook = newEstimate(cfg.Limits), &outlook{}
	c.random = newRandom(c.exchange)
	if err := c.openParts(); err != nil {
		client.Close()
		return nil, err
	}
	c.joinStages()
	return c, nil
}

// openParts makes the parts that the stages share.
func (c *Crawl) openParts() (err error) {
	cfg := &c.cfg
	if c.rules, err = newRules(cfg); err != nil {
		return err
	}
	for _, s := range cfg.Seeds {
		if u, err := c.rules.urls.ParseSeed(s); err == nil { // begin reports those that cannot be used
			c.rules.scope.add(u)
		}
	}
	c.soft404 = soft404.New(soft404.Options{
		Off: !isOn(cfg.Scope.Rules, crawl.RuleSameAnswer), IsSeedHost: c.rules.scope.hasSeedHost, Admit: c.rules.admitProbe,
		Log: cfg.Log.Info, Random: c.random,
	})
	c.strategy = strategy.New(cfg.Strategy, cfg.Frontier, cfg.Scope.DocumentsOnly)
	c.topicErr = c.strategy.SetTopic(cfg.Topic)
	c.revisits = &revisitBudget{revisits: cfg.Revisits, frontier: cfg.Frontier, strategy: c.strategy}
	c.sites = siterules.New(cfg.Frontier)
	c.hosts = host.New(cfg.Catalogue, cfg.Politeness.Delay, cfg.secrets.Binds)
	c.pause = &pause{shutdown: c.shutdown, counters: c.counters, clock: cfg.Clock, log: cfg.Log}
	c.bodies = &bodies{archive: cfg.Archive, catalogue: cfg.Catalogue, max: cfg.Limits.PageSize}
	c.documents = &documentRules{homePages: map[string]bool{}, names: cfg.Scope.Rules, pageWords: cfg.Scope.PageWords, max: cfg.Limits.DocumentSize, index: cfg.Storage.Index, worth: worthIndexing, held: cfg.Catalogue, learned: cfg.Learned}
	c.judging = newJudging(cfg)
	if cfg.Topic != nil {
		c.documents.worth = cfg.Topic.Threshold()
	}
	return nil
}

// joinStages makes the stages of the pipeline.
func (c *Crawl) joinStages() {
	cfg := &c.cfg
	retry := &retrier{hosts: c.hosts, frontier: cfg.Frontier, counters: c.counters, clock: cfg.Clock, max: cfg.Politeness.Retries}
	idle, _ := parseIdleHours(cfg.Politeness.Idle) // validate has parsed it
	c.dispatcher = &dispatcher{
		cfg: cfg, strategy: c.strategy, idle: idle, pause: c.pause, pipeline: c.pipeline, counters: c.counters, shutdown: c.shutdown, revisits: c.revisits,
	}
	c.fetcher = &fetcher{
		cfg: cfg, exchanges: c.exchange, scope: c.rules.scope, hosts: c.hosts, soft404: c.soft404, sites: c.sites,
		outage: outage.New(outage.Options{
			Network: c.exchange, Seeds: cfg.Seeds, Patience: maxDoubt, Clock: cfg.Clock, Random: c.random,
		}),
		pause: c.pause, retry: retry, documents: c.documents, bodies: c.bodies, counters: c.counters, shutdown: c.shutdown,
		limited: nameset.Set{Max: maxResolved}, resolved: nameset.Set{Max: maxResolved}, returns: returns{last: map[weburl.Key]learned{}},
	}
	c.robots = robotscache.New(robotscache.Options{
		Ignore: cfg.Politeness.IgnoreRobots, Agent: product(cfg.Network.UserAgent), Retries: cfg.Politeness.Retries, URLs: c.rules.urls, Clock: cfg.Clock, Catalogue: cfg.Catalogue,
		Fetch: c.fetcher.exchange, Redirect: newRobotsRedirects(cfg, c.rules, c.sites, c.fetcher).begin,
		Record: func(ctx context.Context, u weburl.URL, r *fetch.Response) (*archive.Encoded, error) {
			return encodeRobots(ctx, cfg.Archive, u, r)
		},
		SetDelay: c.setCrawlDelay,
	})
	c.fetcher.robots = c.robots
	c.unlinked = newProber(cfg, c.rules, c.robots, c.random)
	c.readers = &readerParts{
		cfg: cfg, agent: product(cfg.Network.UserAgent), rules: c.rules, hosts: c.hosts, soft404: c.soft404, unlinked: c.unlinked,
		redirects: &redirects{rules: c.rules, hosts: c.hosts, retry: retry, cookies: cfg.cookies},
		retry:     retry, pause: c.pause, bodies: c.bodies, counters: c.counters, shutdown: c.shutdown, strategy: c.strategy,
		judging: c.judging,
	}
	c.recorder = &recorder{
		cfg: cfg, revisits: c.revisits, rules: c.rules, hosts: c.hosts, soft404: c.soft404, unlinked: c.unlinked, sites: c.sites, strategy: c.strategy, documents: c.documents,
		bodies: c.bodies, counters: c.counters, judging: c.judging, outlook: c.outlook, yield: newYield(cfg),
		budgets: budget.New(cfg.Frontier, budget.Options{
			AnyQuery: !isOn(cfg.Scope.Rules, ruleQuerySpace), MaxHosts: max(cfg.Limits.Hosts, 0), IsSeedHost: c.rules.scope.hasSeedHost,
		}),
	}
	c.revisits.commits = &c.recorder.commits
}

// setCrawlDelay obeys a Crawl-delay of robots.txt that is longer than the crawl's own delay.
func (c *Crawl) setCrawlDelay(ctx context.Context, host string, delay time.Duration) error {
	if delay <= c.cfg.Politeness.Delay {
		return nil
	}
	c.cfg.Frontier.SetDelay(host, delay)
	return c.hosts.SetDelay(ctx, host, delay)
}

// openMemory fills in stores in memory where none are given.
func (c *config) openMemory() error {
	if c.Frontier == nil {
		c.Frontier = frontier.NewMemory(c.frontierOptions())
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

// Stop ends a crawl, also one that has not begun yet, cleanly. Run returns soon after.
func (c *Crawl) Stop(reason string) { c.shutdown.stop(reason) }

// grace is the time that requests in progress have after a stop, or when a limit is reached.
const grace = 3 * time.Second

// Run crawls until nothing waits, a limit is reached, Stop is called or ctx ends. An error means that the crawl could not continue
// (a full disk, a damaged store); what was done until then is durable, as it is after a stop.
func (c *Crawl) Run(ctx context.Context) (crawl.Result, error) {
	defer c.client.Close()
	defer context.AfterFunc(ctx, func() { c.shutdown.cancel(context.Cause(ctx)) })()
	c.cfg.Clock.Hold() // whenever this goroutine works
	defer c.cfg.Clock.Release()
	if c.topicErr != nil && !c.cfg.Scope.DocumentsOnly { // a replay needs no strategy
		return crawl.Result{}, c.topicErr
	}
	durable := context.WithoutCancel(ctx) // what has come is stored, whatever happens
	if err := c.begin(durable); err != nil {
		return crawl.Result{}, err
	}
	result := c.runStages(durable)
	if err := c.cfg.cookies.Save(); err != nil { // the crawl itself is whole
		c.cfg.Log.Warn("cookies of this run are lost", "err", err)
	}
	if err := c.shutdown.err(); err != nil {
		return result, err
	}
	return result, c.concludeSeeds(durable, &result)
}

// runStages runs all stages until the dispatcher ends, and then lets one after the other finish.
func (c *Crawl) runStages(ctx context.Context) crawl.Result {
	p, clk := c.pipeline, c.cfg.Clock
	requests, cancelRequests := context.WithCancel(ctx)
	defer cancelRequests()
	var fetchers, committing sync.WaitGroup
	for range c.cfg.Politeness.Workers {
		fetchers.Go(func() { c.fetcher.run(requests, p) })
	}
	dog := &watchdog{parts: c.readers, pipeline: p, inFlight: c.exchange.InFlight, sample: c.sampleQueue, clock: clk, log: c.cfg.Log}
	dog.startReaders(ctx, runtime.GOMAXPROCS(0))
	committer := &committer{
		archive: c.cfg.Archive, frontier: c.cfg.Frontier, clock: clk, recorder: c.recorder, pipeline: p, counters: c.counters,
		shutdown: c.shutdown,
	}
	committing.Go(func() { committer.run(ctx) })
	endWatch := dog.watch(ctx)

	result := c.dispatcher.run(c.shutdown.ctx)
	cancelLater := clk.AfterFunc(grace, cancelRequests)
	for p.fetching.Load() > 0 { // requests under way take time, what follows does not
		clk.Wait(ctx, lookAgain, p.freed)
	}
	close(p.toFetch)
	fetchers.Wait()
	close(p.toRead)
	dog.running.Wait()
	close(p.toCommit)
	committing.Wait()
	cancelLater.Stop()
	result.Stats, result.Errors, result.Challenges = c.Stats(), c.counters.byError.Counts(), c.counters.challengers.list()
	result.WithoutTLS = c.hosts.WithoutTLS()
	endWatch()
	c.estimate.end()
	result.Stats.ETA = 0
	return result
}

// load reads what the frontier keeps of an earlier run, when it is called first. All that runs, steers or explains the crawl needs it.
func (c *Crawl) load(ctx context.Context) error {
	c.loading.Lock()
	defer c.loading.Unlock()
	if c.loaded {
		return nil
	}
	for _, key := range []string{movedSeedsKey, addedSeedsKey} {
		urls, err := c.cfg.Frontier.State(ctx, key)
		if err != nil {
			return fmt.Errorf("frontier: %w", err)
		}
		for s := range strings.FieldsSeq(string(urls)) {
			if u, err := c.rules.urls.Parse(s); err == nil { // the rules of URLs may have changed
				c.rules.scope.add(u)
			}
		}
	}
	capped, err := c.cfg.Frontier.State(ctx, soft404.StateKey)
	if err != nil {
		return fmt.Errorf("frontier: %w", err)
	}
	c.soft404.Load(capped)
	if err := c.outlook.load(ctx, c.cfg.Frontier); err != nil {
		return err
	}
	if err := c.strategy.Restore(ctx); err != nil {
		return err
	}
	if err := c.loadDue(ctx); err != nil {
		return err
	}
	c.loaded = true
	return nil
}

// begin reads what an earlier run has left and makes the seeds durable.
func (c *Crawl) begin(ctx context.Context) error {
	if err := c.load(ctx); err != nil {
		return err
	}
	strategyName, err := c.placeAnew(ctx)
	if err != nil {
		return err
	}
	group := frontier.Group{State: map[string][]byte{}}
	bad, err := c.addSeeds(ctx, &group)
	if err != nil {
		return err
	}
	if len(c.cfg.Seeds) > 0 && len(c.cfg.Seeds) == len(bad) {
		return fmt.Errorf("no usable seed: %w", errors.Join(bad...))
	}
	if err := c.addForeign(&group, c.cfg.Documents, nil); err != nil {
		return fmt.Errorf("document: %w", err)
	}
	if err := c.addForeign(&group, c.cfg.HomePages, c.documents.homePages); err != nil {
		return fmt.Errorf("home page: %w", err)
	}
	if strategyName != "" {
		group.State[strategyKey] = []byte(strategyName)
		c.strategy.SaveState(group.State)
	}
	if err := c.addMissedSeeds(ctx, &group); err != nil {
		return err
	}
	if err := c.cfg.Frontier.Commit(ctx, &group); err != nil {
		return fmt.Errorf("frontier: %w", err)
	}
	c.strategy.Saved(group.State)
	return nil
}

// addForeign adds URLs that are fetched whatever the scope is, and notes them in a set if there is one.
func (c *Crawl) addForeign(group *frontier.Group, urls []string, noted map[string]bool) error {
	for _, s := range urls {
		u, err := c.rules.urls.ParseSeed(s)
		if err != nil {
			return err
		}
		if noted != nil {
			noted[withoutScheme(u)] = true
		}
		group.Add = append(group.Add, frontier.Link{URL: u, Kind: frontier.Foreign, Lane: strategy.Documents})
	}
	return nil
}
