package crawl

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"sluice/focus"
	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/frontier"
	"sluice/page"
	"sluice/weburl"
)

const (
	groupSize       = 200                    // visits, after which a group is written; how much a crash may leave in the archive hangs on it
	waitingToCommit = 32                     // visits that may be read while a group is written
	groupTime       = 500 * time.Millisecond // or this long after its first one
	tendEvery       = 5 * time.Second
	copiesKept      = 3 // from the third copy of a body on a host on, links are not followed
)

// group is what is made durable together.
type group struct {
	visits []*visit
	mark   catalogue.Mark // the archive is good up to here when they are recorded
}

// committer makes visits durable, in groups, until there are no more: it stores
// one group in the archive while the one before is recorded.
func (c *Crawl) committer() {
	stored := make(chan group)
	var recording sync.WaitGroup
	recording.Go(func() { c.record(stored) })
	for v := range c.toCommit {
		g := group{visits: c.gather(v)}
		if c.failure.Load() == nil {
			var err error
			if g.mark, err = c.store(g.visits); err != nil {
				c.fatal(fmt.Errorf("archive: %w", err))
			}
		}
		for _, v := range g.visits {
			v.releaseRecords()
		}
		c.recording.Add(int64(len(g.visits)))
		stored <- g
	}
	close(stored)
	recording.Wait()
}

// record enters stored groups in the catalogue and the frontier. After a failure
// it only gives back what they hold.
func (c *Crawl) record(stored <-chan group) {
	r := &recorder{c: c, last: time.Now()}
	var err error
	if r.serial, err = c.cfg.Catalogue.LastSerial(context.TODO()); err != nil {
		c.fatal(fmt.Errorf("catalogue: %w", err))
	}
	for g := range stored {
		if c.failure.Load() == nil {
			if err := r.commit(g); err != nil {
				c.fatal(err)
			}
		}
		for _, v := range g.visits {
			c.stats.pass(v, stageCommit)
			v.release()
			c.dismiss(v)
		}
		c.recording.Add(-int64(len(g.visits)))
	}
}

// gather waits for the rest of a group, but not when nothing else is under way:
// then what comes next hangs on this group.
func (c *Crawl) gather(first *visit) []*visit {
	visits := append(make([]*visit, 0, groupSize), first)
	timer := time.NewTimer(groupTime)
	defer timer.Stop()
	for len(visits) < groupSize {
		if c.cfg.Frontier.Counts().Leased <= int64(len(visits))+c.recording.Load() {
			return visits
		}
		select {
		case v, ok := <-c.toCommit:
			if !ok {
				return visits
			}
			visits = append(visits, v)
		case <-timer.C:
			return visits
		}
	}
	return visits
}

// releaseRecords gives back what the archive has taken.
func (v *visit) releaseRecords() {
	if v.kept != nil {
		v.kept.Release()
		v.kept = nil
	}
	if v.robots != nil {
		for _, e := range v.robots.encoded {
			e.Release()
		}
		v.robots.encoded = nil
	}
}

func (v *visit) release() {
	v.releaseRecords()
	if v.page != nil {
		v.page.Release()
		v.page = nil
	}
}

// recorder builds what a group writes to catalogue and frontier.
type recorder struct {
	c      *Crawl
	serial int64
	tended time.Time
	last   time.Time
	came   time.Time // in a replay: when the answer at hand did

	rows    catalogue.Group
	links   frontier.Group
	bodies  map[siteBody][]string  // URLs of this group by site and body
	fresh   map[weburl.Key]*placed // links that this group adds
	moves   map[weburl.Key]int     // links that it moves, by their place in links.Move
	refused map[weburl.Key]bool
	counts  map[catalogue.Count]int64
	between map[catalogue.HostLink]int64
	cited   map[catalogue.DocumentLink]int64
}

