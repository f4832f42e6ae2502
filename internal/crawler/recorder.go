package crawler

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/crawler/internal/budget"
	"sluice/internal/crawler/internal/host"
	"sluice/internal/crawler/internal/seedrecord"
	"sluice/internal/crawler/internal/siterules"
	"sluice/internal/crawler/internal/soft404"
	"sluice/internal/crawler/internal/strategy"
	"sluice/internal/crawler/internal/unlinked"
	"sluice/internal/earlystop"
	"sluice/internal/frontier"
	"sluice/library"
	"sluice/page"
	"sluice/weburl"
)

const (
	maxSitemaps = 100 // that one robots.txt may name
)

// SerialKey is the key under which the frontier keeps the number of the last group written. The catalogue has it, too: by it a
// store that was lost is recognized.
const SerialKey = "crawl/serial"

// movedSeedsKey is the key under which the frontier keeps where seeds were redirected to.
const movedSeedsKey = "crawl/moved-seeds"

// recorder writes groups of visits to catalogue and frontier. One goroutine uses it.
type recorder struct {
	cfg       *config
	rules     *rules
	hosts     *host.Table
	soft404   *soft404.Detector
	unlinked  *unlinked.Prober
	sites     *siterules.Book
	strategy  *strategy.Strategy
	budgets   *budget.Book
	revisits  *revisitBudget
	documents *documentRules
	bodies    *bodies
	counters  *counters
	judging   *judging
	outlook   *outlook
	yield     *earlystop.Book // nil: no site is stopped early

	commits sync.Mutex // held by writers of the frontier: groups, and calls that steer the crawl

	serial int64 // of the last group
	seeds  seedrecord.Record
	last   time.Time // when the last group was begun
	came   time.Time // in a replay: when the answer at hand came
	late   []lateAnswer

	groupRows
}

// groupRows is what a group writes.
type groupRows struct {
	rows    catalogue.Group
	links   frontier.Group
	urls    map[siteBody][]string  // URLs of this group by site and body
	fresh   map[weburl.Key]*placed // links that this group adds
	moves   map[weburl.Key]int     // links that it moves, by their place in links.Move
	refused map[weburl.Key]bool
	counts  map[catalogue.Count]int64
	between map[catalogue.HostLink]int64
	cited   map[catalogue.DocumentLink]int64
	stops   map[string]*earlystop.Stop // sites that this group stops, by host
}

// placed is a link that this group adds, by its place in links.Add.
type placed struct{ index int }

// begin reads the last serial number of the catalogue.
func (r *recorder) begin(ctx context.Context) (err error) {
	r.last = r.cfg.Clock.Now()
	if r.serial, err = r.cfg.Catalogue.LastSerial(ctx); err != nil {
		return fmt.Errorf("catalogue: %w", err)
	}
	return nil
}

// commit writes a group that the archive holds: catalogue, then frontier, each durable before the next begins. After a crash in
// between, the frontier still has the links waiting and they are fetched again; what the archive has beyond the catalogue's mark
// is cut off.
func (r *recorder) commit(ctx context.Context, g group) error {
	r.reset()
	r.rows.Archive = g.mark
	for _, v := range g.visits {
		if err := r.add(ctx, v); err != nil {
			return err
		}
	}
	if err := r.markSoft404s(ctx); err != nil {
		return err
	}
	r.finish(ctx)
	if err := r.unlinked.SaveState(r.links.State); err != nil {
		return err
	}
	if err := r.strategy.Err(); err != nil { // what it decided without the data must not become durable
		return err
	}
	began := r.cfg.Clock.Now()
	if err := r.cfg.Catalogue.Commit(ctx, &r.rows); err != nil {
		return fmt.Errorf("catalogue: %w", err)
	}
	r.hosts.Saved()
	began = r.counters.measureStore(storeCatalogue, began)
	r.counters.countGroup(&r.rows) // before the leases end, because max-pages counts both
	if err := r.commitLinks(ctx); err != nil {
		return fmt.Errorf("frontier: %w", err)
	}
	r.counters.measureStore(storeFrontier, began)
	r.closeStopped()
	r.strategy.Saved(r.links.State)
	r.unlinked.Saved()
	r.callFetch(g.visits)
	return nil
}

// commitLinks writes the group to the frontier, with the rules of sites as they are at that moment.
func (r *recorder) commitLinks(ctx context.Context) error {
	r.commits.Lock()
	defer r.commits.Unlock()
	if err := r.applyStops(); err != nil {
		return err
	}
	return r.sites.Save(r.links.State, func() error { return r.cfg.Frontier.Commit(ctx, &r.links) })
}

