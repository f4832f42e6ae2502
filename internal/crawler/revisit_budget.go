package crawler

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"sync"

	"sluice/internal/crawler/internal/strategy"
	"sluice/internal/frontier"
	"sluice/library"
	"sluice/weburl"
)

// requestsLeftKey is the key under which the frontier keeps how many requests a crawl may still make to sites that the library has.
const requestsLeftKey = "crawl/requests-left"

// revisitBudget bounds the requests to sites that the library has. What is due enters the frontier in portions, half of the requests that are left each time
// that nothing else waits, so that what is new on the first pages does not have to wait until all that is due was requested. The number that is left is
// durable with the links for which it was taken: a crawl that was killed has neither more requests nor fewer. The zero value bounds nothing.
type revisitBudget struct {
	revisits    Revisits // nil: nothing is bounded
	frontier    Frontier
	strategy    *strategy.Strategy
	commits     *sync.Mutex // held by writers of the frontier
	isContinued bool        // an earlier run of the crawl has begun to request what is due
	mu          sync.Mutex
	left        int64
	isChanged   bool
	due         []frontier.Link     // that was not added yet, the most urgent first
	waits       map[weburl.Key]bool // the same
}

// load reads how many requests are left, if an earlier run has noted it.
func (b *revisitBudget) load(ctx context.Context) error {
	state, err := b.frontier.State(ctx, requestsLeftKey)
	if err != nil {
		return fmt.Errorf("frontier: %w", err)
	}
	if b.isContinued = len(state) > 0; b.isContinued {
		b.left, _ = binary.Varint(state)
	} else {
		b.left, b.isChanged = b.revisits.Requests(), true
	}
	return nil
}

// setDue sets what is due.
func (b *revisitBudget) setDue(links []frontier.Link) {
	b.due, b.waits = links, make(map[weburl.Key]bool, len(links))
	for i := range links {
		b.waits[links[i].URL.Key()] = true
	}
}

// loadDue reads what is due on the sites of the crawl, and how many requests are left for it.
func (c *Crawl) loadDue(ctx context.Context) error {
	if c.cfg.Revisits == nil {
		return nil
	}
	if err := c.revisits.load(ctx); err != nil {
		return err
	}
	if !c.revisits.isContinued && c.cfg.Frontier.Counts().Known > 0 { // the crawl was begun without a budget, and is finished without one
		c.cfg.Revisits, c.revisits.revisits = nil, nil
		return nil
	}
	seeds := map[weburl.Key]bool{}
	for _, s := range c.cfg.Seeds {
		if u, err := c.rules.urls.ParseSeed(s); err == nil {
			seeds[u.Key()] = true
		}
	}
	var links []frontier.Link
	for _, d := range c.cfg.Revisits.Due(func(url string) bool {
		u, err := c.rules.urls.Parse(url)
		return err == nil && c.rules.scope.hasSite(u) // the rules of URLs may have changed
	}) {
		u, err := c.rules.urls.Parse(d.URL)
		if err != nil {
			continue
		}
		kind, check := frontier.Page, c.rules.checkURL
		if d.IsSitemap {
			kind, check = frontier.Sitemap, c.rules.checkSitemap
		}
		if judged := check(u); judged.cause != "" || judged.kind != kind {
			continue
		}
		if seeds[u.Key()] { // not the first one of its site, which is requested in any case; the catalogue is to know it as a seed
			kind = frontier.Seed
		}
		links = append(links, frontier.Link{URL: u, Kind: kind, Parent: d.Parent, Depth: d.Depth})
	}
	c.revisits.setDue(links)
	return nil
}

// isLater reports whether a URL is due and is added later, in its turn.
func (b *revisitBudget) isLater(key weburl.Key) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.waits[key]
}

