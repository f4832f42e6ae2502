package focus

import (
	"maps"
	"math"
	"slices"
	"time"

	"sluice/internal/linkvalue"
	"sluice/page"
	"sluice/topic"
	"sluice/weburl"
)

// Adaptive learns while it crawls what links are worth, and requests the best first.
//
// What a link is worth is estimated from what is known when it is found: the words of its URL and anchor, where it stands on which
// page, how much older that page is than others of its host, what it and others in the directory brought. The estimate is the probability that there
// is a page at all, times what such pages brought: new documents, or relevance if the crawl has a topic, and what their links brought beyond other
// links, so that the page before the pages of documents is worth something (see package linkvalue). It learns from every request, and waiting links
// are estimated again: the best before each request, the others in turn. While it has not proved to bring more than breadth-first does, one request in 24 goes to the link
// that has waited longest; later one in 64. Under a topic it is one in 8 of the first 800.
//
// Under a topic it begins with what pages are worth to the topic unknown, but for links that name it: in the anchor or the path, by a
// term of the topic or a good label of its classifier.
//
// It needs no setting. What it learned is kept with the crawl's state: a later crawl of the same library begins with it, but for what pages were
// worth to another topic.
type Adaptive struct {
	model *linkvalue.Model

	byKey        map[weburl.Key]*candidate
	queues       map[string]*hostQueue // the same links by host
	hosts        [orders]hostQueues    // that have any
	changed      []*hostQueue          // to be arranged
	best         []*candidate          // room for the best ones of a host
	oldest       []*candidate          // the same in the order of arrival, and some that have been requested
	arrivals     uint64
	arrivalsKept uint64                   // arrivals in the state
	nextInTurn   int                      // index in oldest of the next one to be estimated in its turn
	foreign      map[Lane]string          // lanes of another strategy, and how far their links were placed anew
	reading      bool                     // there may be links in the lane that are not in byKey
	cursor       string                   // of the reading
	answers      map[string]hostAnswer    // what the documents that pages link to turned out to be
	newest       map[string]time.Duration // the least age of a page of each host, in this run

	current    *candidate // the page whose links are being placed
	redirected bool       // it is a redirect
	passed     bool       // whose target was placed with what is known of it
	context    linkvalue.Context
	own        float64 // what the page is worth without its links
	visited    uint64  // its number in credits
	credits    credits
	guard      guard
	topic      *topic.Topic    // nil: documents are looked for
	words      linkvalue.Words // of the topic
	topicKept  []byte          // the topic in the state
	requests   int             // for links that it placed, since the last step
	unmoved    int             // requests since a link was moved
	learned    int             // requests since the start
	unkept     int             // of them, since a part of the model was kept
	part       int             // the next one to be kept

	state State // nil: nothing is kept
}

// candidate is a waiting link.
type candidate struct {
	url      weburl.URL
	features linkvalue.Features
	offset   float64 // what was known of it when it was placed and is forgotten, as a logarithm
	score    float64 // its estimate
	placed   float64 // the score with which it waits
	arrival  uint64
	queue    *hostQueue
	index    int // in the queue of its host
	links    int // of pages to it
	distance int // links since a page with documents
	gone     bool
	isTurn   bool   // it was chosen because it had waited longest
	on       uint64 // the number in credits of the page on which it was found
}

// hostAnswer counts what became of the documents of a host.
type hostAnswer struct{ asked, got float64 }

var (
	_ Strategy = (*Adaptive)(nil)
	_ Keeper   = (*Adaptive)(nil)
	_ Tender   = (*Adaptive)(nil)
	_ Restorer = (*Adaptive)(nil)
	_ Topical  = (*Adaptive)(nil)
)

