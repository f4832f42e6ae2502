package crawl

import (
	"context"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"sluice/internal/fetch"
	"sluice/weburl"
)

// outage tells a network that is down from hosts that are. When several hosts in
// a row cannot be reached, one that answered of late is connected to: if it can be,
// the others have failed; if not, the crawl pauses and nothing is held against them.
// Before the first answer the seeds are tried in its place. When those that failed
// are all that ever answered, nobody is left to ask, and they have the benefit of
// the doubt for a while.
type outage struct {
	client *fetch.Client
	seeds  []weburl.URL // some of them
	asking singleflight.Group

	doubt atomic.Bool  // some host failed since the last answer
	noted atomic.Int64 // when an answer was looked at, nanoseconds since start

	mu        sync.Mutex
	failing   map[string]struct{} // hosts that could not be reached since the last answer
	since     time.Time           // of the first of them
	isDown    bool                // by the last verdict
	up        time.Time           // until when the network is known to be there
	back      time.Time           // until when a failure may be one from before it came back
	witnesses []weburl.URL        // of hosts that answered, the latest last
}

const (
	failingHosts = 3                // in a row, that raise a doubt
	mostWitness  = 4                // hosts that answered are remembered
	mostSeeds    = 64               // are
	asked        = 2                // of them all, for a verdict
	longestDoubt = 2 * time.Hour    // when no other host can tell
	knownUp      = 10 * time.Second // a verdict holds
	noteEvery    = time.Second      // answers are looked at
)

func newOutage(client *fetch.Client, seeds []string) *outage {
	o := &outage{client: client, failing: map[string]struct{}{}}
	for _, s := range seeds[:min(len(seeds), mostSeeds)] {
		if u, err := weburl.ParseSeed(s); err == nil {
			o.seeds = append(o.seeds, u)
		}
	}
	return o
}

// answered records that u's host was reached.
func (o *outage) answered(u weburl.URL, at time.Time) {
	now := int64(at.Sub(start))
	if !o.doubt.Load() && now-o.noted.Load() < int64(noteEvery) {
		return
	}
	o.noted.Store(now)
	o.mu.Lock()
	defer o.mu.Unlock()
	o.calm()
	for i, w := range o.witnesses {
		if w.Host() == u.Host() {
			o.witnesses[i] = u
			return
		}
	}
	if len(o.witnesses) == mostWitness {
		o.witnesses = append(o.witnesses[:0], o.witnesses[1:]...)
	}
	o.witnesses = append(o.witnesses, u)
}

// calm ends all doubt: the network is there. The caller holds mu.
func (o *outage) calm() {
	clear(o.failing)
	o.doubt.Store(false)
	if o.isDown {
		o.isDown, o.back = false, time.Now().Add(knownUp)
	}
}

// judge tells whether a failure to reach u's host is not to be held against it, and
// whether that is because the network is down now.
func (o *outage) judge(ctx context.Context, u weburl.URL, fail *fetch.Error) (innocent, down bool) {
	if !ofTheNetwork(fail) {
		return false, false
	}
	witnesses, down := o.suspect(u.Host())
	if witnesses != nil {
		verdict, _, _ := o.asking.Do("", func() (any, error) { return o.down(ctx, witnesses), nil })
		down = verdict.(bool)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.isDown = o.isDown || down
	return down || time.Now().Before(o.back), down
}

// ofTheNetwork tells whether a fault looks the same when the network is down.
func ofTheNetwork(fail *fetch.Error) bool {
	switch fail.Cause {
	case "connect: unreachable", "connect: failed", "timeout: connect", "dns: timeout", "dns: server failure":
		return true
	}
	return false
}

// suspect counts a host that could not be reached. It gives those who are to be
// asked whether the network is there, or the verdict when there is nobody to ask.
func (o *outage) suspect(host string) (witnesses []weburl.URL, down bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.failing) == 0 {
		o.since = time.Now()
	}
	o.failing[host] = struct{}{}
	o.doubt.Store(true)
	candidates := o.witnesses
	if len(candidates) == 0 {
		candidates = o.seeds
	}
	for _, u := range candidates {
		if _, failed := o.failing[u.Host()]; !failed {
			witnesses = append(witnesses, u)
		}
	}
	switch {
	case len(witnesses) > 0:
		if len(o.failing) < failingHosts || time.Now().Before(o.up) {
			return nil, false
		}
		return witnesses, false
	case len(o.witnesses) == 0: // nothing was ever reached
		return nil, len(o.failing) >= failingHosts
	default:
		return nil, time.Since(o.since) < longestDoubt
	}
}

// down asks some of the witnesses, others each time.
func (o *outage) down(ctx context.Context, witnesses []weburl.URL) bool {
	rand.Shuffle(len(witnesses), func(i, j int) { witnesses[i], witnesses[j] = witnesses[j], witnesses[i] })
	for _, w := range witnesses[:min(len(witnesses), asked)] {
		err := o.client.Reach(ctx, w)
		if err != nil && (ctx.Err() != nil || ofTheNetwork(asFetchError(err))) {
			continue
		}
		o.mu.Lock()
		o.calm()
		o.up = time.Now().Add(knownUp)
		o.mu.Unlock()
		return false
	}
	return true
}
