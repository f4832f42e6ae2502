package crawler

import (
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"sluice/crawl"
	"sluice/internal/catalogue"
	"sluice/internal/clock"
	"sluice/internal/crawler/internal/metric"
	"sluice/internal/fetch"
	"sluice/library"
	"sluice/weburl"
)

// stage is a part of the way of a visit. Each moment of a visit belongs to one.
type stage uint8

const (
	stageRobots stage = iota // waiting for robots.txt of the host
	stageAnswer              // until the header of the answer, with connection and request
	stageBody
	stageFault  // a request that brought no answer
	stageQueued // waiting for a free reader
	stageRead   // sniffing, hashing, parsing
	stageEncode // making the records for the archive
	stageCommit // until the group is durable
	stages
)

var stageNames = [stages]string{"robots", "answer", "body", "fault", "queued", "read", "encode", "commit"}

// store is one of the three stores that a group is written to.
type store uint8

const (
	storeArchive store = iota
	storeCatalogue
	storeFrontier
	stores
)

var storeNames = [stores]string{"archive", "catalogue", "frontier"}

// counters are what a crawl counts and measures while it runs. They may be used by many
// goroutines at a time.
type counters struct {
	clock        clock.Clock
	begun        time.Time
	activeBefore time.Duration // of earlier runs
	resting      atomic.Bool
	stalled      atomic.Pointer[string]

	pages, documents, redirects, errors, challenges, unchanged, refused, bytes atomic.Int64 // over all runs
	rate                                                                       metric.Rate  // of URLs and bytes

	stages [stages]metric.Meter
	stores [stores]metric.Meter
	groups metric.Meter

	robots, hostDelays, pauses, stalls atomic.Int64
	byError, byRetry, byRule           metric.Tally
	byChallenge                        metric.Tally
	challengers                        challengeCounts

	mu       sync.Mutex
	before   crawl.Totals   // of earlier runs
	active   map[string]int // requests under way, by host
	byStatus map[int]int64
}

// newCounters returns counters that start with the totals of earlier runs.
func newCounters(c clock.Clock, before crawl.Totals) *counters {
	n := &counters{clock: c, begun: c.Now(), before: before, activeBefore: before.Active, active: map[string]int{}, byStatus: map[int]int64{}}
	n.pages.Store(before.Pages)
	n.documents.Store(before.Documents)
	n.redirects.Store(before.Redirects)
	n.errors.Store(before.Errors)
	n.challenges.Store(before.Challenges)
	n.unchanged.Store(before.Unchanged)
	n.refused.Store(before.Refused)
	n.bytes.Store(before.Bytes)
	n.sampleRate()
	return n
}

// beginRequest counts a host as active until the returned function is called.
func (n *counters) beginRequest(u weburl.URL) (end func()) {
	host := u.Host()
	n.mu.Lock()
	defer n.mu.Unlock()
	n.active[host]++
	return func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		if n.active[host]--; n.active[host] == 0 {
			delete(n.active, host)
		}
	}
}

// endStage measures a stage of a visit, and begins the next one.
func (n *counters) endStage(v *visit, s stage) {
	if now := n.clock.Now(); !v.since.IsZero() {
		n.stages[s].AddTime(now.Sub(v.since))
		v.since = now
	}
}

// measureAnswer measures the request of a visit, which brought an answer.
func (n *counters) measureAnswer(v *visit) {
	n.stages[stageAnswer].AddTime(v.resp.FirstByte.Sub(v.resp.Start))
	n.stages[stageBody].AddTime(v.resp.End.Sub(v.resp.FirstByte))
	v.since = v.resp.End
}

// measureStore measures one write of a group, and returns the time.
func (n *counters) measureStore(s store, began time.Time) time.Time {
	now := n.clock.Now()
	n.stores[s].AddTime(now.Sub(began))
	return now
}

// countGroup counts a group that the catalogue has.
func (n *counters) countGroup(g *catalogue.Group) {
	n.groups.AddCount(len(g.Fetches))
	n.robots.Add(int64(len(g.Robots)))
	n.bytes.Add(g.Wire)
	for i := range g.Fetches {
		n.countFetch(&g.Fetches[i])
	}
	for i := range g.Soft404s {
		n.countSoft404(&g.Soft404s[i])
	}
	n.countStatus(g.Fetches)
	for _, r := range g.Refused {
		n.refused.Add(r.N)
		n.byRule.Add(withoutDetail(r.Cause), r.N)
	}
}