const (
	ranked Lane = 64 // where all links wait: no other strategy has so many lanes

	// Scores above all that are estimated.
	scoreRedirect = 128 // the rest of a request
	scoreTurn     = 64  // of a link whose turn it is
	scoreSeed     = 32  // the user named it

	maxCandidates   = 1 << 15
	maxHosts        = 1 << 12
	headChecks      = 48   // of the best, before a request
	turnChecks      = 12   // of the others, after a request
	maxChecks       = 2048 // of the others, after a group of requests
	maxTurns        = 64   // of links that have waited longest, after a group of visits
	frontOfRequest  = 2    // links of a host that are served first, for each request to it
	maxPreferred    = 256  // at a time
	requestsOfMove  = 16   // after so many requests a link is moved
	farOff          = 2    // doublings, by which its score is off
	maxBlocking     = 16   // steps after which the best, never requested, is not estimated again
	requestsOfPart  = 2    // after so many requests a part of the model is kept
	requestsOfModel = 4000 // after so many all parts have been kept, at the latest
	maxPartsKept    = 64   // after a group of visits
	readSlice       = 64   // links that are read after a group of visits
)

func (a *Adaptive) init() {
	if a.model == nil {
		a.model = a.shipped()
	}
	if a.byKey == nil {
		a.byKey, a.queues = map[weburl.Key]*candidate{}, map[string]*hostQueue{}
		a.hosts[shown].by = shown
		a.foreign, a.answers, a.newest = map[Lane]string{}, map[string]hostAnswer{}, map[string]time.Duration{}
	}
}

// shipped returns what is known before the first crawl. What pages are worth to a topic is not.
func (a *Adaptive) shipped() *linkvalue.Model {
	m := linkvalue.Shipped()
	if a.topic != nil {
		m.ForgetWorth()
	}
	return m
}

// Place implements [Strategy].
func (a *Adaptive) Place(v *Visit, l *page.Link) Placement {
	a.init()
	c := &candidate{url: l.URL.Clone(), links: 1}
	if v != nil && l.Kind == page.KindRedirect && a.current != nil {
		c.features, c.links, c.distance, c.isTurn, c.on = a.current.features, a.current.links, a.current.distance, a.current.isTurn, a.current.on
		c.score = scoreRedirect
		a.passed = true
	} else {
		c.features = a.features(v, l)
		c.distance = a.context.Distance
		if v == nil {
			c.score = scoreSeed
		} else {
			c.score = rounded(a.model.LogValue(c.features))
		}
		if a.current != nil {
			c.on = a.visited
		}
	}
	c.placed = c.score
	a.add(c, a.arrivals)
	return c.placement()
}

// features returns the features of a link that was found on a page.
func (a *Adaptive) features(v *Visit, l *page.Link) linkvalue.Features {
	var on *linkvalue.Context
	if v != nil {
		if v.URL != a.context.URL {
			a.context = *a.contextOf(v, 0)
		}
		on = &a.context
	}
	return on.Features(l)
}

// contextOf returns a page as links see it. distance is that of the link to it.
func (a *Adaptive) contextOf(v *Visit, distance int) *linkvalue.Context {
	c := &linkvalue.Context{URL: v.URL, Page: v.Page, Age: a.age(v), Depth: v.Depth, Documents: v.Documents, Distance: distance + 1, Topic: a.words}
	if v.Documents > 0 {
		c.Distance = 0
	}
	return c
}

// add begins to keep a link that arrived as the given one. If there is no room it takes that of one of the worst, or is not kept: it waits where it is placed.
func (a *Adaptive) add(c *candidate, arrival uint64) {
	c.arrival = arrival
	a.arrivals = max(a.arrivals, arrival+1)
	if was := a.byKey[c.url.Key()]; was != nil {
		a.remove(was)
	}
	if len(a.byKey) >= maxCandidates {
		a.reading = true // later
		worst := a.oneOfTheWorst()
		if worst.score >= c.score {
			return
		}
		a.remove(worst)
	}
	a.byKey[c.url.Key()] = c
	if len(a.oldest) > 2*len(a.byKey)+turnChecks {
		a.dropGone()
	}
	a.oldest = append(a.oldest, c)
	a.enqueue(c)
}

// dropGone drops from oldest what does not wait any more.
func (a *Adaptive) dropGone() {
	isGone := func(c *candidate) bool { return c.gone }
	before := slices.DeleteFunc(a.oldest[:a.nextInTurn:a.nextInTurn], isGone)
	rest := slices.DeleteFunc(a.oldest[a.nextInTurn:], isGone)
	a.nextInTurn = len(before)
	a.oldest = append(before, rest...)
}

