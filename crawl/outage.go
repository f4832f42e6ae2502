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

// outage tells a network that is down from hosts that are. When a host cannot be
// reached, and nothing has answered meanwhile, others that answered of late are
// connected to, and the host itself at the other scheme: if one can be, the host
// has failed; if not, the crawl pauses and nothing is held against anybody. Before
// the first answer the seeds are tried in their place. When nobody is left to ask,
// it may as well be all the hosts: the crawl ends when it has paused in vain, but
// no URL is given up for it.
type outage struct {
	client *fetch.Client
	seeds  []weburl.URL // some of them
	begun  time.Time
	asking singleflight.Group

	doubt atomic.Bool  // some host failed since the last answer
	noted atomic.Int64 // when an answer was looked at, nanoseconds since begun

	mu        sync.Mutex
	failing   map[string]struct{} // origins that could not be reached since the last answer
	since     time.Time           // of the first failure of them
	last      time.Time           // of the last one
	isDown    bool                // by the last verdict
	turned    time.Time           // when that changed
	up        time.Time           // until when the network is known to be there: a host was connected to
	witnesses []weburl.URL        // of hosts that answered, the latest last
}

const (
	mostWitness = 4                // hosts that answered are remembered
	mostSeeds   = 64               // are
	asked       = 2                // of them all, others each time, for a verdict
	knownUp     = 2 * time.Second  // after an answer, or a connection
	noteEvery   = time.Second      // answers are looked at
	afterwards  = 10 * time.Second // after an outage: so long a look-up that failed is remembered
)

// longestDoubt is how long a crawl waits when all that ever answered cannot be reached.
var longestDoubt = 2 * time.Hour // shorter in tests

func newOutage(client *fetch.Client, seeds []string) *outage {
	o := &outage{client: client, begun: time.Now(), failing: map[string]struct{}{}}
	o.noted.Store(-int64(noteEvery))
	for _, s := range seeds[:min(len(seeds), mostSeeds)] {
		if u, err := weburl.ParseSeed(s); err == nil {
			o.seeds = append(o.seeds, u)
		}
	}
	return o
}

// answered records that u's host was reached.
func (o *outage) answered(u weburl.URL, at time.Time) {
	now := int64(at.Sub(o.begun))
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
	o.turn(false)
}

// turn records whether the network is down. The caller holds mu.
func (o *outage) turn(down bool) {
	if o.isDown != down {
		o.isDown, o.turned = down, time.Now()
	}
}

// blame says whose fault it is that a request failed.
type blame uint8

const (
	theirs  blame = iota // the host's
	excused              // perhaps the network's, which went or came back meanwhile
	down                 // the network's: it is down
	vain                 // the network's or all hosts', for too long
)

// judge finds out whose fault it is that u could not be fetched by a request that began then.
func (o *outage) judge(ctx context.Context, u weburl.URL, began time.Time, fail *fetch.Error) blame {
	switch {
	case o.excuses(began, fail):
		return excused
	case !ofTheNetwork(fail):
		return theirs
	}
	witnesses, v := o.suspect(u, began)
	if len(witnesses) > 0 {
		given, _, _ := o.asking.Do("", func() (any, error) { return o.ask(ctx, witnesses), nil })
		v = given.(blame)
	}
	switch {
	case v == down:
		o.mu.Lock()
		defer o.mu.Unlock()
		o.turn(true)
	case v == theirs && o.excuses(began, fail): // it was down until just now
		return excused
	}
	return v
}

// excuses tells whether a request that began then may have failed because the network went or came back meanwhile.
func (o *outage) excuses(began time.Time, fail *fetch.Error) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	turned := o.turned
	if !o.isDown && ofTheNetwork(fail) {
		turned = turned.Add(afterwards)
	}
	return fail.Temporary && began.Before(turned)
}

// ofTheNetwork tells whether a fault looks the same when the network is down.
func ofTheNetwork(fail *fetch.Error) bool {
	switch fail.Cause {
	case "connect: unreachable", "connect: failed", "timeout: connect", "dns: timeout", "dns: server failure":
		return true
	}
	return false
}

// suspect records that u's origin could not be reached. It gives those who are to
// be asked whether the network is there, or the verdict when nobody needs to be
// asked or can be.
func (o *outage) suspect(u weburl.URL, began time.Time) (witnesses []weburl.URL, v blame) {
	o.mu.Lock()
	defer o.mu.Unlock()
	now, answer := time.Now(), o.begun.Add(time.Duration(o.noted.Load()))
	if len(o.failing) == 0 || now.Sub(o.last) > 10*longestHold { // nothing was asked for meanwhile
		o.since = now
	}
	o.last = now
	o.failing[u.Origin()] = struct{}{}
	o.doubt.Store(true)
	if now.Before(o.up) || answer.After(began) && now.Sub(answer) < knownUp {
		return nil, theirs
	}
	candidates := o.witnesses
	if len(candidates) == 0 {
		candidates = o.seeds
	}
	for _, w := range candidates {
		if _, failed := o.failing[w.Origin()]; !failed {
			witnesses = append(witnesses, w)
		}
	}
	if len(witnesses) == 0 && len(o.witnesses) > 0 && now.Sub(o.since) >= longestDoubt {
		return nil, vain
	}
	rand.Shuffle(len(witnesses), func(i, j int) { witnesses[i], witnesses[j] = witnesses[j], witnesses[i] })
	witnesses = witnesses[:min(len(witnesses), asked)]
	twin := u.WithScheme(otherScheme(u))
	if _, failed := o.failing[twin.Origin()]; !failed && twin.Port() != u.Port() {
		witnesses = append(witnesses, twin)
	}
	return witnesses, down
}

// ask connects to one witness after the other, until it knows.
func (o *outage) ask(ctx context.Context, witnesses []weburl.URL) blame {
	for _, w := range witnesses {
		err := o.client.Reach(ctx, w)
		if ctx.Err() != nil {
			return excused // the crawl ends: nobody will know
		}
		if err == nil || !ofTheNetwork(asFetchError(err)) {
			o.mu.Lock()
			defer o.mu.Unlock()
			o.calm()
			o.up = time.Now().Add(knownUp)
			return theirs
		}
	}
	return down
}
