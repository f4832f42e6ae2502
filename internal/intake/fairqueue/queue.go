// Package fairqueue returns the bodies that wait to be read in an order that no
// host dominates.
//
// The hosts take turns: in each round every host that has a body in the queue
// gets one or a few of them read, oldest first. A crawl of one host reads its bodies in
// the order in which they came.
//
// A timeout defers the rest of the host's bodies: they are passed over for two
// rounds, after another timeout in a row for four, at most for 64, and while
// one of them is read no other is. A document that is read ends this. When no
// other host has anything to be read, the rounds pass at once.
//
// And each host has a budget: the processor time that its documents may waste,
// see [Accounts.IsExhausted]. Time that leads to a document is never
// counted against a host, however long it is. Once the budget is used up, the
// host's other documents are returned as refused: they are not read now.
//
// The queue itself is in the catalogue. What is in memory here, positions and
// accounts, starts anew with each run: after a crash every body that is not
// filed is returned again.
package fairqueue

import (
	"context"
	"maps"

	"sluice/internal/catalogue"
)

// Source is the durable queue.
type Source interface {
	// Sites returns up to n sites that have bodies in the queue, by number, and follow one (0: from the first).
	Sites(ctx context.Context, after int64, n int) ([]int64, error)
	// Next returns up to n bodies of a site (0: of any) that follow a row (0: from the first), oldest first.
	Next(ctx context.Context, site, after int64, n int) ([]catalogue.Queued, error)
}

var _ Source = (*catalogue.Queue)(nil)

const (
	atOnce   = 64  // bodies looked at in the queue at a time
	lookedAt = 256 // sites
)

// Queue returns the bodies of a source in turn. Its methods are for one goroutine; the accounts may
// be used by others meanwhile.
type Queue struct {
	source   Source
	accounts *Accounts

	positions map[int64]int64 // the last row that was returned, by site
	batch     []catalogue.Queued
	batchSite int64
	sites     []int64 // still to come of those that were looked at
	last      int64   // site that had its turn
	share     int     // bodies of a site in one turn

	// Of this round:
	listed   map[int64]bool // sites with bodies, also those that are being read
	returned int
	deferred []string // hosts that were passed over
}

// New returns a queue over a source. Whoever reads what it returns calls Begin and End of the accounts.
func New(source Source, accounts *Accounts) *Queue {
	return &Queue{source: source, accounts: accounts, positions: map[int64]int64{}, listed: map[int64]bool{}}
}

// State is what a queue has to offer.
type State int

const (
	Found    State = iota // a body
	Empty                 // every body was returned
	Deferred              // the bodies that are left wait for the end of one that is being read
)

// Next returns the next body. It counts as begun in the accounts of its host.
func (q *Queue) Next(ctx context.Context) (catalogue.Queued, State, error) {
	for {
		if err := q.fill(ctx); err != nil {
			return catalogue.Queued{}, Empty, err
		}
		if len(q.batch) > 0 {
			next := q.batch[0]
			if host := next.Fetch.Site; q.accounts.isDeferred(host) {
				q.deferred, q.batch = append(q.deferred, host), nil
				continue
			}
			q.batch, q.positions[q.batchSite] = q.batch[1:], next.ID
			q.returned++
			q.accounts.Begin(next.Fetch.Site)
			return next, Found, nil
		}
		if state, over := q.endRound(); over {
			return catalogue.Queued{}, state, nil
		}
	}
}

// Restart returns again what was returned before and is still in the queue.
func (q *Queue) Restart() {
	clear(q.positions)
	q.batch, q.sites, q.last, q.returned, q.deferred = nil, nil, 0, 0, nil
}

// fill reads the bodies of the next site that has some, unless there are some already. Without any the round is
// over.
func (q *Queue) fill(ctx context.Context) error {
	for len(q.batch) == 0 {
		if len(q.sites) == 0 {
			sites, err := q.source.Sites(ctx, q.last, lookedAt)
			if err != nil || len(sites) == 0 {
				return err
			}
			q.sites, q.share = sites, max(1, atOnce/len(sites))
		}
		site := q.sites[0]
		batch, err := q.source.Next(ctx, site, q.positions[site], q.share)
		if err != nil {
			return err
		}
		q.sites, q.last, q.batch, q.batchSite, q.listed[site] = q.sites[1:], site, batch, site, true
	}
	return nil
}

// endRound begins another round, unless the last one returned nothing and the next one wouldn't either.
func (q *Queue) endRound() (State, bool) {
	// A site that is not in the queue any more needs no position: later rows have higher numbers.
	maps.DeleteFunc(q.positions, func(site, _ int64) bool { return !q.listed[site] })
	returned, deferred := q.returned, q.deferred
	q.last, q.returned, q.deferred = 0, 0, nil
	clear(q.listed)
	switch {
	case returned > 0:
		q.accounts.nextRound(nil)
		return Found, false
	case len(deferred) == 0:
		return Empty, true
	}
	q.accounts.nextRound(deferred)
	for _, host := range deferred {
		if !q.accounts.isDeferred(host) {
			return Found, false
		}
	}
	return Deferred, true
}
