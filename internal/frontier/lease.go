package frontier

import (
	"context"
	"errors"
	"math"
	"time"
)

// Next leases up to n links of hosts that are ready, by the shares
// that choose returns; nil serves the lowest lanes first. choose must not call
// the frontier. It is called once, or not at all if no lane can be served.
func (f *Frontier) Next(ctx context.Context, n int, choose func([]LaneState) []Share) ([]Lease, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	if err := f.promoteDue(); err != nil {
		return nil, err
	}
	if err := f.store.Err(); err != nil {
		return nil, err
	}
	if err := f.loader.load(); err != nil {
		return nil, err
	}
	t := &turn{n: n}
	lanes, err := f.offers(t)
	if err == nil && len(lanes) > 0 {
		if choose == nil {
			choose = lowest(n)
		}
		t.choose(choose(lanes))
		err = f.serve(t, f.serveShares)
	}
	return t.out, f.store.ReadError(errors.Join(err, f.loader.fill()))
}

// offers hands out what comes before the choice, the links of hosts that were given up, and
// returns the lanes to choose from, if more is wanted.
func (f *Frontier) offers(t *turn) ([]LaneState, error) {
	if err := f.serve(t, f.serveClosed); err != nil || len(t.out) >= t.n {
		return nil, err
	}
	f.mu.Lock()
	defer f.unlock()
	f.wake()
	return f.states(), nil
}

// serve calls step until no queue that has run dry keeps it from continuing.
func (f *Frontier) serve(t *turn, step func(*turn) (dry bool, err error)) error {
	for {
		f.mu.Lock()
		f.wake()
		dry, err := step(t)
		f.unlock()
		if !dry || err != nil {
			return err
		}
		if err := f.loader.fill(); err != nil {
			return err
		}
	}
}

// Ready returns when Next will have something: at a time, or (ok false) not
// before a lease ends or a link is added. It may be early when links are on
// disk only: Next then has looked for them.
func (f *Frontier) Ready() (time.Time, bool) {
	f.mu.Lock()
	defer f.unlock()
	at, ok := f.readyTime()
	now := f.clock()
	if !ok || at > now {
		if t, more := f.loadTime(now); more && !f.spending.held && (!ok || t < at) {
			at, ok = t, true
		}
		if len(f.pending) > 0 && len(f.partial) > 0 { // of a host that was given up the links are on disk
			at, ok = now, true
		}
		if f.nextDue != math.MaxInt64 && !(f.busy && f.nextDue <= now) && (!ok || f.nextDue < at) {
			at, ok = f.nextDue, true
		}
	}
	return f.moment(at, ok)
}
