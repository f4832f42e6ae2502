package lab

import (
	"context"
	"maps"
	"math"
	"net/http"
	"slices"
	"time"

	"sluice/focus"
	"sluice/page"
	"sluice/weburl"
	"sluice/weburl/trap"
)

// Limits bound a walk.
type Limits struct {
	Requests int           // 0: until nothing waits
	Time     time.Duration // after which a walk is cut, of the clock on the wall; 0: never
}

// Walk is what came of a crawl of a recorded web.
type Walk struct {
	Known     []int        // targets known after each request
	Found     []weburl.Key // the targets, in the order in which they became known
	Relevance []float64    // of the page of each request; 0 of what is no page
	Requests  []string     // the URLs, in order
	Status    []int        // the HTTP status of each answer; 0 if the host does not exist
	Bytes     []int64      // of all bodies until each request
}

// setTopic gives a strategy the topic of the targets. One that can work without a topic looks for documents where these are the targets:
// the topic is for those that cannot.
func setTopic(s focus.Topical, t Targets) error {
	if t.Linked != nil && s.SetTopic(nil) == nil {
		return nil
	}
	return s.SetTopic(t.Topic)
}

// Run walks through a web with a strategy, until its limit or until nothing waits. It is an error if the strategy cannot work with the
// topic of the targets.
func Run(ctx context.Context, web *Web, s focus.Strategy, t Targets, limits Limits) (*Walk, error) {
	return run(ctx, web, s, t, limits, nil)
}

