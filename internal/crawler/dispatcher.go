package crawler

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"sluice/crawl"
	"sluice/internal/clock"
	"sluice/internal/crawler/internal/strategy"
	"sluice/internal/frontier"
)

const (
	probing   = 4                     // requests at a time after a pause, until an answer comes
	lookAgain = time.Second           // after which the dispatcher looks again without a signal
	askAgain  = 50 * time.Millisecond // after which a strategy is asked again that wanted nothing

	enoughForMean = 20 // URLs, whose mean size says how many more max-bytes has room for
)

// dispatcher hands out links to the fetchers. One goroutine uses it.
type dispatcher struct {
	cfg      *config
	strategy *strategy.Strategy
	revisits *revisitBudget
	idle     idleHours
	pause    *pause
	pipeline *pipeline
	counters *counters
	shutdown *shutdown
}

// run hands out links until nothing waits, a limit is reached or ctx ends. It returns how the crawl ended, without Stats.
func (d *dispatcher) run(ctx context.Context) crawl.Result {
	for ctx.Err() == nil {
		n, limited := d.room()
		if limited.State != "" {
			return limited
		}
		wait := d.restTime()
		if wait == 0 && n > 0 {
			leases, err := d.strategy.Next(ctx, n, d.budget())
			if err != nil {
				if ctx.Err() != nil {
					break
				}
				d.shutdown.fail(fmt.Errorf("frontier: %w", err))
				continue
			}
			if len(leases) > 0 {
				d.handOut(ctx, leases)
				continue
			}
			result := d.ended()
			if result.State == crawl.Done {
				more, err := d.revisits.addMore(ctx)
				if err != nil && ctx.Err() == nil {
					d.shutdown.fail(err)
				}
				if more || err != nil {
					continue
				}
			}
			if result.State != "" {
				return result
			}
			if wait = d.untilReady(); d.strategy.Declined() {
				wait = max(wait, askAgain)
			}
		}
		d.sleep(ctx, wait)
	}
	return crawl.Result{State: crawl.Stopped, Reason: context.Cause(ctx).Error()}
}

// room returns how many links may be handed out, or the end of a crawl that has reached a limit.
func (d *dispatcher) room() (n int, limited crawl.Result) {
	counts := d.cfg.Frontier.Counts() // first: a visit that ends meanwhile counts twice, never not at all
	cfg, t := d.cfg, d.counters.totals()
	n = cfg.Politeness.Workers
	if d.pause.isCautious() {
		n = min(n, probing)
	}
	n -= int(d.pipeline.fetching.Load())
	if cfg.Politeness.Workers == 1 && counts.Leased > 0 {
		// The strategy learns from each page before it chooses the next, as in the lab. With more workers it learns from groups, lest
		// they wait for the stores.
		n = 0
	}
	switch {
	case cfg.Limits.Time > 0 && t.Active >= cfg.Limits.Time:
		return 0, atLimit(crawl.LimitTime, cfg.Limits.Time)
	case cfg.Limits.Bytes > 0 && t.Bytes >= cfg.Limits.Bytes:
		return 0, atLimit(crawl.LimitBytes, cfg.Limits.Bytes)
	case cfg.Limits.Pages > 0:
		left := max(cfg.Limits.Pages-t.URLs()+t.Unchanged-counts.Leased, 0)
		if left == 0 && counts.Leased == 0 && counts.Waiting > 0 {
			return 0, atLimit(crawl.LimitPages, cfg.Limits.Pages)
		}
		if left > 0 || counts.Leased > 0 {
			n = int(min(int64(n), left))
		}
	}
	return n, crawl.Result{}
}

// budget returns how many requests the crawl has left by its limits, less those under way; negative if they leave any number.
func (d *dispatcher) budget() int64 {
	leased, limits, t := d.cfg.Frontier.Counts().Leased, d.cfg.Limits, d.counters.totals()
	left := int64(math.MaxInt64)
	if limits.Pages > 0 {
		left = limits.Pages - t.URLs() + t.Unchanged - leased
	}
	if urls := t.URLs(); limits.Bytes > 0 && urls >= enoughForMean {
		mean := max(t.Bytes/urls, 1)
		left = min(left, (limits.Bytes-t.Bytes)/mean-leased)
	}
	if left == math.MaxInt64 {
		return -1
	}
	return max(left, 1) // bytes are an estimate, and the best link may always be requested
}

// atLimit returns the end of a crawl that has reached a limit.
func atLimit(limit crawl.Limit, value any) crawl.Result {
	return crawl.Result{State: crawl.Limited, Limit: limit, Reason: fmt.Sprint(string(limit), " ", value)}
}

// restTime returns how long the crawl does nothing now, for its idle hours or for a
// fault on our side.
func (d *dispatcher) restTime() time.Duration {
	left := d.idle.left(d.cfg.Clock.Now())
	d.counters.resting.Store(left > 0)
	if left == 0 {
		left = d.pause.left()
	}
	return min(left, lookAgain)
}

// handOut sends leases to the fetchers. When ctx ends, the others are abandoned. In
// virtual time each visit waits for its answer before the next one begins, so that they
// keep their order.
func (d *dispatcher) handOut(ctx context.Context, leases []frontier.Lease) {
	for _, l := range leases {
		d.cfg.Clock.Hold() // for the visit, until it waits for the others of its group
		d.pipeline.fetching.Add(1)
		if ctx.Err() != nil || !d.send(ctx, l) {
			d.pipeline.fetching.Add(-1)
			d.pipeline.toCommit <- &visit{lease: l, url: l.URL, ending: abandoned}
		}
		d.cfg.Clock.Settle()
	}
}

// send sends a lease to a fetcher. It reports false when ctx ends before one is free.
func (d *dispatcher) send(ctx context.Context, l frontier.Lease) bool {
	select {
	case d.pipeline.toFetch <- l:
		return true
	case <-ctx.Done():
		return false
	}
}

// ended returns how the crawl has ended when there is nothing to hand out, an empty
// state if it has not.
func (d *dispatcher) ended() crawl.Result {
	counts := d.cfg.Frontier.Counts()
	switch {
	case counts.Leased > 0:
		return crawl.Result{}
	case counts.Waiting == 0:
		return crawl.Result{State: crawl.Done}
	case d.cfg.Scope.DocumentsOnly && !slices.Contains(d.cfg.Frontier.Lanes(), strategy.Documents):
		return crawl.Result{State: crawl.Stopped, Reason: crawl.NoDocumentWaits}
	}
	return crawl.Result{}
}

// untilReady returns how long to wait until a host may be requested from.
func (d *dispatcher) untilReady() time.Duration {
	if at, ok := d.cfg.Frontier.Ready(); ok {
		return min(max(clock.Until(d.cfg.Clock, at), time.Millisecond), lookAgain)
	}
	return lookAgain
}

// sleep waits until something may have changed.
func (d *dispatcher) sleep(ctx context.Context, wait time.Duration) {
	if wait <= 0 {
		wait = lookAgain
	}
	d.cfg.Clock.Wait(ctx, wait, d.pipeline.freed, d.cfg.Frontier.Changed())
}
