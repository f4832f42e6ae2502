// Package strategy joins a crawl strategy, which knows pages, with the frontier, which
// knows lanes.
//
// The frontier's lanes [Documents] and [Requisites] are the engine's own: they are
// served first, because documents are what the crawl is for. The lanes of the strategy
// come after them, and it never sees the other two.
package strategy

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math"
	"net/http"
	"sync"

	"sluice/focus"
	"sluice/internal/frontier"
	"sluice/page"
	"sluice/topic"
	"sluice/weburl"
)

// The lanes of the frontier before those of the strategy.
const (
	Documents  frontier.Lane = iota // links that end like documents
	Requisites                      // what pages need to be shown, and probes of what hosts answer
	first                           // the strategy's lane 0
)

// IsOwn reports whether a lane of the frontier is one of the strategy's.
func IsOwn(l frontier.Lane) bool { return l >= first }

// toFrontier returns the frontier's number of a lane of the strategy.
func toFrontier(l focus.Lane) frontier.Lane { return frontier.Lane(l) + first }

// FromFrontier returns the strategy's number of a lane of the frontier; 0 for the lanes
// that are not the strategy's.
func FromFrontier(l frontier.Lane) focus.Lane { return focus.Lane(max(l, first) - first) }

// Place is where a link waits in the frontier.
type Place struct {
	Lane  frontier.Lane
	Score float64
}

// placeOf returns the place in the frontier of a placement of the strategy.
func placeOf(p focus.Placement) Place { return Place{toFrontier(p.Lane), p.Score} }

// Frontier is what a Strategy needs of the frontier.
type Frontier interface {
	Next(ctx context.Context, n int, choose func([]frontier.LaneState) []frontier.Share) ([]frontier.Lease, error)
	SetBudget(left int64)
	Scan(ctx context.Context, lane frontier.Lane, after frontier.Cursor, n int) ([]frontier.Link, frontier.Cursor, error)
	State(ctx context.Context, key string) ([]byte, error)
}

// Strategy calls a strategy, one call at a time. The dispatcher and the recorder use it
// at the same time.
//
// A read of the frontier on behalf of the strategy that fails cannot be returned
// through the methods of package focus. It is kept, and [Strategy.Err] returns it: the
// recorder asks before it commits a group, so no decision of the strategy
// without the data becomes durable.
type Strategy struct {
	frontier      Frontier
	documentsOnly bool
	againer       focus.Againer // nil when the strategy does not reconsider links
	keeper        focus.Keeper  // nil when it does not keep links in mind
	tender        focus.Tender  // nil when it does not rearrange lanes
	ranks         bool          // it learns which links are worth more

	mu       sync.Mutex // held while the strategy runs; taken after the locks of the frontier, and not held while it is read
	strategy focus.Strategy
	values   map[string][]byte // that the strategy has read or written
	changed  map[string][]byte // of them, not durable yet
	declined bool              // at the last choice
	err      error             // the first read that failed
}

// New returns a Strategy. documentsOnly keeps its lanes from being served.
func New(s focus.Strategy, f Frontier, documentsOnly bool) *Strategy {
	p := &Strategy{frontier: f, documentsOnly: documentsOnly, strategy: s, values: map[string][]byte{}, changed: map[string][]byte{}}
	p.againer, _ = s.(focus.Againer)
	p.keeper, _ = s.(focus.Keeper)
	p.tender, _ = s.(focus.Tender)
	p.ranks = ranksLinks(s)
	return p
}

// ranksLinks reports whether a strategy learns what its links are worth. To keep requests for the links of one that does not would let a
// host that is made to mislead use them all.
func ranksLinks(s focus.Strategy) bool {
	_, learns := s.(*focus.Adaptive)
	return learns
}

// SetTopic gives the strategy the topic of the crawl, nil if there is none, before all other methods, or one that has changed. The
// error says why the strategy cannot work with it.
func (p *Strategy) SetTopic(t *topic.Topic) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s, ok := p.strategy.(focus.Topical); ok {
		return s.SetTopic(t)
	}
	return nil
}

// Restore lets the strategy restore what it has remembered. It is called once, before
// all methods but SetTopic.
func (p *Strategy) Restore(ctx context.Context) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if r, ok := p.strategy.(focus.Restorer); ok {
		r.Restore(memory{context.WithoutCancel(ctx), p})
	}
	return p.err
}

// Err returns the first read of the frontier that failed on behalf of the strategy.
func (p *Strategy) Err() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}

// Reconsiders reports whether the strategy wants to see links again that wait already.
func (p *Strategy) Reconsiders() bool { return p.againer != nil }