// take takes one request for a URL, by its host and that of the page on which it was found, and reports whether one was left. Sites that the library does not have
// need none.
func (b *revisitBudget) take(hosts ...string) bool {
	if b.revisits == nil || !slices.ContainsFunc(hosts, b.revisits.IsKnown) {
		return true
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.left <= 0 {
		return false
	}
	b.left--
	b.isChanged = true
	return true
}

// isSpent reports whether no request is left for a URL of a host.
func (b *revisitBudget) isSpent(host string) bool {
	if b.revisits == nil || !b.revisits.IsKnown(host) {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.left <= 0
}

// takeForSeed takes one request for a seed, which is requested though none may be left, and is not added again if it is due.
func (b *revisitBudget) takeForSeed(u weburl.URL) {
	b.take(u.Host())
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.waits, u.Key())
}

// takeForRetry takes one request for each URL that waits again after a visit. Those for which none is left do not wait again.
func (b *revisitBudget) takeForRetry(v *visit) {
	if b.revisits == nil || v.lease.Kind == frontier.Sitemap {
		return
	}
	host := v.lease.URL.Host()
	if v.ending == waitsAgain && v.row != nil && v.row.Outcome == library.Retried && !b.take(host) {
		v.ending, v.row.Outcome = done, library.Failed
	}
	for i := range v.requeue {
		if !b.take(host) {
			v.requeue = v.requeue[:i]
			break
		}
	}
}

// giveBack gives back the request of a visit that a rule has ended before it was made, as when its host was given up: otherwise a site that has vanished would use up
// what the others need. That of a seed or a sitemap may not have been taken.
func (b *revisitBudget) giveBack(v *visit) {
	if b.revisits == nil || v.ending != refused || v.row != nil || v.lease.Kind == frontier.Seed || v.lease.Kind == frontier.Sitemap {
		return
	}
	isKnown := b.revisits.IsKnown(v.lease.URL.Host())
	if parent, err := weburl.FromCanonical(v.lease.Parent); err == nil {
		isKnown = isKnown || b.revisits.IsKnown(parent.Host())
	}
	if !isKnown {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.left++
	b.isChanged = true
}

// takeForTended takes one request for each link from a place on, which a strategy has requested again, and leaves out those for which none is left.
func (b *revisitBudget) takeForTended(links []frontier.Link, counted int) []frontier.Link {
	again := links[:counted]
	for _, l := range links[counted:] {
		if b.take(l.URL.Host()) {
			again = append(again, l)
		}
	}
	return again
}

// saveState adds the number that is left to the state that a group writes.
func (b *revisitBudget) saveState(state map[string][]byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.isChanged {
		state[requestsLeftKey] = binary.AppendVarint(nil, b.left)
		b.isChanged = false
	}
}

// portion takes the next portion of what is due: the most urgent links that the frontier does not know.
func (b *revisitBudget) portion(ctx context.Context) ([]frontier.Link, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	var next []frontier.Link
	for most := (b.left + 1) / 2; int64(len(next)) < most && len(b.due) > 0; b.due = b.due[1:] {
		l, key := b.due[0], b.due[0].URL.Key()
		if !b.waits[key] { // a seed
			continue
		}
		delete(b.waits, key)
		var known [1]frontier.Known
		if err := b.frontier.Known(ctx, []weburl.Key{key}, known[:]); err != nil {
			return nil, fmt.Errorf("frontier: %w", err)
		}
		if s := known[0].State; s != frontier.New && (s != frontier.Refused || !known[0].Soft) {
			continue
		}
		at := b.strategy.PlaceSeed(l.URL)
		l.Lane, l.Score = at.Lane, at.Score
		next = append(next, l)
	}
	b.left -= int64(len(next))
	b.isChanged = b.isChanged || len(next) > 0
	return next, nil
}

// addMore adds the next portion of what is due, when nothing waits any more, and reports whether there was any.
func (b *revisitBudget) addMore(ctx context.Context) (bool, error) {
	if b.revisits == nil {
		return false, nil
	}
	b.commits.Lock()
	defer b.commits.Unlock()
	next, err := b.portion(ctx)
	if err != nil || len(next) == 0 {
		return false, err
	}
	group := frontier.Group{Add: next, State: map[string][]byte{}}
	b.saveState(group.State)
	if err := b.frontier.Commit(ctx, &group); err != nil {
		return false, fmt.Errorf("frontier: %w", err)
	}
	return true, nil
}