// reset begins a group.
func (r *recorder) reset() {
	r.serial++
	now := r.cfg.Clock.Now()
	active := now.Sub(r.last)
	r.last = now
	r.groupRows = groupRows{
		rows:    catalogue.Group{Serial: r.serial, Crawl: r.cfg.Crawl, Active: active},
		links:   frontier.Group{State: map[string][]byte{}},
		urls:    map[siteBody][]string{},
		fresh:   map[weburl.Key]*placed{},
		moves:   map[weburl.Key]int{},
		refused: map[weburl.Key]bool{},
		counts:  map[catalogue.Count]int64{},
		between: map[catalogue.HostLink]int64{},
		cited:   map[catalogue.DocumentLink]int64{},
		stops:   map[string]*earlystop.Stop{},
	}
}

// add adds one visit to the group.
func (r *recorder) add(ctx context.Context, v *visit) error {
	if v.replayed != nil {
		if err := r.addReplayed(ctx, v); err != nil {
			return err
		}
	}
	if v.robots != nil && !v.robots.Stored {
		r.rows.Robots = append(r.rows.Robots, v.robots.Row)
		r.rows.Wire += v.robots.Wire
	}
	r.revisits.takeForRetry(v)
	r.revisits.giveBack(v)
	r.sites.End(v.site, v.row != nil && v.row.Outcome != library.Retried && v.ending != abandoned && v.lease.Kind != frontier.Probe)
	if v.ending == abandoned {
		r.links.Again = append(r.links.Again, v.lease.Link)
		return nil
	}
	r.recordSeed(v)
	r.endLease(v)
	if v.row != nil {
		if err := r.addRow(ctx, v); err != nil {
			return err
		}
	}
	v.links = append(r.sitemapsOf(v), v.links...) // first: a page that links to a sitemap must not make a page of it
	if !v.probe.IsZero() {
		v.links = append(v.links, probeOf(v, v.probe, frontier.Page))
	}
	if !v.unlinked.IsZero() {
		v.links = append(v.links, probeOf(v, v.unlinked, frontier.Probe))
	}
	for _, e := range v.earlier {
		r.late = append(r.late, lateAnswer{Earlier: e})
	}
	if v.widens {
		if err := r.saveMovedSeed(ctx, v); err != nil {
			return err
		}
	}
	if err := r.addLinks(ctx, v); err != nil {
		return err
	}
	return r.recordProbe(ctx, v)
}

// recordProbe records what has become of a probe: that which follows from a visit waits, unless a rule refuses it, or the visit is its end.
func (r *recorder) recordProbe(ctx context.Context, v *visit) error {
	isProbe := v.lease.Kind == frontier.Probe
	switch {
	case v.concluded:
		return r.unlinked.End(ctx, v.url)
	case isProbe && (v.ending == done || v.ending == refused):
		return r.unlinked.GiveUp(ctx, v.url)
	case v.unlinked.IsZero():
		return nil
	case r.fresh[v.unlinked.Key()] == nil:
		return r.unlinked.GiveUp(ctx, v.unlinked)
	}
	return r.unlinked.Queued(ctx, v.unlinked)
}

// endLease ends the lease of a visit in the frontier.
func (r *recorder) endLease(v *visit) {
	switch v.ending {
	case done:
		r.links.Done = append(r.links.Done, v.lease.URL.Key())
		r.links.Requeue = append(r.links.Requeue, v.requeue...)
		if v.cause != "" { // the library keeps what it has
			r.count(v.lease.URL.Host(), v.cause)
		}
	case waitsAgain:
		r.links.Again = append(r.links.Again, v.again)
	case refused:
		r.links.Forbid = append(r.links.Forbid, frontier.Refusal{
			URL: v.lease.URL, Parent: v.lease.Parent, Depth: v.lease.Depth, Cause: v.cause, Soft: v.cause == causeFolded || siterules.IsCause(v.cause),
		})
		if v.cause != causeFolded {
			r.count(v.lease.URL.Host(), v.cause)
		}
		if strategy.IsOwn(v.lease.Lane) {
			r.strategy.Refuse(v.lease.URL)
		}
	}
}

// count counts a link that a rule refuses.
func (r *recorder) count(site, cause string) { r.counts[catalogue.Count{Site: site, Cause: cause}]++ }