// run is Run with an examination of the sites; nil for none.
func run(ctx context.Context, web *Web, s focus.Strategy, t Targets, limits Limits, stops *stops) (*Walk, error) {
	w := &walker{web: web, strategy: s, targets: t, stops: stops, lanes: lanes{}, scans: map[focus.Lane][]*waitingLink{}, begun: map[focus.Lane]string{}, seen: map[weburl.Key]*waitingLink{}, known: map[weburl.Key]bool{}, folders: newFolders(), Walk: &Walk{}}
	w.againer, _ = s.(focus.Againer)
	w.keeper, _ = s.(focus.Keeper)
	w.tender, _ = s.(focus.Tender)
	if topical, ok := s.(focus.Topical); ok {
		if err := setTopic(topical, t); err != nil {
			return nil, err
		}
	}
	if r, ok := s.(focus.Restorer); ok {
		r.Restore(state{})
	}
	for _, u := range web.seeds {
		w.place(nil, &page.Link{URL: u, Kind: page.KindSeed}, 0)
	}
	began := time.Now()
	for limits.Requests == 0 || len(w.Known) < limits.Requests {
		if limits.Time > 0 && time.Since(began) > limits.Time {
			return w.Walk, nil
		}
		l := w.next()
		if l == nil {
			return w.Walk, nil
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if w.folders.has(l.url) {
			if err := w.refuse(ctx, l); err != nil {
				return nil, err
			}
			continue
		}
		if err := w.request(ctx, l); err != nil {
			return nil, err
		}
	}
	return w.Walk, nil
}

// refuse ends a link to a default page whose folder was requested.
func (w *walker) refuse(ctx context.Context, l *waitingLink) error {
	if r, ok := w.strategy.(focus.Refuser); ok {
		r.Refuse(l.url)
	}
	w.tend()
	return w.fetchedAs(ctx, l.url)
}

// fetchedAs counts the page of a folder that was requested if it is a target by the URL of its default page.
func (w *walker) fetchedAs(ctx context.Context, defaultPage weburl.URL) error {
	a, err := w.web.Get(ctx, defaultPage)
	if err == nil && a.Page != nil {
		w.fetched(defaultPage, a.Page, w.relevance(a.Page))
	}
	return err
}

// tend lets the strategy rearrange what waits, after each visit: as in a crawl with one worker, where a group is one visit.
func (w *walker) tend() {
	if w.tender != nil {
		w.tender.Tend(waiting{w})
	}
}

// state is a strategy's memory that lasts as long as the walk.
type state map[string][]byte

var _ focus.State = state{}

// Get implements [focus.State].
func (s state) Get(key string) []byte { return s[key] }

// Put implements [focus.State].
func (s state) Put(key string, value []byte) { s[key] = value }

// walker is a walk under way.
type walker struct {
	*Walk
	web      *Web
	strategy focus.Strategy
	againer  focus.Againer // nil if the strategy is none
	keeper   focus.Keeper  // the same
	tender   focus.Tender
	targets  Targets

	lanes    lanes
	seen     map[weburl.Key]*waitingLink // nil: it does not wait any more
	known    map[weburl.Key]bool         // targets
	folders  folders
	stops    *stops // nil: no site is examined
	arrivals int
	scans    map[focus.Lane][]*waitingLink // lanes that a strategy reads
	begun    map[focus.Lane]string         // by lane, the cursor behind its first link, if only that was read
}

// next takes the link that the strategy wants.
func (w *walker) next() *waitingLink {
	states := make([]focus.LaneState, 0, len(w.lanes))
	for _, n := range slices.Sorted(maps.Keys(w.lanes)) {
		if best := w.lanes.best(n); best != nil {
			q := w.lanes[n]
			states = append(states, focus.LaneState{Lane: n, Waiting: int64(q.waiting), Ready: 1, Best: best.score, Served: q.served})
		}
	}
	if len(states) == 0 {
		return nil
	}
	for _, s := range w.strategy.Choose(states, 1) {
		if s.N <= 0 {
			continue
		}
		if l := w.lanes.take(s.Lane); l != nil {
			w.seen[l.url.Key()] = nil
			return l
		}
	}
	return nil
}

// request requests a page, lets the strategy learn from it and places its links.
func (w *walker) request(ctx context.Context, from *waitingLink) error {
	a, err := w.web.Get(ctx, from.url)
	if err != nil {
		return err
	}
	v := &focus.Visit{URL: from.url, Status: a.Status, Document: a.Document, Page: a.Page, Age: a.Age, Depth: from.depth, Lane: from.at.Lane, Score: from.at.Score}
	var found links
	if a.Page != nil {
		v.Type = "html"
		v.Relevance = w.relevance(a.Page)
		v.Worth = v.Relevance
		if found, err = w.links(ctx, a.Page); err != nil {
			return err
		}
		if w.folders.add(from.url, a.Sum) {
			found = links{}
		}
		v.Documents = len(found.documents)
		w.fetched(from.url, a.Page, v.Relevance)
		if !from.defaultPage.IsZero() {
			w.fetched(from.defaultPage, a.Page, v.Relevance)
		}
	}
	w.strategy.Learn(v)
	before := w.arrivals
	for _, l := range found.pages {
		w.find(v, l, v.Depth+1)
	}
	if a.Page == nil && !from.defaultPage.IsZero() { // the folder does not answer with it
		w.place(v, &page.Link{URL: from.defaultPage}, from.depth)
	}
	if !a.Location.IsZero() && w.web.follows(a.Location) {
		w.find(v, foundLink{Link: &page.Link{URL: a.Location, Kind: page.KindRedirect}}, from.depth)
	}
	w.record(from.url, a, v.Relevance)
	w.tend()
	if w.stops != nil {
		if err := w.stops.page(ctx, from.url.Host(), len(found.documents), w.arrivals-before); err != nil {
			return err
		}
	}
	return w.visitDocuments(ctx, v, found.documents)
}

// visitDocuments lets the strategy learn from the documents that a page links to: a crawl fetches them before all pages.
func (w *walker) visitDocuments(ctx context.Context, from *focus.Visit, documents []weburl.URL) error {
	for _, u := range documents {
		v := &focus.Visit{URL: u, Status: http.StatusOK, Document: true, Depth: from.Depth + 1, Worth: 1}
		if !w.known[u.Key()] {
			a, err := w.web.Get(ctx, u)
			if err != nil {
				return err
			}
			v.Status, v.Document = a.Status, a.Document
			if !a.Document {
				v.Worth = 0
			}
		}
		if w.stops != nil {
			if err := w.stops.document(ctx, from.URL.Host(), v.Document); err != nil {
				return err
			}
		}
		w.strategy.Learn(v)
		w.tend()
	}
	return nil
}

// record adds a request to the walk.
func (w *walker) record(u weburl.URL, a *Answer, relevance float64) {
	w.Known = append(w.Known, len(w.known))
	w.Relevance = append(w.Relevance, relevance)
	w.Requests = append(w.Requests, u.String())
	w.Status = append(w.Status, a.Status)
	bytes := a.Bytes
	if n := len(w.Bytes); n > 0 {
		bytes += w.Bytes[n-1]
	}
	w.Bytes = append(w.Bytes, bytes)
}

// know counts a target.
func (w *walker) know(key weburl.Key) {
	if !w.known[key] {
		w.known[key] = true
		w.Found = append(w.Found, key)
	}
}

// fetched counts a requested page if it is a target.
func (w *walker) fetched(u weburl.URL, p *page.Page, relevance float64) {
	t := &w.targets
	if t.Fetched != nil && t.Fetched(u, p) || t.Judged != nil && t.Judged(relevance) {
		w.know(u.Key())
	}
}

// relevance returns how relevant a page is to the topic of the targets; 0 without one, and of no page.
func (w *walker) relevance(p *page.Page) float64 {
	if w.targets.Topic == nil || p == nil {
		return 0
	}
	return w.web.relevance(w.targets.Topic, p)
}

// traps are the links that a crawl does not follow by default.
var traps trap.Rules

// links are what a page leads to.
type links struct {
	pages     []foundLink  // that a walk requests, each once
	documents []weburl.URL // and other linked targets, which no page before had a link to
}

// foundLink is a link to a page.
type foundLink struct {
	*page.Link
	defaultPage weburl.URL // URL as found, when it was replaced by its folder
}

// links returns the links of a page, and counts the targets among them.
func (w *walker) links(ctx context.Context, p *page.Page) (found links, err error) {
	twice := map[weburl.Key]bool{p.URL.Key(): true}
	for i := range p.Links {
		l := w.folded(&p.Links[i])
		key := l.URL.Key()
		if twice[key] {
			continue
		}
		twice[key] = true
		if w.folders.has(p.Links[i].URL) {
			if err = w.fetchedAs(ctx, p.Links[i].URL); err != nil {
				return links{}, err
			}
		}
		isTarget := w.known[key]
		if w.targets.Linked != nil && !isTarget {
			if isTarget, err = w.targets.Linked(ctx, l.URL); err != nil {
				return links{}, err
			}
		}
		switch {
		case weburl.DocumentEnding(l.URL) || isTarget && w.targets.Linked != nil:
			if _, was := w.seen[key]; !was {
				w.seen[key] = nil
				found.documents = append(found.documents, l.URL)
			}
			if isTarget {
				w.know(key)
			}
		case w.web.follows(l.URL) && traps.Check(l.URL, p.URL, p.Raw(l.Link)) == "":
			found.pages = append(found.pages, l)
		}
	}
	return found, nil
}

// folded returns a link, to the folder if it leads to a default page.
func (w *walker) folded(l *page.Link) foundLink {
	folder, ok := w.folders.of(l.URL)
	if !ok {
		return foundLink{Link: l}
	}
	to := *l
	to.URL = folder
	return foundLink{&to, l.URL}
}

// find places a link that was found on a page, or lets the strategy reconsider it if it waits.
func (w *walker) find(v *focus.Visit, f foundLink, depth int) {
	l := f.Link
	waits, was := w.seen[l.URL.Key()]
	switch {
	case !was:
		w.place(v, l, depth)
		w.seen[l.URL.Key()].defaultPage = f.defaultPage
	case !f.defaultPage.IsZero(): // only an answer proves that the two are one
		if !w.folders.fetched[l.URL.Key()] {
			l.URL = f.defaultPage
			w.place(v, l, depth)
		}
	case waits != nil && w.keeper != nil && w.keeper.Keeps(l.URL.Key()):
		w.keeper.FoundAgain(v, l)
	case waits != nil && w.againer != nil:
		if to := finite(w.againer.Again(v, l, waits.at)); to != waits.at { // a link that stays where it is stays preferred
			w.lanes.move(waits, to)
		}
	}
}

// place queues a link that was found for the first time.
func (w *walker) place(v *focus.Visit, l *page.Link, depth int) {
	key := l.URL.Key()
	if _, was := w.seen[key]; was {
		return
	}
	n := &waitingLink{url: l.URL, depth: depth, at: finite(w.strategy.Place(v, l)), arrival: w.arrivals}
	if v != nil {
		n.parent = v.URL.String()
	}
	w.arrivals++
	w.seen[key] = n
	w.lanes.add(n)
	if w.stops != nil {
		w.stops.links[l.URL.Host()]++
	}
}

// finite returns a placement whose score can be compared.
func finite(p focus.Placement) focus.Placement {
	p.Score = number(p.Score)
	return p
}

// number returns a score that can be compared: what is no number is 0.
func number(score float64) float64 {
	if math.IsNaN(score) {
		return 0
	}
	return score
}

// Until returns after how many requests a walk knew a share of all targets, 0 to 1, and whether it did.
func (w *Walk) Until(share float64, all int) (requests int, reached bool) {
	need := int(math.Ceil(share * float64(all)))
	i, _ := slices.BinarySearch(w.Known, need)
	return min(i+1, len(w.Known)), i < len(w.Known)
}

// Targets returns how many targets a walk came to know.
func (w *Walk) Targets() int {
	if len(w.Known) == 0 {
		return 0
	}
	return w.Known[len(w.Known)-1]
}
