package crawler

import (
	"context"
	"time"

	"sluice/internal/clock"
	"sluice/internal/crawler/internal/host"
	"sluice/library"
	"sluice/page"
)

// maxWait is the longest wait that a Retry-After is granted.
const maxWait = time.Hour

// retrier decides what follows for a URL and its host when a request brought nothing.
type retrier struct {
	hosts    *host.Table
	frontier Frontier
	counters *counters
	clock    clock.Clock
	max      int // retries of a URL
}

// retryOrFail ends a visit that brought nothing: its URL waits again while it has
// attempts left.
func (r *retrier) retryOrFail(v *visit, temporary bool, notBefore time.Time) {
	if temporary && v.lease.Attempt < r.max {
		v.retry(v.lease.URL, v.lease.Attempt+1, notBefore)
		return
	}
	v.ending = done
	v.row.Outcome = library.Failed
	if u, ok := v.defaultPage(); ok { // the folder does not answer with its default page
		v.links = append(v.links, link{Link: page.Link{URL: u}, kind: v.lease.Kind, parent: v.lease.Parent, depth: v.lease.Depth})
	}
}

// pauseAfter returns how long a URL waits after this attempt.
func (r *retrier) pauseAfter(v *visit) time.Duration { return r.hosts.Pause(v.lease.Attempt + 1) }

// postpone queues a URL again after a fault on our side, as if it had never been
// requested.
func (r *retrier) postpone(v *visit) {
	v.ending, v.again = waitsAgain, v.lease.Link
	v.again.NotBefore = r.clock.Now().Add(r.hosts.Pause(1))
}

// apply gives up a host, or defers its requests until a time.
func (r *retrier) apply(ctx context.Context, name string, effect host.Effect, until time.Time) error {
	if effect.GivenUp != "" {
		r.frontier.CloseHost(name, effect.GivenUp)
		return nil
	}
	return r.delayHost(ctx, name, until)
}

// delayHost delays the requests to a host until a time. A later end of an earlier
// delay is kept.
func (r *retrier) delayHost(ctx context.Context, name string, until time.Time) error {
	until, err := r.hosts.DelayUntil(ctx, name, until)
	if err != nil {
		return err
	}
	r.counters.hostDelays.Add(1)
	r.frontier.PauseHost(name, until)
	return nil
}
