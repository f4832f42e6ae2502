// Package outage distinguishes a network that is down from hosts that are.
//
// When a host cannot be reached, and nothing has answered meanwhile, a [Detector]
// connects to witnesses: hosts that answered of late, and the failed host at the other
// scheme. If one of them can be reached, the failure is the host's; otherwise the
// network is down, and the crawl pauses without counting the failure against any host.
// Before the first answer the seeds are the witnesses. When no witness is left, all
// hosts may be down as well as the network: the crawl pauses for a limited time and
// then ends, but gives up no URL.
package outage

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"sluice/internal/clock"
	"sluice/internal/crawler/internal/host"
	"sluice/internal/fetch"
	"sluice/weburl"
)

// Verdict is the side that caused a failed request.
type Verdict uint8

// The verdicts.
const (
	HostFault   Verdict = iota // the host's
	Excused                    // perhaps the network's, which went or came back meanwhile
	NetworkDown                // the network's
	NetworkLost                // the network's or all hosts', for longer than the patience of the Detector
)

// Reacher connects to hosts.
type Reacher interface {
	// Reach returns nil when u's host can be connected to. It requests nothing.
	Reach(ctx context.Context, u weburl.URL) error
}

const (
	maxWitnesses  = 4                // hosts that answered are remembered
	maxSeeds      = 64               // seeds are remembered
	perVerdict    = 2                // witnesses are tried for a verdict, others each time
	provenFor     = 2 * time.Second  // an answer or a connection proves so long that the network is up
	recordEvery   = time.Second      // answers are recorded
	aftermath     = 10 * time.Second // after an outage: a failed look-up may be remembered so long
	doubtLastsFor = 20 * time.Minute // without a failure: then the next one begins a new doubt
)

// Detector remembers which hosts answered and which failed. It is safe for concurrent use.
type Detector struct {
	network  Reacher
	seeds    []weburl.URL  // some of them
	patience time.Duration // that a network without witnesses is waited for
	clock    clock.Clock
	random   func(n int) int
	begun    time.Time
	trying   singleflight.Group

	inDoubt  atomic.Bool  // a host failed since the last answer
	recorded atomic.Int64 // when the last answer was recorded, in nanoseconds since begun

	mu        sync.Mutex
	failing   map[string]struct{} // origins that could not be reached since the last answer
	since     time.Time           // of their first failure
	last      time.Time           // of their last failure
	isDown    bool                // by the last verdict
	turned    time.Time           // when isDown changed
	up        time.Time           // until when the network is known to be up
	witnesses []weburl.URL        // on hosts that answered, the latest last
}

// Options are what a Detector needs of its crawl.
type Options struct {
	Network  Reacher
	Seeds    []string
	Patience time.Duration // that a network without witnesses is waited for
	Clock    clock.Clock
	Random   func(n int) int // returns a number from 0 to n-1
}

// New returns a Detector that begins with the seeds as witnesses.
func New(o Options) *Detector {
	d := &Detector{network: o.Network, patience: o.Patience, clock: o.Clock, random: o.Random, begun: o.Clock.Now(), failing: map[string]struct{}{}}
	d.recorded.Store(-int64(recordEvery))
	for _, s := range o.Seeds[:min(len(o.Seeds), maxSeeds)] {
		if u, err := weburl.ParseSeed(s); err == nil {
			d.seeds = append(d.seeds, u)
		}
	}
	return d
}

// RecordAnswer records that u's host was reached. It costs little while there is no doubt.
func (d *Detector) RecordAnswer(u weburl.URL, at time.Time) {
	now := int64(at.Sub(d.begun))
	if !d.inDoubt.Load() && now-d.recorded.Load() < int64(recordEvery) {
		return
	}
	d.recorded.Store(now)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.endDoubt()
	for i, w := range d.witnesses {
		if w.Host() == u.Host() {
			d.witnesses[i] = u
			return
		}
	}
	if len(d.witnesses) == maxWitnesses {
		d.witnesses = append(d.witnesses[:0], d.witnesses[1:]...)
	}
	d.witnesses = append(d.witnesses, u)
}