// remove ceases to keep a link.
func (a *Adaptive) remove(c *candidate) {
	c.gone = true
	delete(a.byKey, c.url.Key())
	a.dequeue(c)
}

// Keeps implements [Keeper].
func (a *Adaptive) Keeps(k weburl.Key) bool { return a.byKey[k] != nil }

// FoundAgain implements [Keeper]. A link that more pages have is more likely to lead to a page.
func (a *Adaptive) FoundAgain(_ *Visit, l *page.Link) {
	if c := a.byKey[l.URL.Key()]; c != nil {
		c.links++
		c.features.SetInLinks(c.links)
		a.estimate(c)
	}
}

// estimate estimates a link again. It reports whether the estimate changed.
func (a *Adaptive) estimate(c *candidate) bool {
	score := rounded(a.model.LogValue(c.features) + c.offset)
	if score == c.score || c.score >= scoreSeed {
		return false
	}
	a.rank(c, score)
	return true
}

// Learn implements [Strategy].
func (a *Adaptive) Learn(v *Visit) {
	a.init()
	a.conclude()
	c := a.byKey[v.URL.Key()]
	if c != nil {
		a.ask(c.queue)
		a.remove(c)
	}
	if weburl.DocumentEnding(v.URL) {
		a.answered(v.URL.Host(), v.Document)
	}
	if c == nil && v.Lane == ranked { // there was no room to keep it
		c = a.found(WaitingLink{URL: v.URL, Depth: v.Depth})
		if q := a.queues[v.URL.Host()]; q != nil {
			a.ask(q)
		}
	}
	if c == nil { // a document
		return
	}
	a.requests++
	if isRedirect(v.Status) {
		a.current, a.redirected = c, true
		return
	}
	if v.Document {
		a.learn(c, 1)
		return
	}
	if v.Page == nil {
		a.learnDead(c)
		return
	}
	a.current = c
	a.context = *a.contextOf(v, c.distance)
	a.own = a.worth(v)
	a.visited = a.credits.add(c.features, a.own, c.on)
}

// conclude learns from the last page, all of whose links have been placed.
func (a *Adaptive) conclude() {
	switch c := a.current; {
	case c == nil:
	case !a.redirected:
		a.learn(c, a.own)
	case !a.passed: // to a page that is known, or is not requested
		a.learn(c, 0)
	}
	a.current, a.redirected, a.passed, a.context = nil, false, false, linkvalue.Context{} // the page is not valid any more
}

// learn learns what a page was worth.
func (a *Adaptive) learn(c *candidate, worth float64) {
	a.model.LearnPage(c.features, worth)
	a.guard.learn(c.isTurn, worth)
	a.credits.requested(a.model, c.on, worth)
}

// learnDead learns that there was no page.
func (a *Adaptive) learnDead(c *candidate) {
	a.model.LearnDead(c.features)
	a.guard.learn(c.isTurn, 0)
	a.credits.requested(a.model, c.on, 0)
}

// answered counts what a document turned out to be.
func (a *Adaptive) answered(host string, document bool) {
	h, known := a.answers[host]
	if !known && len(a.answers) >= maxHosts {
		return
	}
	h.asked++
	if document {
		h.got++
	}
	a.answers[host] = h
}

// documentRate returns which share of the documents that a page links to are there, as far as is known of their host.
func (a *Adaptive) documentRate(p *page.Page) float64 {
	const before = 3 // documents that are there, before the first answer
	for i := range p.Links {
		if u := p.Links[i].URL; weburl.DocumentEnding(u) {
			h := a.answers[u.Host()]
			return (h.got + before) / (h.asked + before)
		}
	}
	return 1
}

// Choose implements [Strategy]. Lanes of another strategy are served last, until their links have been placed anew.
func (a *Adaptive) Choose(lanes []LaneState, n int) []Share {
	a.init()
	shares := make([]Share, 0, len(lanes))
	for _, l := range lanes {
		if l.Lane == ranked {
			shares = append(shares, Share{Lane: ranked, N: n})
		} else if _, known := a.foreign[l.Lane]; !known && len(a.foreign) < maxLeaves {
			a.foreign[l.Lane] = ""
		}
	}
	for _, l := range lanes {
		if l.Lane != ranked {
			shares = append(shares, Share{Lane: l.Lane, N: n})
		}
	}
	return shares
}

