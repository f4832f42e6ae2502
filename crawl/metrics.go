package crawl

import (
	"maps"
	"math/bits"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"sluice/internal/catalogue"
)

// Metrics is what a crawl measures of itself. Counters begin at zero with each run.
type Metrics struct {
	Stats  // how far the crawl is, over all runs
	Run    Totals
	Known  int64 // URLs in whatever state
	Leased int64 // URLs given out and not yet recorded
	Ready  int64 // hosts that could be asked at this moment

	Robots int64 // answers to requests for robots.txt
	Rests  int64 // times that a host was left alone for a while after a fault, or because it asked for it
	Pauses int64 // times that the whole crawl paused for a fault on our side
	Stalls int64 // times that the watchdog found a request without progress

	Status  map[int]int64    // fetches by HTTP status, 0 without an answer
	Errors  map[string]int64 // failed URLs by cause
	Retries map[string]int64 // failed fetches after which the URL waits again, by cause
	Refused map[string]int64 // refused links by cause

	Requests map[string]int64 // requests under way by what they wait for: dns, connect, tls, first byte, body
	Backlog  map[string]int64 // visits that wait for a free stage: read, commit

	Stages map[string]Histogram // seconds that a visit spends in each stage
	Stores map[string]Histogram // seconds that a group takes to be durable in each store
	Groups Histogram            // fetches a group
}

// Histogram is how often a quantity was how large.
type Histogram struct {
	Count   uint64
	Sum     float64
	Buckets map[float64]uint64 // of those counted, how many were at most so large
}

// stage is a part of a visit's way. Each moment of a visit belongs to one.
type stage uint8

const (
	stageRobots stage = iota // for the host's robots.txt
	stageAnswer              // for the header of the answer: connection and request included
	stageBody
	stageFault  // for a request that brought no answer
	stageQueued // for a free reader
	stageRead   // sniffing, hashing, parsing
	stageEncode // making the archive's records
	stageCommit // for the group to be durable
	stages
)

var stageNames = [stages]string{"robots", "answer", "body", "fault", "queued", "read", "encode", "commit"}

// store is one of the three writes of a group.
type store uint8

const (
	storeArchive store = iota
	storeCatalogue
	storeFrontier
	stores
)

var storeNames = [stores]string{"archive", "catalogue", "frontier"}

// meter is a histogram that many goroutines add to. Its bounds are unit, 4 unit, 16 unit, …
type meter struct {
	sum    atomic.Int64
	counts [meterBounds + 1]atomic.Uint64 // the last one: beyond all bounds
}

const (
	meterBounds = 11
	timeUnit    = 64 * time.Microsecond // so that the last bound is a little over a minute
)

func (m *meter) add(n, unit int64) {
	n = max(n, 0)
	m.sum.Add(n)
	i := (bits.Len64(uint64(max((n+unit-1)/unit, 1)-1)) + 1) / 2
	m.counts[min(i, meterBounds)].Add(1)
}

// histogram reads the meter in another scale: seconds, say, of nanoseconds.
func (m *meter) histogram(unit int64, scale float64) Histogram {
	h := Histogram{Sum: float64(m.sum.Load()) * scale, Buckets: make(map[float64]uint64, meterBounds)}
	for i := range m.counts {
		h.Count += m.counts[i].Load()
		if i < meterBounds {
			h.Buckets[float64(unit<<(2*i))*scale] = h.Count
		}
	}
	return h
}

// meters are what a crawl measures besides its counters.
type meters struct {
	stages [stages]meter
	stores [stores]meter
	groups meter

	robots, rests, pauses, stalls atomic.Int64

	mu       sync.Mutex // taken once a group
	byStatus map[int]int64
	byError  map[string]int64
	byRetry  map[string]int64
	byRule   map[string]int64 // refused links
}

// pass ends a stage of a visit, and begins the next one.
func (m *meters) pass(v *visit, s stage) {
	if now := time.Now(); !v.since.IsZero() {
		m.stages[s].add(int64(now.Sub(v.since)), int64(timeUnit))
		v.since = now
	}
}

// answered tells of a visit's request, which brought an answer.
func (m *meters) answered(v *visit) {
	m.stages[stageAnswer].add(int64(v.resp.FirstByte.Sub(v.resp.Start)), int64(timeUnit))
	m.stages[stageBody].add(int64(v.resp.End.Sub(v.resp.FirstByte)), int64(timeUnit))
	v.since = v.resp.End
}

// stored ends one write of a group, and gives the moment.
func (m *meters) stored(s store, began time.Time) time.Time {
	now := time.Now()
	m.stores[s].add(int64(now.Sub(began)), int64(timeUnit))
	return now
}

// count takes a group that is durable.
func (m *meters) count(g *catalogue.Group) {
	m.groups.add(int64(len(g.Fetches)), 1)
	m.robots.Add(int64(len(g.Robots)))
	m.mu.Lock()
	defer m.mu.Unlock()
	for i := range g.Fetches {
		f := &g.Fetches[i]
		m.byStatus[f.Status]++
		switch f.Outcome {
		case catalogue.Retried:
			m.byRetry[causeIn(m.byRetry, f.Cause)]++
		case catalogue.Failed:
			m.byError[causeIn(m.byError, f.Cause)]++
		}
	}
	for _, r := range g.Refused {
		m.byRule[causeIn(m.byRule, r.Cause)] += r.N
	}
}

// maxCauses bounds the causes that are told apart: servers have a say in some.
const maxCauses = 100

// causeIn gives the name under which a cause is counted: without what differs from URL to URL.
func causeIn(known map[string]int64, cause string) string {
	for _, word := range []string{"panic", "unreadable", "sitemap"} {
		if strings.HasPrefix(cause, word+": ") {
			cause = word
		}
	}
	if _, ok := known[cause]; !ok && len(known) >= maxCauses {
		return "other"
	}
	return cause
}

// Metrics gives what the crawl has measured so far. It may be called at any time.
func (c *Crawl) Metrics() Metrics {
	m, counts := &c.stats.meters, c.cfg.Frontier.Counts()
	out := Metrics{
		Stats: c.Stats(), Known: counts.Known, Leased: counts.Leased, Ready: counts.Ready,
		Robots: m.robots.Load(), Rests: m.rests.Load(), Pauses: m.pauses.Load(), Stalls: m.stalls.Load(),
		Requests: map[string]int64{}, Backlog: map[string]int64{"read": int64(len(c.toRead)), "commit": int64(len(c.toCommit))},
		Stages: map[string]Histogram{}, Stores: map[string]Histogram{}, Groups: m.groups.histogram(1, 1),
	}
	out.Run = out.Totals.less(c.stats.before)
	for _, f := range c.client.InFlight() {
		out.Requests[f.Stage.String()]++
	}
	for i := range m.stages {
		out.Stages[stageNames[i]] = m.stages[i].histogram(int64(timeUnit), 1e-9)
	}
	for i := range m.stores {
		out.Stores[storeNames[i]] = m.stores[i].histogram(int64(timeUnit), 1e-9)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	out.Status, out.Errors, out.Retries, out.Refused = maps.Clone(m.byStatus), maps.Clone(m.byError), maps.Clone(m.byRetry), maps.Clone(m.byRule)
	return out
}

func (t Totals) less(before Totals) Totals {
	return Totals{
		Pages: t.Pages - before.Pages, Documents: t.Documents - before.Documents, Errors: t.Errors - before.Errors,
		Refused: t.Refused - before.Refused, Bytes: t.Bytes - before.Bytes, Active: t.Active - before.Active,
	}
}