// addRow adds the row of a visit, and what follows from its body being known already.
func (r *recorder) addRow(ctx context.Context, v *visit) error {
	row := v.row
	if v.lease.Kind == frontier.Probe { // no list or count shows it
		row.Outcome, row.Cause, row.Document, row.SHA256 = library.Refused, causeProbe, false, ""
	}
	if row.Outcome == library.Refused {
		r.rows.Fetches = append(r.rows.Fetches, *row)
		return nil
	}
	if row.Outcome == library.Fetched && row.SHA256 != "" && !row.NotModified {
		if err := r.compareCopies(ctx, v); err != nil {
			return err
		}
	}
	row.Unchanged = row.Outcome == library.Fetched && v.former != "" && row.SHA256 == v.former
	if r.judging.topic.Load() != v.topic { // it was changed after the page was read
		if err := r.judging.judge(ctx, v); err != nil {
			return err
		}
	}
	v.worth, v.counts = r.cfg.Judge(v.forStrategy()), row.Outcome != library.Retried
	switch {
	case row.Document && r.cfg.Hooks.Document != nil:
		r.cfg.Hooks.Document(&row.Fetch)
	case v.page != nil && r.cfg.Hooks.Page != nil:
		r.cfg.Hooks.Page(&row.Fetch, v.page)
	}
	var err error
	if row.Intake, err = r.documents.intake(ctx, v); err != nil {
		return fmt.Errorf("catalogue: %w", err)
	}
	r.rows.Fetches = append(r.rows.Fetches, *row)
	r.rows.DocumentAnchors = append(r.rows.DocumentAnchors, v.anchors...)
	return nil
}

// sitemapsOf makes links of the sitemaps that a visit's robots.txt names.
func (r *recorder) sitemapsOf(v *visit) (links []link) {
	if v.robots == nil || r.cfg.Scope.NoSitemaps {
		return nil
	}
	for _, s := range v.robots.Sitemaps[:min(len(v.robots.Sitemaps), maxSitemaps)] {
		u, err := r.rules.urls.Parse(s)
		if err != nil {
			continue
		}
		l := link{Link: page.Link{URL: u, Kind: page.KindSitemap}, parent: v.robots.Row.Origin + "/robots.txt"}
		l.apply(r.rules.checkSitemap(u))
		links = append(links, l)
	}
	return links
}

// probeOf makes a link of a probe that a visit carries.
func probeOf(v *visit, probe weburl.URL, kind frontier.Kind) link {
	return link{Link: page.Link{URL: probe, Kind: page.KindSeed}, kind: kind, parent: v.url.String(), depth: v.lease.Depth + 1}
}

// saveMovedSeed makes the wider scope durable with the links that it lets pass.
func (r *recorder) saveMovedSeed(ctx context.Context, v *visit) error {
	moved, ok := r.links.State[movedSeedsKey]
	if !ok {
		var err error
		if moved, err = r.cfg.Frontier.State(ctx, movedSeedsKey); err != nil {
			return fmt.Errorf("frontier: %w", err)
		}
	}
	r.links.State[movedSeedsKey] = append(append(slices.Clone(moved), v.row.Location...), '\n')
	return nil
}

// finish turns the counters into rows, lets the strategy rearrange what waits, and adds the state of all parts.
func (r *recorder) finish(ctx context.Context) {
	now := r.cfg.Clock.Now()
	for c, n := range r.counts {
		c.N = n
		r.rows.Refused = append(r.rows.Refused, c)
	}
	for l, n := range r.between {
		l.N, l.First = n, cmp.Or(r.came, now)
		r.rows.HostLinks = append(r.rows.HostLinks, l)
	}
	for d, n := range r.cited {
		d.N = n
		r.rows.Cited = append(r.rows.Cited, d)
	}
	r.rows.Sites = r.hosts.TakeChanged()
	r.recordStops()
	r.sortRows()
	if r.strategy.Rearranges() {
		counted := len(r.links.Requeue)
		r.strategy.Tend(ctx, &r.links)
		r.links.Requeue = r.revisits.takeForTended(r.links.Requeue, counted)
	}
	r.links.State[SerialKey] = strconv.AppendInt(nil, r.serial, 10)
	r.strategy.SaveState(r.links.State)
	r.links.State[forecastKey] = r.outlook.append()
	r.budgets.SaveState(r.links.State)
	r.revisits.saveState(r.links.State)
	if r.yield != nil {
		r.yield.SaveState(r.links.State)
	}
	r.soft404.SaveState(r.links.State)
}

// sortRows sorts the rows that were counted, so that equal crawls write equal rows.
func (r *recorder) sortRows() {
	slices.SortFunc(r.rows.Refused, func(a, b catalogue.Count) int {
		return cmp.Or(cmp.Compare(a.Site, b.Site), cmp.Compare(a.Cause, b.Cause))
	})
	slices.SortFunc(r.rows.HostLinks, func(a, b catalogue.HostLink) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	slices.SortFunc(r.rows.Cited, func(a, b catalogue.DocumentLink) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.URL, b.URL))
	})
	slices.SortFunc(r.rows.Sites, func(a, b catalogue.Site) int { return cmp.Compare(a.Host, b.Host) })
}