// commit writes a group that the archive holds: catalogue, then frontier, each
// durable before the next begins. After a crash in between, the frontier still has
// the links waiting and they are fetched again; what the archive has beyond the
// catalogue's mark is cut off.
func (g *recorder) commit(what group) error {
	g.reset()
	g.rows.Archive = what.mark
	for _, v := range what.visits {
		if err := g.add(v); err != nil {
			return err
		}
	}
	g.finish()
	began := time.Now()
	if err := g.c.cfg.Catalogue.Commit(context.TODO(), &g.rows); err != nil {
		return fmt.Errorf("catalogue: %w", err)
	}
	began = g.c.stats.stored(storeCatalogue, began)
	g.c.stats.committed(&g.rows) // before the leases end: max-pages counts both
	if err := g.c.cfg.Frontier.Commit(context.TODO(), &g.links); err != nil {
		return fmt.Errorf("frontier: %w", err)
	}
	g.c.stats.stored(storeFrontier, began)
	g.c.strategy.remembered(g.links.State)
	return nil
}

// store appends what was kept of the visits to the archive and makes it durable.
func (c *Crawl) store(visits []*visit) (catalogue.Mark, error) {
	defer c.stats.stored(storeArchive, time.Now())
	var records []*archive.Encoded
	for _, v := range visits {
		if v.robots != nil {
			records = append(records, v.robots.encoded...)
		}
		if v.kept != nil {
			records = append(records, v.kept)
		}
	}
	at, err := c.cfg.Archive.Append(context.TODO(), records...)
	if err != nil {
		return catalogue.Mark{}, err
	}
	for _, v := range visits {
		if v.robots != nil {
			at = at[len(v.robots.encoded):]
		}
		if v.kept != nil {
			v.row.File, v.row.Offset, v.row.Length = at[0].File, at[0].Offset, at[0].Length
			at = at[1:]
		}
	}
	p, err := c.cfg.Archive.Sync(context.TODO())
	return catalogue.Mark{File: p.File, Offset: p.Offset}, err
}

func (g *recorder) reset() {
	g.serial++
	now := time.Now()
	g.rows = catalogue.Group{Serial: g.serial, Crawl: g.c.cfg.Crawl, Active: now.Sub(g.last)}
	g.last = now
	g.links = frontier.Group{State: map[string][]byte{}}
	g.bodies = map[siteBody][]string{}
	g.fresh = map[weburl.Key]*placed{}
	g.moves = map[weburl.Key]int{}
	g.refused = map[weburl.Key]bool{}
	g.counts = map[catalogue.Count]int64{}
	g.between = map[catalogue.HostLink]int64{}
	g.cited = map[catalogue.DocumentLink]int64{}
}

// add takes one visit into the group.
func (g *recorder) add(v *visit) error {
	if v.replayed != nil {
		if err := g.replayed(v); err != nil {
			return err
		}
	}
	if v.robots != nil {
		g.addRobots(v)
	}
	switch v.ending {
	case abandoned:
		g.links.Again = append(g.links.Again, v.lease.Link)
		return nil
	case done:
		g.links.Done = append(g.links.Done, v.lease.URL.Key())
		if v.cause != "" { // the library keeps what it has
			g.count(v.lease.URL.Host(), v.cause)
		}
	case again:
		g.links.Again = append(g.links.Again, v.again)
	case refused:
		g.links.Forbid = append(g.links.Forbid, frontier.Refusal{
			URL: v.lease.URL, Parent: v.lease.Parent, Depth: v.lease.Depth, Cause: v.cause, Soft: v.cause == causeFolded,
		})
		if v.cause != causeFolded {
			g.count(v.lease.URL.Host(), v.cause)
		}
	}
	if v.row != nil {
		if err := g.addRow(v); err != nil {
			return err
		}
	}
	v.links = append(g.sitemapsOf(v), v.links...) // first: a page that links to a sitemap shall not make a page of it
	if !v.question.IsZero() {
		v.links = append(v.links, questionOf(v))
	}
	if v.seed {
		return g.rememberSeed(v)
	}
	return g.addLinks(v)
}

