package revisit

import (
	"cmp"
	"context"
	"slices"
	"time"

	"sluice/internal/cycle/freshness"
)

// Time in the simulation, in days.
const (
	learnedDays  = 60.0   // before it is measured
	measuredDays = 180.0  // that are measured
	step         = 0.25   // between two choices
	replanned    = 1.0    // between two divisions of the budget
	maxIntervals = 40     // of a page that its change rate is estimated from, of each kind
	maxUnsure    = 10_000 // intervals of a site
)

// simulation is a schedule at work on a model.
type simulation struct {
	*model
	schedule schedule
	budget   float64 // requests a day
	now      float64
	items    []item // the pages in their order, then the sitemaps and feeds
	sites    []siteState
	rates    []freshness.Rate
	notices  []float64 // announcements a day of each item that are worth a visit
	measured Measure
}

// item is what is requested: a page, or a sitemap or feed.
type item struct {
	page      int // -1: a sitemap or feed
	site      int
	last      float64 // visit
	announced float64 // change that was announced since, when that was read first; 0: none
	intervals freshness.Intervals
	rate      float64 // estimated changes a day

	isAnnounced   bool    // its site announces changes of it
	unchanged     float64 // days before the first visit in which it has not changed, by what its site announces
	announcedRate float64 // estimated changes a day, if what its site announces is right
}

// siteState is what is known of a site.
type siteState struct {
	trust   freshness.Trust
	read    int  // announcements that were read, those that the feed has dropped included
	isRead  bool // the sitemap or feed
	seen    []announcement
	unsure  []interval // between visits that its announcements were not compared with yet
	level   int        // of the level scheme, from 0 on
	visits  int        // in the present round
	changed int        // of them
	before  float64    // share of changed visits in the round before; -1: none
}

// interval is the time between two visits of a page.
type interval struct {
	page        int
	from, until float64
	isChanged   bool
}

// Measure is what came of a schedule.
type Measure struct {
	Fresh    float64 `json:"fresh"`            // mean share of the importance that is as the library has it, 0 to 1
	Age      float64 `json:"age_days"`         // mean time since the first change that the library does not have, 0 while there is none, in days
	Requests float64 `json:"requests_per_day"` // those for sitemaps and feeds included
}

// newSimulation returns a schedule that has not begun on a model.
func newSimulation(m *model, s schedule, budget float64) *simulation {
	sim := &simulation{model: m, schedule: s, budget: budget, sites: make([]siteState, len(m.sites))}
	for n := range m.pages {
		sim.items = append(sim.items, item{page: n, site: m.pages[n].site, rate: freshness.ChangeRate(freshness.Intervals{})})
	}
	for n := range m.sites {
		sim.sites[n].before = -1
		if s.signals && m.sites[n].signal != noSignal {
			sim.items = append(sim.items, item{page: -1, site: n, rate: freshness.ChangeRate(freshness.Intervals{})})
			sim.readAnnouncements(n)
		}
	}
	return sim
}

// simulate runs a schedule on a model. If the context ends before, the measure means nothing.
func simulate(ctx context.Context, m *model, s schedule, budget float64) Measure {
	sim := newSimulation(m, s, budget)
	sim.run(ctx)
	weight := 0.0
	for _, p := range m.pages {
		weight += p.importance
	}
	r := sim.measured
	return Measure{Fresh: r.Fresh / weight / measuredDays, Age: r.Age / weight / measuredDays, Requests: r.Requests / measuredDays}
}

// run spends the budget step by step on what has waited for most of its periods.
func (s *simulation) run(ctx context.Context) {
	type choice struct {
		urgency float64
		item    int
	}
	choices := make([]choice, len(s.items))
	spare, planned := 0.0, -replanned
	for n := 1; ctx.Err() == nil; n++ {
		if s.now = float64(n) * step; s.now >= s.days {
			break
		}
		if s.now-planned >= replanned {
			s.rates, planned = s.schedule.divide(s), s.now
		}
		for i := range s.items {
			choices[i] = choice{s.urgency(i), i}
		}
		slices.SortFunc(choices, func(a, b choice) int { return cmp.Or(cmp.Compare(b.urgency, a.urgency), a.item-b.item) })
		spare += s.budget * step
		for _, c := range choices[:min(int(spare), len(choices))] {
			s.request(&s.items[c.item])
			spare--
		}
	}
	s.now = s.days
	for i := range s.items {
		if s.items[i].page >= 0 {
			s.measure(&s.items[i])
		}
	}
}

// urgency returns how many of its periods an item has waited.
func (s *simulation) urgency(i int) float64 {
	days := s.now - s.items[i].last
	if s.items[i].announced > 0 && s.sites[s.items[i].site].trust.IsSignal() {
		return s.rates[i].UrgencyOnNotice(s.notices[i], days)
	}
	return s.rates[i].Urgency(days)
}

// request requests an item.
func (s *simulation) request(it *item) {
	if s.now >= learnedDays {
		s.measured.Requests++
	}
	isChanged := false
	if it.page < 0 {
		isChanged = s.readAnnouncements(it.site)
	} else {
		s.measure(it)
		change := s.changeAfter(it)
		isChanged = change <= s.now
		s.countVisit(it, isChanged)
	}
	s.learn(it, isChanged)
	it.last, it.announced = s.now, 0
}

