package crawl

import (
	"context"
	"encoding/binary"
	"strconv"

	"github.com/zeebo/xxh3"

	"sluice/internal/frontier"
	"sluice/weburl"
)

// budgets bound what is asked of endless spaces: the URLs of a host that differ only
// in the values of their query, as a calendar or a search makes them; the sitemaps of
// a host; and the hosts of one registrable domain, as wildcard DNS makes them. What
// was found within the bound is kept. Only the recorder uses them.
type budgets struct {
	rules   *rules
	queries bool // the first bound holds
	hosts   int  // the second bound; 0: none
	ledger  ledger
}

const (
	maxOfShape = 5_000
	maxOfMaps  = 1_000 // sitemaps of a host
)

func newBudgets(c *Crawl) *budgets {
	return &budgets{
		rules: c.rules, queries: !isOff(c.cfg.Rules, "query-space"), hosts: max(c.cfg.MaxHosts, 0),
		ledger: ledger{frontier: c.cfg.Frontier, counts: map[string]uint64{}, changed: map[string]bool{}},
	}
}

// spent counts a new URL and tells whether its space has had enough, and which.
func (b *budgets) spent(u weburl.URL, kind frontier.Kind) (cause string) {
	switch {
	case kind == frontier.Sitemap && b.ledger.add("sitemaps/"+u.Host()) > maxOfMaps:
		return causeSitemaps
	case kind == frontier.Page && b.queries && u.Query() != "" && b.ledger.add(shapeKey(u)) > maxOfShape:
		return causeQuerySpace
	case b.hosts > 0 && !b.rules.isSeedHost(u) && !b.admit(u):
		return causeHosts
	}
	return ""
}

// shapeKey names the space that a URL with a query lies in.
func shapeKey(u weburl.URL) string {
	return "shape/" + strconv.FormatUint(xxh3.HashString(u.Host()+u.Shape()), 36)
}

// admit counts the host of a URL when it is a new one, and tells whether its domain has room for it.
func (b *budgets) admit(u weburl.URL) bool {
	known, domain := "host/"+u.Host(), "domain/"+u.Domain()
	if b.ledger.count(known) > 0 {
		return true
	}
	if b.ledger.count(domain) >= uint64(b.hosts) {
		return false
	}
	b.ledger.add(known)
	b.ledger.add(domain)
	return true
}

// ledger keeps counts that last over restarts: each is read from the frontier when it
// is first needed, and written with the group that changes it.
type ledger struct {
	frontier Frontier
	counts   map[string]uint64
	changed  map[string]bool
}

const (
	ledgerKeys  = "crawl/budget/"
	maxInLedger = 200_000 // after that, what is written is forgotten and read again when needed
)

func (l *ledger) count(key string) uint64 {
	n, ok := l.counts[key]
	if !ok {
		if stored, err := l.frontier.State(context.TODO(), ledgerKeys+key); err == nil { // a broken frontier shows when the group is written
			n, _ = binary.Uvarint(stored)
		}
		l.counts[key] = n
	}
	return n
}

// add counts one, and gives the new sum.
func (l *ledger) add(key string) uint64 {
	n := l.count(key) + 1
	l.counts[key], l.changed[key] = n, true
	return n
}

// remember adds what has changed to a group's state. The caller writes it before it counts on.
func (l *ledger) remember(state map[string][]byte) {
	for key := range l.changed {
		state[ledgerKeys+key] = binary.AppendUvarint(nil, l.counts[key])
	}
	clear(l.changed)
	if len(l.counts) > maxInLedger {
		clear(l.counts)
	}
}