func (g *recorder) addRobots(v *visit) {
	if v.robots.stored {
		return
	}
	g.rows.Robots = append(g.rows.Robots, v.robots.row)
	g.rows.Wire += v.robots.wire
}

// sitemapsOf makes links of the sitemaps that a visit's robots.txt names.
func (g *recorder) sitemapsOf(v *visit) (links []link) {
	if v.robots == nil || g.c.cfg.NoSitemaps {
		return nil
	}
	for _, s := range v.robots.sitemaps[:min(len(v.robots.sitemaps), maxSitemaps)] {
		u, err := g.c.rules.url.Parse(s)
		if err != nil {
			continue
		}
		l := link{Link: page.Link{URL: u, Kind: page.KindSitemap}, kind: frontier.Sitemap, parent: v.robots.row.Origin + "/robots.txt"}
		if !g.c.rules.hostInScope(u) {
			l.cause = causeScope
		}
		links = append(links, l)
	}
	return links
}

const maxSitemaps = 100 // that one robots.txt may name

// addRow enters a fetch, and what follows from its body being known already.
func (g *recorder) addRow(v *visit) error {
	row := v.row
	if row.Outcome == catalogue.Ruled {
		g.rows.Fetches = append(g.rows.Fetches, *row)
		return nil
	}
	if row.Outcome == catalogue.Got && row.SHA256 != "" && !row.NotModified {
		if err := g.compare(v); err != nil {
			return err
		}
	}
	v.worth = g.c.cfg.Judge(v.asVisit())
	g.c.strategy.learn(v.asVisit())
	switch {
	case row.Document && g.c.cfg.OnDocument != nil:
		g.c.cfg.OnDocument(row)
	case v.page != nil && g.c.cfg.OnPage != nil:
		g.c.cfg.OnPage(row, v.page)
	}
	row.Intake = g.c.intakeOf(v)
	g.rows.Fetches = append(g.rows.Fetches, *row)
	g.rows.DocumentAnchors = append(g.rows.DocumentAnchors, v.anchors...)
	return nil
}

// rememberSeed makes the wider scope durable before the links that it lets pass.
func (g *recorder) rememberSeed(v *visit) error {
	moved, ok := g.links.State[movedSeeds]
	if !ok {
		var err error
		if moved, err = g.c.cfg.Frontier.State(context.TODO(), movedSeeds); err != nil {
			return fmt.Errorf("frontier: %w", err)
		}
	}
	g.links.State[movedSeeds] = append(append(slices.Clone(moved), v.row.Location...), '\n')
	return g.addLinks(v)
}

// finish turns the counters into rows and lets the strategy tend what waits.
func (g *recorder) finish() {
	now := time.Now()
	for c, n := range g.counts {
		c.N = n
		g.rows.Refused = append(g.rows.Refused, c)
	}
	for l, n := range g.between {
		l.N, l.First = n, cmp.Or(g.came, now)
		g.rows.HostLinks = append(g.rows.HostLinks, l)
	}
	for d, n := range g.cited {
		d.N = n
		g.rows.Cited = append(g.rows.Cited, d)
	}
	g.rows.Sites = g.c.hosts.takeDirty()
	if g.c.strategy.tender != nil && now.Sub(g.tended) >= tendEvery {
		g.tended = now
		g.c.strategy.tend(&waiting{frontier: g.c.cfg.Frontier, group: &g.links})
	}
	g.links.State[SerialKey] = strconv.AppendInt(nil, g.serial, 10)
	g.c.strategy.remember(g.links.State)
	g.c.budgets.ledger.remember(g.links.State)
	g.c.same.remember(g.links.State)
}

// asVisit is how the strategy sees a visit.
func (v *visit) asVisit() *focus.Visit {
	f := &focus.Visit{URL: v.url, Page: v.page, Depth: v.lease.Depth, Lane: strategyLane(v.lease.Lane), Score: v.lease.Score, Worth: v.worth}
	if v.row != nil {
		f.Status, f.Type, f.Document = v.row.Status, v.row.Type, v.row.Document
	}
	return f
}