// changeAfter returns the time of the first change of a page after its last visit; after the end if there is none.
func (s *simulation) changeAfter(it *item) float64 {
	changes := s.pages[it.page].changes
	i, found := slices.BinarySearch(changes, it.last)
	if found {
		i++
	}
	if i == len(changes) {
		return s.days + 1
	}
	return changes[i]
}

// learn estimates the change rate of an item again.
func (s *simulation) learn(it *item, isChanged bool) {
	of := &it.intervals
	switch {
	case !isChanged:
		of.Unchanged = appendInterval(of.Unchanged, s.now-it.last)
	case it.announced > 0 && s.sites[it.site].trust.IsSignal():
		of.Announced = appendInterval(of.Announced, it.announced-it.last)
	default:
		of.Changed = appendInterval(of.Changed, s.now-it.last)
	}
	if s.schedule.rates == learnedRates {
		it.rate = freshness.ChangeRate(*of)
		s.learnFromAnnouncements(it, s.now)
	}
}

// learnFromAnnouncements estimates the change rate of an item as if its site announced every change: then silence since a time says that there was none.
func (s *simulation) learnFromAnnouncements(it *item, since float64) {
	if !it.isAnnounced {
		return
	}
	of := it.intervals
	if it.unchanged > 0 {
		of.Announced = append(slices.Clip(of.Announced), it.unchanged)
	}
	if since < s.now {
		of.Unchanged = append(slices.Clip(of.Unchanged), s.now-since)
	}
	it.announcedRate = freshness.ChangeRate(of)
}

// appendInterval appends an interval, in place of the oldest one if there are enough.
func appendInterval(all []float64, days float64) []float64 {
	if len(all) == maxIntervals {
		all = slices.Delete(all, 0, 1)
	}
	return append(all, days)
}

// countVisit counts a visit for what is known of the site.
func (s *simulation) countVisit(it *item, isChanged bool) {
	site := &s.sites[it.site]
	if site.isRead && len(site.unsure) < maxUnsure {
		site.unsure = append(site.unsure, interval{it.page, it.last, s.now, isChanged})
	}
	site.visits++
	if isChanged {
		site.changed++
	}
	if site.visits < len(s.model.sites[it.site].pages) {
		return
	}
	share := float64(site.changed) / float64(site.visits)
	switch {
	case site.before >= 0 && share > site.before:
		site.level = max(site.level-1, 0)
	case site.before >= 0 && share < site.before:
		site.level = min(site.level+1, len(levelDays)-1)
	}
	site.before, site.visits, site.changed = share, 0, 0
}

// readAnnouncements reads the sitemap or feed of a site, and reports whether it has changed.
func (s *simulation) readAnnouncements(n int) (isChanged bool) {
	site, known := &s.model.sites[n], &s.sites[n]
	begin := time.Unix(0, 0)
	for _, page := range site.pages {
		switch {
		case known.isRead: // the times that it began with say what kind it is
		case site.signal == generatedSitemap:
			known.trust.Announced(begin)
		default:
			known.trust.Announced(begin.Add(time.Duration(s.pages[page].lastMod * float64(24*time.Hour))))
		}
	}
	if site.signal != feed && !known.isRead {
		for _, page := range site.pages {
			it := &s.items[page]
			it.isAnnounced = true
			if site.signal != generatedSitemap { // it has not changed since
				it.unchanged = -s.pages[page].lastMod
			}
		}
	}
	known.isRead = true
	from, until := known.read, known.read
	for until < len(site.announced) && site.announced[until].at <= s.now {
		until++
	}
	known.read = until
	stated := latest(site.announced[from:until])
	if site.signal == feed {
		stated = stated[max(0, len(stated)-feedEntries):]
	}
	for _, a := range stated {
		it := &s.items[a.page]
		it.isAnnounced = true
		if it.announced == 0 && a.at > it.last {
			it.announced = a.at
		}
	}
	for _, page := range site.pages { // silence says that a page has not changed; a feed may have dropped the change
		if it := &s.items[page]; it.isAnnounced && it.announced == 0 && site.signal != feed {
			s.learnFromAnnouncements(it, it.last)
		}
	}
	known.seen = append(known.seen, stated...)
	for _, v := range known.unsure {
		known.trust.Visited(slices.ContainsFunc(known.seen, func(a announcement) bool { return a.page == v.page && a.at > v.from && a.at <= v.until }), v.isChanged)
	}
	known.unsure = known.unsure[:0]
	return from < until || site.signal == generatedSitemap
}

// latest returns the latest announcement of each page, in their order: a sitemap or feed states one time of a page.
func latest(all []announcement) (of []announcement) {
	isStated := map[int]bool{}
	for i := len(all) - 1; i >= 0; i-- {
		if a := all[i]; !isStated[a.page] {
			isStated[a.page] = true
			of = append(of, a)
		}
	}
	slices.Reverse(of)
	return of
}

// measure adds the time since the last visit of a page to the measures.
func (s *simulation) measure(it *item) {
	from, until := max(it.last, learnedDays), s.now
	if until <= from {
		return
	}
	stale := s.changeAfter(it)
	weight := s.pages[it.page].importance
	if stale > from {
		s.measured.Fresh += weight * (min(stale, until) - from)
	}
	if begin := max(stale, from); begin < until { // the age grows from 0 at the change
		s.measured.Age += weight * ((until-stale)*(until-stale) - (begin-stale)*(begin-stale)) / 2
	}
}
