// Package fairqueue returns the bodies that wait to be read in an order that no
// host dominates.
//
// The hosts take turns by processor time: in each round every host that has a
// body in the queue gets a second, and has its bodies read, oldest first. This is the deficit
// round robin of Shreedhar and Varghese (Efficient Fair Queuing Using Deficit
// Round Robin, SIGCOMM 1995). What a document costs is known only afterwards, so a host may
// exceed its share, and is passed over until the rounds make up for it. When no
// other host has anything to be read, the rounds pass at once.
//
// A document may take [FirstLimit] at first. If it needs more, it is deferred: its host is
// passed over for that time, then the document is read to its end. At most all readers but one read deferred
// documents, so that loops do not hold up the others. A reading that the end of
// the run broke off is deferred, too; the next run reads that document after the others
// of its host. Deferrals are durable.
//
// If the time was wasted, no other document of the host is read at the same time, and a
// second one in a row counts twice, a third four times, at most 64 times. A
// document that is read ends this.
//
// And each host has a budget: the processor time that its documents may waste,
// see [Accounts.IsExhausted]. Time that leads to an accepted document is never
// counted against a host, however long it is. Once the budget is used up, the
// host's other documents are returned as refused: they are not read now.
//
// Pages that are only indexed cost next to nothing: they do not wait for the turn of
// their host.
//
// The queue itself is in the catalogue. What is in memory here, positions and
// accounts, starts anew with each run: after a crash every body that is not
// filed is returned again.
package fairqueue

import (
	"context"
	"maps"
	"slices"

	"sluice/internal/catalogue"
)

// Source is the durable queue.
type Source interface {
	// Sites returns up to n sites that have bodies in the queue, by number, and follow one (0: from the first).
	Sites(ctx context.Context, after int64, n int) ([]catalogue.QueuedSite, error)
	// Next returns up to n bodies of a site (0: of any) that are not deferred and follow a row (0: from the first), oldest first.
	Next(ctx context.Context, site, after int64, n int) ([]catalogue.Queued, error)
	// Deferred returns up to n bodies of a site that were deferred, in that order, and follow a deferral (0: from the first).
	Deferred(ctx context.Context, site, after int64, n int) ([]catalogue.Queued, error)
	// DeferredHosts returns the hosts of the bodies that were deferred, each once.
	DeferredHosts(ctx context.Context) ([]string, error)
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
	begun    bool

	positions map[int64]position
	hosts     map[int64]string // by site
	batch     []catalogue.Queued
	batchSite catalogue.QueuedSite
	onlyPages bool                   // the batch is one of pages, see pages
	sites     []catalogue.QueuedSite // still to come of those that were looked at
	last      int64                  // site that had its turn
	share     int                    // bodies of a site in one turn, if it is not known what they cost

	// Of this round:
	listed     map[int64]bool // sites with bodies, also those that are being read
	returned   int
	passedOver []string // hosts
	blocked    bool     // a deferred body waits for the end of another
	unseen     bool     // pages may follow the documents that were looked at for them
}

// position is how far the bodies of a site were returned.
type position struct {
	row, deferral int64
	page          int64 // the row up to which pages that are only indexed were looked for and returned, if they went before
}