// countSoft404 counts an answer that turned out to be a soft 404 as an error.
func (n *counters) countSoft404(s *catalogue.Soft404) {
	n.mu.Lock()
	defer n.mu.Unlock()
	count, before := &n.pages, &n.before.Pages
	if s.Was == library.Redirected {
		count, before = &n.redirects, &n.before.Redirects
	}
	count.Add(-1)
	n.errors.Add(1)
	n.byError.Add(catalogue.CauseSoft404, 1)
	if s.At.Before(n.begun) { // it is no error of this run
		*before--
		n.before.Errors++
	}
}

// countFetch counts one fetch. One after which the URL waits again is no page yet.
func (n *counters) countFetch(f *catalogue.Fetch) {
	n.bytes.Add(f.Wire)
	switch f.Outcome {
	case library.Retried:
		n.byRetry.Add(withoutDetail(string(f.Cause)), 1)
		return
	case library.Refused:
		return
	case library.Failed:
		n.errors.Add(1)
		n.byError.Add(withoutDetail(string(f.Cause)), 1)
		return
	case library.Redirected:
		n.redirects.Add(1)
		return
	case library.Challenged:
		n.challenges.Add(1)
		n.byChallenge.Add(string(f.Cause), 1)
		n.challengers.add(f)
		return
	}
	if f.Unchanged {
		n.unchanged.Add(1)
	}
	if f.Document {
		n.documents.Add(1)
	} else {
		n.pages.Add(1)
	}
}

// countStatus counts fetches by status, with the lock taken once a group.
func (n *counters) countStatus(fetches []catalogue.Fetch) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for i := range fetches {
		n.byStatus[fetches[i].Status]++
	}
}

// totals returns what the crawl has done, over all runs.
func (n *counters) totals() crawl.Totals {
	return crawl.Totals{
		Pages: n.pages.Load(), Documents: n.documents.Load(), Redirects: n.redirects.Load(), Errors: n.errors.Load(), Challenges: n.challenges.Load(),
		Unchanged: n.unchanged.Load(), Refused: n.refused.Load(), Bytes: n.bytes.Load(), Active: n.activeBefore + clock.Since(n.clock, n.begun),
	}
}

// sampleRate takes a sample for the rates, once a second.
func (n *counters) sampleRate() {
	t := n.totals()
	n.rate.Sample(n.clock.Now(), t.URLs(), t.Bytes)
}

// fillStats fills in what is counted here.
func (n *counters) fillStats(s *crawl.Stats) {
	s.Totals, s.Elapsed, s.Resting = n.totals(), clock.Since(n.clock, n.begun), n.resting.Load()
	s.Library = s.Totals
	s.PagesPerSecond, s.BytesPerSecond = n.rate.PerSecond(n.clock.Now(), s.Totals.URLs(), s.Bytes)
	if p := n.stalled.Load(); p != nil {
		s.Stalled = *p
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	s.ActiveHosts = len(n.active)
	s.Run = s.Totals.Minus(n.before)
}

// fillMetrics fills in what is measured here. Requests are those under way.
func (n *counters) fillMetrics(m *crawl.Metrics, requests []fetch.Flight) {
	m.Robots, m.HostPauses, m.Pauses, m.Stalls = n.robots.Load(), n.hostDelays.Load(), n.pauses.Load(), n.stalls.Load()
	m.Stages, m.Stores, m.Groups = map[string]crawl.Histogram{}, map[string]crawl.Histogram{}, n.groups.Counts()
	for i := range n.stages {
		m.Stages[stageNames[i]] = n.stages[i].Seconds()
	}
	for i := range n.stores {
		m.Stores[storeNames[i]] = n.stores[i].Seconds()
	}
	m.Requests = map[string]int64{}
	for _, f := range requests {
		m.Requests[f.Stage.String()]++
	}
	m.Errors, m.Retries, m.Refused, m.Challenges = n.byError.Counts(), n.byRetry.Counts(), n.byRule.Counts(), n.byChallenge.Counts()
	n.mu.Lock()
	defer n.mu.Unlock()
	m.Status = maps.Clone(n.byStatus)
}