// ShowKept clears passed of the links that the strategy keeps, since it wants to see them again.
func (p *Strategy) ShowKept(keys []weburl.Key, passed []bool) {
	if p.keeper == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, k := range keys {
		passed[i] = passed[i] && !p.keeper.Keeps(k)
	}
}

// FoundAgain reports to a strategy that keeps links that a known link was found again.
func (p *Strategy) FoundAgain(v *focus.Visit, l *page.Link) {
	if p.keeper == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.keeper.FoundAgain(v, l)
}

// Rearranges reports whether [Strategy.Tend] has an effect.
func (p *Strategy) Rearranges() bool { return p.tender != nil }

// PlaceSeed returns where a seed waits.
func (p *Strategy) PlaceSeed(u weburl.URL) Place {
	return p.Place(nil, &page.Link{URL: u, Kind: page.KindSeed})
}

// Place returns where a new link of a visit waits.
func (p *Strategy) Place(v *focus.Visit, l *page.Link) Place {
	p.mu.Lock()
	defer p.mu.Unlock()
	return placeOf(p.strategy.Place(v, l))
}

// PlaceAgain returns where a link that was found again waits from now on.
func (p *Strategy) PlaceAgain(v *focus.Visit, l *page.Link, was Place) Place {
	p.mu.Lock()
	defer p.mu.Unlock()
	return placeOf(p.againer.Again(v, l, focus.Placement{Lane: FromFrontier(was.Lane), Score: was.Score}))
}

// PlaceWaiting returns where a link waits that another strategy has placed. Of the page on which it was found, only URL and depth are known. Adaptive
// is not asked: it places such links itself, little by little.
func (p *Strategy) PlaceWaiting(l *frontier.Link) Place {
	was := Place{l.Lane, l.Score}
	if _, ok := p.strategy.(*focus.Adaptive); ok {
		return was
	}
	if l.Kind == frontier.Seed || l.Parent == "" {
		return withNumber(p.PlaceSeed(l.URL))
	}
	parent, err := weburl.FromCanonical(l.Parent)
	if err != nil {
		return was
	}
	v := &focus.Visit{URL: parent, Status: http.StatusOK, Type: "html", Depth: l.Depth - 1, Lane: unknown, Score: unknownScore}
	return withNumber(p.Place(v, &page.Link{URL: l.URL}))
}

// The place in which a page waited that nobody knows any more: none that a strategy gives.
const (
	unknown      focus.Lane = math.MaxUint32 - focus.Lane(first)
	unknownScore            = -1
)

// withNumber returns a place whose score can be compared.
func withNumber(p Place) Place {
	if math.IsNaN(p.Score) {
		p.Score = 0
	}
	return p
}

// Learn reports to the strategy what a visit was worth.
func (p *Strategy) Learn(v *focus.Visit) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.strategy.Learn(v)
}

// Refuse reports to the strategy that a link which it placed was refused when its turn came.
func (p *Strategy) Refuse(u weburl.URL) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s, ok := p.strategy.(focus.Refuser); ok {
		s.Refuse(u)
	}
}

// Tend lets the strategy rearrange the links that wait. What it changes is added to the
// group.
func (p *Strategy) Tend(ctx context.Context, g *frontier.Group) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tender.Tend(waiting{ctx, p, g})
}

// Next takes up to n links out of the frontier as the strategy chooses. left is how many requests the crawl has left, negative if any number: they are kept
// for the best links if the strategy learns what links are worth.
func (p *Strategy) Next(ctx context.Context, n int, left int64) ([]frontier.Lease, error) {
	if !p.ranks {
		left = -1
	}
	p.frontier.SetBudget(left)
	p.mu.Lock()
	p.declined = false
	p.mu.Unlock()
	return p.frontier.Next(ctx, n, func(lanes []frontier.LaneState) []frontier.Share { return p.choose(lanes, n) })
}

// choose lets the strategy share the next n requests among its lanes, after those that
// come first.
func (p *Strategy) choose(lanes []frontier.LaneState, n int) []frontier.Share {
	shares := make([]frontier.Share, 0, len(lanes))
	own := make([]focus.LaneState, 0, len(lanes))
	for _, l := range lanes {
		if !IsOwn(l.Lane) && (!p.documentsOnly || l.Lane == Documents) {
			shares = append(shares, frontier.Share{Lane: l.Lane, N: n, Equal: true})
		} else {
			own = append(own, focus.LaneState{Lane: FromFrontier(l.Lane), Waiting: l.Waiting, Ready: l.Ready, Best: l.Best, Served: l.Served})
		}
	}
	if p.documentsOnly || len(own) == 0 { // only documents can be fetched now
		return shares
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	chosen := p.strategy.Choose(own, n)
	p.declined = len(chosen) == 0
	for _, s := range chosen {
		shares = append(shares, frontier.Share{Lane: toFrontier(s.Lane), N: s.N})
	}
	return shares
}

// Declined reports whether the strategy wanted none of the links that could be taken at the last choice: it waits for others, and is
// to be asked again in a moment.
func (p *Strategy) Declined() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.declined
}