// Tend implements [Tender]. It estimates links again, reads some that it does not know, and keeps some of what it has learned.
func (a *Adaptive) Tend(w Waiting) {
	a.init()
	a.conclude()
	a.readForeign(w)
	a.read(w)
	a.keepArrivals()
	if a.requests == 0 { // documents teach nothing of links
		return
	}
	a.estimateInTurn(w, min(turnChecks*a.requests, maxChecks))
	a.estimateFirst()
	a.takeOldest(a.requests)
	a.arrange(w)
	a.keep(a.requests)
	a.requests = 0
}

// estimateInTurn estimates n links again, all of them one after the other in the order of arrival. Now and then it moves one whose score is far off, for
// the next run: see keepPlace.
func (a *Adaptive) estimateInTurn(w Waiting, n int) {
	a.unmoved = min(a.unmoved+a.requests, maxTurns)
	n = min(n, len(a.byKey))
	for range a.oldest {
		if n == 0 {
			return
		}
		if a.nextInTurn >= len(a.oldest) {
			a.nextInTurn = 0
		}
		c := a.oldest[a.nextInTurn]
		a.nextInTurn++
		if c.gone {
			continue
		}
		n--
		a.estimate(c)
		if a.unmoved >= requestsOfMove && math.Abs(c.score-c.placed) >= farOff && c.score < scoreSeed && c != c.queue.first {
			a.unmoved -= requestsOfMove
			c.placed = c.score
			w.Move(c.url, c.placement())
		}
	}
}

// takeOldest lets links be next that have waited longest, as many as are due after some requests.
func (a *Adaptive) takeOldest(requests int) {
	for len(a.oldest) > 0 && a.oldest[0].gone {
		a.oldest[0] = nil
		a.oldest = a.oldest[1:]
		a.nextInTurn = max(0, a.nextInTurn-1)
	}
	due := 0
	for range requests {
		if a.guard.due(a.topic != nil) {
			due++
		}
	}
	due = min(due, maxTurns)
	for _, c := range a.oldest {
		if due == 0 {
			return
		}
		if c.gone || c.score >= scoreTurn {
			continue
		}
		c.isTurn = true
		a.rank(c, scoreTurn)
		a.change(c.queue)
		due--
	}
}

// readForeign places links anew that wait in a lane of another strategy.
func (a *Adaptive) readForeign(w Waiting) {
	if len(a.foreign) == 0 {
		return
	}
	lane := slices.Min(slices.Collect(maps.Keys(a.foreign))) // one at a time
	links, next := w.Links(lane, a.foreign[lane], readSlice)
	for _, l := range links {
		c := a.found(l)
		a.add(c, a.arrivals)
		w.Move(c.url, c.placement())
	}
	if a.foreign[lane] = next; next == "" {
		delete(a.foreign, lane)
	}
}

// read reads links of the lane that it does not know, when there is room for them.
func (a *Adaptive) read(w Waiting) {
	if !a.reading || len(a.byKey) > maxCandidates-readSlice {
		return
	}
	links, next := w.Links(ranked, a.cursor, readSlice)
	for _, l := range links {
		if a.byKey[l.URL.Key()] == nil {
			c := a.found(l)
			score, arrival := readPlacement(l.Score)
			c.keepPlace(score)
			a.add(c, arrival)
		}
	}
	a.cursor, a.reading = next, next != ""
}

// found returns a link that waited before it was known.
func (a *Adaptive) found(l WaitingLink) *candidate {
	var on *linkvalue.Context
	if parent, err := weburl.FromCanonical(l.Parent); err == nil {
		on = &linkvalue.Context{URL: parent, Depth: max(0, l.Depth-1), Distance: 1, Topic: a.words}
	}
	c := &candidate{url: l.URL.Clone(), links: 1, distance: 1}
	c.features = on.Features(&page.Link{URL: l.URL})
	c.score = rounded(a.model.LogValue(c.features))
	c.placed = c.score
	return c
}
