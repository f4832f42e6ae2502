package crawl

import (
	"bytes"
	"context"
	"maps"
	"sync"

	"sluice/focus"
	"sluice/internal/frontier"
	"sluice/page"
	"sluice/weburl"
)

// The lanes of the frontier that are served before those of the strategy: what the crawl is for is fetched as soon as
// its host allows.
const (
	documentLane  frontier.Lane = iota // links that end like documents
	requisiteLane                      // what pages need to be shown
	firstLane                          // the strategy's lane 0
)

// laneOf gives the frontier's number of a lane of the strategy.
func laneOf(l focus.Lane) frontier.Lane { return frontier.Lane(l) + firstLane }

// strategyLane gives the strategy's number of a lane; what waited in none of the strategy's is told as lane 0.
func strategyLane(l frontier.Lane) focus.Lane { return focus.Lane(max(l, firstLane) - firstLane) }

// placer joins the strategy, which knows pages, with the frontier, which knows lanes.
// The dispatcher and the recorder use it: mu, taken before the frontier's own
// locks, gives the strategy one call at a time.
type placer struct {
	mu       sync.Mutex
	strategy focus.Strategy
	again    focus.Againer // nil when the strategy does not care
	tender   focus.Tender
	memory   *memory

	documentsOnly bool
}

func newPlacer(c *Crawl) *placer {
	p := &placer{strategy: c.cfg.Strategy, memory: &memory{frontier: c.cfg.Frontier, changed: map[string][]byte{}}}
	p.documentsOnly = c.cfg.DocumentsOnly
	p.again, _ = p.strategy.(focus.Againer)
	p.tender, _ = p.strategy.(focus.Tender)
	if r, ok := p.strategy.(focus.Restorer); ok {
		r.Restore(p.memory)
	}
	return p
}

func (p *placer) placeSeed(u weburl.URL) focus.Placement {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.strategy.Place(nil, &page.Link{URL: u, Kind: page.KindSeed})
}

// next takes up to n links out of the frontier as the strategy chooses.
func (p *placer) next(ctx context.Context, n int) ([]frontier.Lease, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.memory.frontier.Next(ctx, n, p.choose(n))
}

func (p *placer) learn(v *focus.Visit) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.strategy.Learn(v)
}

func (p *placer) place(v *focus.Visit, l *page.Link) focus.Placement {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.strategy.Place(v, l)
}

func (p *placer) placeAgain(v *focus.Visit, l *page.Link, was focus.Placement) focus.Placement {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.again.Again(v, l, was)
}

func (p *placer) tend(w *waiting) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tender.Tend(w)
}

// remember adds what the strategy has put into its memory to a group's state.
func (p *placer) remember(state map[string][]byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	maps.Copy(state, p.memory.changed)
}

// remembered forgets what is durable now.
func (p *placer) remembered(state map[string][]byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for k, v := range state {
		if bytes.Equal(v, p.memory.changed[k]) {
			delete(p.memory.changed, k)
		}
	}
}

// choose lets the strategy share the next n requests among the frontier's lanes.
func (p *placer) choose(n int) func([]frontier.LaneState) []frontier.Share {
	return func(lanes []frontier.LaneState) []frontier.Share {
		shares := make([]frontier.Share, 0, len(lanes))
		seen := make([]focus.LaneState, 0, len(lanes))
		for _, l := range lanes {
			if l.Lane < firstLane && (!p.documentsOnly || l.Lane == documentLane) {
				shares = append(shares, frontier.Share{Lane: l.Lane, N: n})
			} else {
				seen = append(seen, focus.LaneState{Lane: strategyLane(l.Lane), Waiting: l.Waiting, Ready: l.Ready, Best: l.Best, Served: l.Served})
			}
		}
		if p.documentsOnly {
			return shares
		}
		for _, s := range p.strategy.Choose(seen, n) {
			shares = append(shares, frontier.Share{Lane: laneOf(s.Lane), N: s.N})
		}
		return shares
	}
}

// memory is the strategy's State: it reads from the frontier, and its writes
// ride in the next group.
type memory struct {
	frontier Frontier
	changed  map[string][]byte
}

var _ focus.State = (*memory)(nil)

// strategyKeys keeps the strategy's keys apart from the engine's.
const strategyKeys = "strategy/"

// Get implements [focus.State].
func (m *memory) Get(key string) []byte {
	if v, ok := m.changed[strategyKeys+key]; ok {
		return v
	}
	v, err := m.frontier.State(context.TODO(), strategyKeys+key)
	if err != nil {
		return nil
	}
	return v
}

// Put implements [focus.State].
func (m *memory) Put(key string, value []byte) { m.changed[strategyKeys+key] = value }

// waiting is what a Tender may rearrange; its changes ride in the next group.
type waiting struct {
	frontier Frontier
	group    *frontier.Group
}

var _ focus.Waiting = (*waiting)(nil)

// Links implements [focus.Waiting].
func (w *waiting) Links(lane focus.Lane, cursor string, n int) ([]focus.WaitingLink, string) {
	found, next, err := w.frontier.Scan(context.TODO(), laneOf(lane), frontier.Cursor(cursor), n)
	if err != nil {
		return nil, ""
	}
	links := make([]focus.WaitingLink, len(found))
	for i, l := range found {
		links[i] = focus.WaitingLink{URL: l.URL, Parent: l.Parent, Depth: l.Depth,
			Placement: focus.Placement{Lane: strategyLane(l.Lane), Score: l.Score}}
	}
	return links, string(next)
}

// Move implements [focus.Waiting].
func (w *waiting) Move(u weburl.URL, to focus.Placement) {
	w.group.Move = append(w.group.Move, frontier.Move{URL: u, Lane: laneOf(to.Lane), Score: to.Score})
}

// Split implements [focus.Waiting].
func (w *waiting) Split(from, to focus.Lane, share float64) {
	w.group.Split = append(w.group.Split, frontier.Split{From: laneOf(from), To: laneOf(to), Share: share})
}

// Drop implements [focus.Waiting].
func (w *waiting) Drop(lane focus.Lane) {
	w.group.Drop = append(w.group.Drop, laneOf(lane))
}