// endDoubt records that the network is up. The caller holds mu.
func (d *Detector) endDoubt() {
	clear(d.failing)
	d.inDoubt.Store(false)
	d.setDown(false)
}

// setDown records whether the network is down. The caller holds mu.
func (d *Detector) setDown(down bool) {
	if d.isDown != down {
		d.isDown, d.turned = down, d.clock.Now()
	}
}

// Judge returns whose fault it is that u could not be fetched by a request that began
// at a time. It may connect to witnesses; all callers wait for one attempt.
func (d *Detector) Judge(ctx context.Context, u weburl.URL, began time.Time, fail *fetch.Error) Verdict {
	switch {
	case d.excuses(began, fail):
		return Excused
	case !fail.IsNetworkFault():
		return HostFault
	}
	witnesses, v := d.suspect(u, began)
	if len(witnesses) > 0 {
		result, _, _ := d.trying.Do("", func() (any, error) { return d.try(ctx, witnesses), nil })
		v = result.(Verdict)
	}
	switch {
	case v == NetworkDown:
		d.mu.Lock()
		defer d.mu.Unlock()
		d.setDown(true)
	case v == HostFault && d.excuses(began, fail): // the network was down until just now
		return Excused
	}
	return v
}

// excuses reports whether a request that began at a time may have failed because the
// network went or came back meanwhile.
func (d *Detector) excuses(began time.Time, fail *fetch.Error) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	turned := d.turned
	if !d.isDown && fail.IsNetworkFault() {
		turned = turned.Add(aftermath)
	}
	return fail.Temporary && began.Before(turned)
}

// suspect records that u's origin could not be reached. It returns the witnesses to
// try, or the verdict when none needs to be tried or can be.
func (d *Detector) suspect(u weburl.URL, began time.Time) (witnesses []weburl.URL, v Verdict) {
	d.mu.Lock()
	defer d.mu.Unlock()
	now, answer := d.clock.Now(), d.begun.Add(time.Duration(d.recorded.Load()))
	if len(d.failing) == 0 || now.Sub(d.last) > doubtLastsFor { // nothing was requested meanwhile
		d.since = now
	}
	d.last = now
	d.failing[u.Origin()] = struct{}{}
	d.inDoubt.Store(true)
	if now.Before(d.up) || answer.After(began) && now.Sub(answer) < provenFor {
		return nil, HostFault
	}
	candidates := d.witnesses
	if len(candidates) == 0 {
		candidates = d.seeds
	}
	for _, w := range candidates {
		if _, failed := d.failing[w.Origin()]; !failed {
			witnesses = append(witnesses, w)
		}
	}
	if len(witnesses) == 0 && len(d.witnesses) > 0 && now.Sub(d.since) >= d.patience {
		return nil, NetworkLost
	}
	for i := range witnesses {
		j := i + d.random(len(witnesses)-i)
		witnesses[i], witnesses[j] = witnesses[j], witnesses[i]
	}
	witnesses = witnesses[:min(len(witnesses), perVerdict)]
	twin := host.Twin(u)
	if _, failed := d.failing[twin.Origin()]; !failed && twin.Port() != u.Port() {
		witnesses = append(witnesses, twin)
	}
	return witnesses, NetworkDown
}

// try connects to one witness after the other, until one can be reached.
func (d *Detector) try(ctx context.Context, witnesses []weburl.URL) Verdict {
	for _, w := range witnesses {
		err := d.network.Reach(ctx, w)
		if ctx.Err() != nil {
			return Excused // the crawl ends, so that it cannot be known
		}
		if err == nil || !fetch.AsError(err).IsNetworkFault() {
			d.mu.Lock()
			defer d.mu.Unlock()
			d.endDoubt()
			d.up = d.clock.Now().Add(provenFor)
			return HostFault
		}
	}
	return NetworkDown
}
