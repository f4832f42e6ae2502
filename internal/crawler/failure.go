package crawler

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"sluice/internal/crawler/internal/host"
	"sluice/internal/crawler/internal/outage"
	"sluice/internal/crawler/internal/robotscache"
	"sluice/internal/fetch"
	"sluice/library"
)

var maxDoubt = 2 * time.Hour // that a crawl waits when all hosts that ever answered cannot be reached; shorter in tests

// failed decides what follows when a request brought no answer. The error is one of the
// stores.
func (f *fetcher) failed(ctx context.Context, v *visit, fail *fetch.Error) error {
	f.cfg.Frontier.Release(v.lease, f.cfg.Clock.Now())
	switch {
	case fail.IsCancelled():
		v.ending = abandoned
		return nil
	case fail.IsOurs():
		f.pause.begin(fail)
		f.retry.postpone(v)
		return nil
	case f.cfg.Network.Proxy == "" && f.isExcused(ctx, v, fail):
		f.retry.postpone(v)
		return nil
	}
	switch fail.Cause.Class() {
	case fetch.Guard:
		v.refuse(string(fail.Cause))
		return nil
	case robotscache.Class:
		return f.failedRobots(ctx, v, fail)
	}
	return f.failedHost(ctx, v, fail)
}

// isExcused reports whether a fault is that of the network. While the network is down
// the crawl pauses; if it does not come back, the crawl ends.
func (f *fetcher) isExcused(ctx context.Context, v *visit, fail *fetch.Error) bool {
	switch f.outage.Judge(ctx, v.url, v.began, fail) {
	case outage.HostFault:
		return false
	case outage.NetworkDown:
		f.pause.begin(fmt.Errorf("network down: %w", fail))
	case outage.NetworkLost:
		f.shutdown.fail(fmt.Errorf("no host could be reached for %v: network down: %w", maxDoubt, fail))
	}
	return true
}

// failedRobots leaves a host alone whose rules are unknown; nothing of it is fetched
// meanwhile.
func (f *fetcher) failedRobots(ctx context.Context, v *visit, fail *fetch.Error) error {
	if deferred, err := f.deferredRobots(ctx, v, fail); deferred || err != nil {
		return err
	}
	now := f.cfg.Clock.Now()
	v.row = v.newRow()
	v.row.Cause, v.row.At = library.Cause(fail.Cause), now
	effect, err := f.hosts.RecordFailure(ctx, v.url, false, fail)
	if err != nil {
		return err
	}
	wait := effect.Pause
	if v.robots != nil {
		wait = max(wait, min(v.robots.Wait, maxWait))
	}
	f.retry.retryOrFail(v, effect.GivenUp == "", now.Add(wait))
	return f.retry.apply(ctx, v.url.Host(), effect, now.Add(wait))
}

// failedHost tries the other scheme, or leaves the host alone.
func (f *fetcher) failedHost(ctx context.Context, v *visit, fail *fetch.Error) error {
	now := f.cfg.Clock.Now()
	v.row = v.newRow()
	v.row.Cause, v.row.At = library.Cause(fail.Cause), now
	effect, err := f.hosts.RecordFailure(ctx, v.url, v.row.Was != "", fail)
	if err != nil {
		return err
	}
	if effect.OtherScheme {
		v.retry(host.Twin(v.url), v.lease.Attempt, time.Time{})
		v.again.Via = append(slices.Clone(v.lease.Via), v.url.String())
		return nil
	}
	temporary := fail.Temporary
	if v.row.Was != "" && (effect.First != "" || fail.IsUnreachable()) {
		// Neither scheme answers. It is the failure of the first one, and may pass as
		// all failures of plain HTTP may.
		temporary = true
		v.lease.URL = host.Twin(v.url)
		v.row.URL, v.row.Was, v.row.Cause = v.row.Was, "", cmp.Or(library.Cause(effect.First), v.row.Cause)
	}
	f.retry.retryOrFail(v, temporary && effect.GivenUp == "", now.Add(f.retry.pauseAfter(v)))
	return f.retry.apply(ctx, v.url.Host(), effect, now.Add(effect.Pause))
}