// New returns a queue over a source. Whoever reads what it returns calls End of the accounts.
func New(source Source, accounts *Accounts) *Queue {
	return &Queue{source: source, accounts: accounts, positions: map[int64]position{}, hosts: map[int64]string{}, listed: map[int64]bool{}}
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
	if !q.begun {
		hosts, err := q.source.DeferredHosts(ctx)
		if err != nil {
			return catalogue.Queued{}, Empty, err
		}
		q.accounts.charge(hosts)
		q.begun = true
	}
	for {
		if err := q.fill(ctx); err != nil {
			return catalogue.Queued{}, Empty, err
		}
		if len(q.batch) > 0 {
			next := q.batch[0]
			if q.mustWait(&next) {
				if err := q.pages(ctx, q.batchSite); err != nil {
					return catalogue.Queued{}, Empty, err
				}
				continue
			}
			q.advance(&next)
			q.accounts.Begin(&next)
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
	q.batch, q.sites, q.last, q.returned, q.passedOver, q.blocked, q.unseen = nil, nil, 0, 0, nil, false, false
}

// mustWait reports whether a body is not to be read now, and notes why.
func (q *Queue) mustWait(next *catalogue.Queued) bool {
	host := next.Fetch.Site
	switch {
	case next.Intake == catalogue.IndexPage:
		return false
	case q.accounts.isPassedOver(host):
		q.passedOver = append(q.passedOver, host)
		return true
	case next.Deferral > 0 && q.accounts.isBlocked(host):
		q.blocked = true
		return true
	}
	return false
}

// advance removes the first body from the batch, and notes that it is returned.
func (q *Queue) advance(next *catalogue.Queued) {
	site := q.batchSite.ID
	at := q.positions[site]
	switch {
	case q.onlyPages: // the documents before it are still to come
	case next.Deferral > 0:
		at.deferral = next.Deferral
	default:
		at.row = next.ID
	}
	q.positions[site], q.hosts[site] = at, next.Fetch.Site
	q.batch = q.batch[1:]
	q.returned++
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
		var err error
		if host, ok := q.hosts[site.ID]; ok && q.accounts.isPassedOver(host) {
			q.passedOver = append(q.passedOver, host)
			err = q.pages(ctx, site)
		} else {
			q.onlyPages = false
			q.batch, err = q.bodies(ctx, site.ID)
		}
		if err != nil {
			return err
		}
		q.sites, q.last, q.batchSite, q.listed[site.ID] = q.sites[1:], site.ID, site, true
	}
	return nil
}

// pages makes the next pages of a site that are only indexed the batch, none if there is none among the next rows. They cost next to
// nothing, so they go before documents that have to wait. A site without new rows is not looked at: many may be passed over
// in each round.
func (q *Queue) pages(ctx context.Context, site catalogue.QueuedSite) error {
	q.batch, q.batchSite, q.onlyPages = nil, site, true
	at := q.positions[site.ID]
	after := max(at.row, at.page)
	if after >= site.Last {
		return nil
	}
	rows, err := q.source.Next(ctx, site.ID, after, atOnce)
	if err != nil {
		return err
	}
	isRest := len(rows) < atOnce
	if isRest { // the last one may be deferred, which Next does not return
		at.page = site.Last
	}
	if len(rows) > 0 {
		at.page = max(at.page, rows[len(rows)-1].ID)
	}
	q.positions[site.ID] = at
	q.batch = slices.DeleteFunc(rows, func(b catalogue.Queued) bool { return b.Intake != catalogue.IndexPage })
	q.unseen = q.unseen || !isRest && len(q.batch) == 0
	return nil
}

// bodies reads the next bodies of a site. One that was deferred since the program started comes before the others: whether
// the host's documents are worth their time is to be known first. While it has to wait for the end of another, the others
// go before it.
func (q *Queue) bodies(ctx context.Context, site int64) ([]catalogue.Queued, error) {
	at, host := q.positions[site], q.hosts[site]
	if q.accounts.hasDeferred(host) && !q.accounts.isBlocked(host) {
		if deferred, err := q.source.Deferred(ctx, site, at.deferral, 1); err != nil || len(deferred) > 0 {
			return deferred, err
		}
	}
	n := max(q.share, min(q.accounts.affordable(host), atOnce))
	for {
		others, err := q.source.Next(ctx, site, at.row, n)
		if err != nil {
			return nil, err
		}
		if len(others) == 0 {
			return q.source.Deferred(ctx, site, at.deferral, 1)
		}
		at.row = others[len(others)-1].ID
		others = slices.DeleteFunc(others, func(b catalogue.Queued) bool { return b.Intake == catalogue.IndexPage && b.ID <= at.page })
		if len(others) > 0 {
			return others, nil
		}
		q.positions[site] = at // only pages that went before
	}
}

// endRound begins another round, unless the last one returned nothing and the next one wouldn't either.
func (q *Queue) endRound() (State, bool) {
	// A site that is not in the queue any more needs no position: later rows have higher numbers.
	maps.DeleteFunc(q.positions, func(site int64, _ position) bool { return !q.listed[site] })
	maps.DeleteFunc(q.hosts, func(site int64, _ string) bool { return !q.listed[site] })
	returned, passedOver, blocked, unseen := q.returned, q.passedOver, q.blocked, q.unseen
	q.last, q.returned, q.passedOver, q.blocked, q.unseen = 0, 0, nil, false, false
	clear(q.listed)
	switch {
	case returned > 0:
		q.accounts.nextRound(nil)
		return Found, false
	case unseen: // pages go before documents, so no time passes before all rows were looked at
		return Found, false
	case len(passedOver) == 0 && !blocked:
		return Empty, true
	}
	q.accounts.nextRound(passedOver)
	for _, host := range passedOver {
		if !q.accounts.isPassedOver(host) {
			return Found, false
		}
	}
	return Deferred, true
}
