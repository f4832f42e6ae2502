// Package budget bounds what is requested of spaces without end: the URLs of a host
// that differ only in the values of their query, as a calendar or a search makes them;
// the sitemaps and feeds of a host; the ports of a host out of scope; and the hosts of one registrable
// domain, as wildcard DNS makes them. What was found within the bound is kept.
package budget

import (
	"context"
	"encoding/binary"
	"fmt"
	"strconv"

	"github.com/zeebo/xxh3"

	"sluice/internal/frontier"
	"sluice/weburl"
)

// The causes with which links beyond a budget are refused.
const (
	CauseQuerySpace = "trap: query space"
	CauseSitemaps   = "limit: sitemaps"
	CauseFeeds      = "limit: feeds"
	CauseHosts      = "limit: hosts of a domain"
	CausePorts      = "limit: ports of a host"
)

const (
	maxQueries  = 5_000 // URLs of a host that differ only in the values of their query
	maxSitemaps = 1_000 // of a host
	maxFeeds    = 10    // of a host that its pages announce: those of the site come first, and some programs have one for the comments on each page
	maxPorts    = 2     // of a host out of scope, besides the default ones: each has a clock of its own, but they may be one machine
)

// Store keeps the counts between runs.
type Store interface {
	State(ctx context.Context, key string) ([]byte, error)
}

// Options are the bounds.
type Options struct {
	AnyQuery   bool                    // the URLs of a query space are not bounded
	MaxHosts   int                     // of one domain, besides those of seeds; 0: no bound
	IsSeedHost func(u weburl.URL) bool // hosts that do not count
}

// Book counts what each space has used. One goroutine may use it at a time.
type Book struct {
	o      Options
	ledger ledger
}

// New returns a Book that continues with the counts of a store.
func New(store Store, o Options) *Book {
	return &Book{o: o, ledger: ledger{store: store, counts: map[string]uint64{}, changed: map[string]bool{}}}
}

// Spend counts a new URL. It returns the cause for which the URL is refused if the
// budget of its space is used up.
func (b *Book) Spend(ctx context.Context, u weburl.URL, kind frontier.Kind) (cause string, err error) {
	switch {
	case kind == frontier.Sitemap:
		if n, err := b.ledger.add(ctx, "sitemaps/"+u.Host()); err != nil || n > maxSitemaps {
			return CauseSitemaps, err
		}
	case kind == frontier.Page && !b.o.AnyQuery && u.Query() != "":
		if n, err := b.ledger.add(ctx, queryKey(u)); err != nil || n > maxQueries {
			return CauseQuerySpace, err
		}
	case (kind == frontier.Foreign || kind == frontier.Requisite) && u.Host() != u.Hostname() && !b.o.IsSeedHost(u):
		if ok, err := b.spendName(ctx, "port/"+u.Host(), "ports/"+u.Hostname(), maxPorts); err != nil || !ok {
			return CausePorts, err
		}
	}
	if b.o.MaxHosts > 0 && !b.o.IsSeedHost(u) {
		if ok, err := b.spendName(ctx, "host/"+u.Host(), "domain/"+u.Domain(), b.o.MaxHosts); err != nil || !ok {
			return CauseHosts, err
		}
	}
	return "", nil
}

// SpendFeed counts a feed that a page announces, and as a sitemap, as Spend does.
func (b *Book) SpendFeed(ctx context.Context, u weburl.URL, kind frontier.Kind) (cause string, err error) {
	if n, err := b.ledger.add(ctx, "feeds/"+u.Host()); err != nil || n > maxFeeds {
		return CauseFeeds, err
	}
	return b.Spend(ctx, u, kind)
}

// queryKey returns the key of the query space of a URL.
func queryKey(u weburl.URL) string {
	return "shape/" + strconv.FormatUint(xxh3.HashString(u.Host()+u.Shape()), 36)
}

// spendName counts the name under key known in the space if it is new, and reports whether it is among the first most ones there.
func (b *Book) spendName(ctx context.Context, known, space string, most int) (bool, error) {
	if n, err := b.ledger.count(ctx, known); err != nil || n > 0 {
		return n > 0, err
	}
	n, err := b.ledger.count(ctx, space)
	if err != nil || n >= uint64(most) {
		return false, err
	}
	for _, key := range []string{known, space} {
		if _, err := b.ledger.add(ctx, key); err != nil {
			return false, err
		}
	}
	return true, nil
}

// SaveState adds the counts that changed since the last call to the state that a group
// writes. They count from then on.
func (b *Book) SaveState(state map[string][]byte) { b.ledger.save(state) }

// ledger is the counts. Each is read from the store when it is first needed, and
// written with the group that changes it.
type ledger struct {
	store   Store
	counts  map[string]uint64
	changed map[string]bool
}

const (
	keyPrefix = "crawl/budget/"
	maxCounts = 200_000 // beyond that, counts that are written are forgotten and read again when needed
)

// count returns the count of a key, from memory or from the frontier.
func (l *ledger) count(ctx context.Context, key string) (uint64, error) {
	if n, ok := l.counts[key]; ok {
		return n, nil
	}
	stored, err := l.store.State(ctx, keyPrefix+key)
	if err != nil {
		return 0, fmt.Errorf("read the budget %s from the frontier: %w", key, err)
	}
	n, _ := binary.Uvarint(stored)
	l.counts[key] = n
	return n, nil
}

// add counts one more and returns the sum.
func (l *ledger) add(ctx context.Context, key string) (uint64, error) {
	n, err := l.count(ctx, key)
	if err != nil {
		return 0, err
	}
	l.counts[key], l.changed[key] = n+1, true
	return n + 1, nil
}

// save adds the counts that changed to the state that a group writes.
func (l *ledger) save(state map[string][]byte) {
	for key := range l.changed {
		state[keyPrefix+key] = binary.AppendUvarint(nil, l.counts[key])
	}
	clear(l.changed)
	if len(l.counts) > maxCounts {
		clear(l.counts)
	}
}