// SaveState adds what the strategy has put into its memory to the state that a group
// writes.
func (p *Strategy) SaveState(state map[string][]byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	maps.Copy(state, p.changed)
}

// Saved records that the state of a group is durable.
func (p *Strategy) Saved(state map[string][]byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for k, v := range state {
		if bytes.Equal(v, p.changed[k]) {
			delete(p.changed, k)
		}
	}
}

// read runs a read of the frontier without the lock, which the dispatcher may wait for,
// and keeps its error. The caller holds mu.
func (p *Strategy) read(what string, do func() error) error {
	p.mu.Unlock()
	err := do()
	p.mu.Lock()
	if err != nil && p.err == nil {
		p.err = fmt.Errorf("read %s for the strategy: %w", what, err)
	}
	return err
}

// keyPrefix keeps the strategy's keys apart from the engine's.
const keyPrefix = "strategy/"

// memory is the strategy's State. What it reads comes from the frontier once, and what
// it writes goes there with the next group.
type memory struct {
	ctx context.Context // without an end: the strategy reads at any time, and package focus has no context to pass
	p   *Strategy
}

var _ focus.State = memory{}

// Get implements [focus.State].
func (m memory) Get(key string) []byte {
	key = keyPrefix + key
	if v, ok := m.p.values[key]; ok {
		return v
	}
	var value []byte
	err := m.p.read("state "+key, func() (err error) {
		value, err = m.p.frontier.State(m.ctx, key)
		return err
	})
	if err != nil {
		return nil
	}
	m.p.values[key] = value
	return value
}

// Put implements [focus.State].
func (m memory) Put(key string, value []byte) {
	m.p.values[keyPrefix+key] = value
	m.p.changed[keyPrefix+key] = value
}

// waiting is what a Tender may rearrange.
type waiting struct {
	ctx   context.Context // of the call of Tend
	p     *Strategy
	group *frontier.Group
}

var _ focus.Waiting = waiting{}

// Links implements [focus.Waiting].
func (w waiting) Links(lane focus.Lane, cursor string, n int) ([]focus.WaitingLink, string) {
	var found []frontier.Link
	var next frontier.Cursor
	err := w.p.read("the links that wait", func() (err error) {
		found, next, err = w.p.frontier.Scan(w.ctx, toFrontier(lane), frontier.Cursor(cursor), n)
		return err
	})
	if err != nil {
		return nil, ""
	}
	links := make([]focus.WaitingLink, len(found))
	for i, l := range found {
		links[i] = focus.WaitingLink{URL: l.URL, Parent: l.Parent, Depth: l.Depth,
			Placement: focus.Placement{Lane: FromFrontier(l.Lane), Score: l.Score}}
	}
	return links, string(next)
}

// Move implements [focus.Waiting].
func (w waiting) Move(u weburl.URL, to focus.Placement) {
	w.group.Move = append(w.group.Move, frontier.Move{URL: u, Lane: toFrontier(to.Lane), Score: to.Score})
}

// Prefer implements [focus.Waiting].
func (w waiting) Prefer(lane focus.Lane, host string, links []focus.Preferred) {
	p := frontier.Preference{Lane: toFrontier(lane), Host: host, Links: make([]frontier.Preferred, len(links))}
	for i, l := range links {
		if p.Links[i] = frontier.Preferred(l); math.IsNaN(l.Score) {
			p.Links[i].Score = 0
		}
	}
	w.group.Prefer = append(w.group.Prefer, p)
}

// Split implements [focus.Waiting].
func (w waiting) Split(from, to focus.Lane, share float64) {
	w.group.Split = append(w.group.Split, frontier.Split{From: toFrontier(from), To: toFrontier(to), Share: share})
}

// Revisit implements [focus.Waiting].
func (w waiting) Revisit(l focus.WaitingLink) {
	w.group.Requeue = append(w.group.Requeue, frontier.Link{
		URL: l.URL.Clone(), Parent: l.Parent, Depth: l.Depth, Lane: toFrontier(l.Lane), Score: l.Score,
	})
}

// Drop implements [focus.Waiting].
func (w waiting) Drop(lane focus.Lane) {
	w.group.Drop = append(w.group.Drop, toFrontier(lane))
}
