package crawler

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"sluice/internal/clock"
	"sluice/internal/crawler/internal/robotscache"
	"sluice/internal/crawler/internal/siterules"
	"sluice/internal/fetch"
	"sluice/internal/frontier"
	"sluice/weburl"
)

const (
	maxTurnWait = 10 * time.Second // that a redirect of robots.txt waits for the turn of its target, while its lease lasts
	maxTurns    = 10_000           // hosts whose next turns are known
	maxDeferred = 10               // turns in a row that a host waits for without an attempt: its target may have been given up
)

// robotsRedirects decides which redirects of robots.txt are followed, and when. The target has rules, a clock and an owner of its own,
// who has asked for nothing.
type robotsRedirects struct {
	cfg     *config
	rules   *rules
	sites   *siterules.Book
	fetcher *fetcher

	mu       sync.Mutex
	turns    *simplelru.LRU[string, time.Time] // the last turn of a host that was promised
	deferred *simplelru.LRU[string, int]       // how often in a row a host whose robots.txt redirects got no turn
}

// newRobotsRedirects returns the redirects of a crawl.
func newRobotsRedirects(cfg *config, rules *rules, sites *siterules.Book, f *fetcher) *robotsRedirects {
	turns, _ := simplelru.NewLRU[string, time.Time](maxTurns, nil) // an error only for a size below 1
	deferred, _ := simplelru.NewLRU[string, int](maxTurns, nil)
	return &robotsRedirects{cfg: cfg, rules: rules, sites: sites, fetcher: f, turns: turns, deferred: deferred}
}

// begin waits until the target of a redirect may be requested, and returns what is to be called after the request. The error is that of
// package robotscache for a target that is refused, or whose turn is too late.
func (r *robotsRedirects) begin(ctx context.Context, from, target weburl.URL) (end func(), err error) {
	cause, err := r.refusal(ctx, target)
	if err != nil {
		return nil, err
	}
	if cause != "" {
		return nil, &fetch.Error{Cause: fetch.Cause(classRedirect.With(cause)), Temporary: true}
	}
	if isSameSite(from, target) {
		return func() {}, nil
	}
	hasPort := strings.HasSuffix(target.Host(), ":"+strconv.Itoa(target.Port()))
	if hasPort && target.Hostname() != from.Hostname() { // each port has a clock of its own
		return nil, &fetch.Error{Cause: fetch.Cause(classRedirect.With("port of another host")), Temporary: true}
	}
	lease, err := r.lease(ctx, from, target)
	if err != nil {
		return nil, err
	}
	return func() { r.cfg.Frontier.Release(lease, r.cfg.Clock.Now()) }, nil
}

// isSameSite reports whether two URLs differ in their hosts by "www." at most.
func isSameSite(a, b weburl.URL) bool {
	return strings.TrimPrefix(a.Host(), "www.") == strings.TrimPrefix(b.Host(), "www.")
}

// refusal returns the cause for which a target is never requested, empty for none.
func (r *robotsRedirects) refusal(ctx context.Context, target weburl.URL) (string, error) {
	if _, ignored := r.rules.ignore.Match(target); ignored {
		return causeIgnored, nil
	}
	if cause := r.rules.refusedByGuard(target); cause != "" {
		return cause, nil
	}
	if removed, err := isRemoved(ctx, r.cfg.Catalogue, target); removed || err != nil {
		return causeRemoved, err
	}
	cause, _, err := r.sites.Check(ctx, target)
	return cause, err
}

// lease takes the turn of the target's host. It waits for a turn that is near.
func (r *robotsRedirects) lease(ctx context.Context, from, target weburl.URL) (frontier.Lease, error) {
	for r.fetcher.learnAddresses(ctx, target) != learnedNothing {
	}
	deadline := r.cfg.Clock.Now().Add(maxTurnWait)
	for {
		turn, err := r.cfg.Frontier.LeaseHost(target, from.Host())
		switch {
		case err != nil:
			return frontier.Lease{}, fmt.Errorf("frontier: %w", err)
		case turn.OK:
			r.countDeferral(from.Host(), false)
			return turn.Lease, nil
		case !turn.Booked || turn.At.After(deadline):
			return frontier.Lease{}, r.notYet(from, target, turn)
		}
		if err := clock.Sleep(ctx, r.cfg.Clock, clock.Until(r.cfg.Clock, turn.At)); err != nil {
			return frontier.Lease{}, &fetch.Error{Cause: fetch.Cancelled, Err: err}
		}
	}
}

// notYet returns the failure of a redirect whose target has no turn now. It costs no attempt, until it has happened too often.
func (r *robotsRedirects) notYet(from, target weburl.URL, turn frontier.Turn) error {
	fail := &fetch.Error{Cause: fetch.Cause(classRedirect.With("not its turn")), Temporary: true}
	if r.countDeferral(from.Host(), true) <= maxDeferred {
		fail.Err = &robotscache.Deferred{Until: r.promise(target.Host(), turn)}
	}
	return fail
}

// countDeferral returns how often in a row a host has been deferred, with this time if it is.
func (r *robotsRedirects) countDeferral(host string, isDeferred bool) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !isDeferred {
		r.deferred.Remove(host)
		return 0
	}
	n, _ := r.deferred.Get(host)
	r.deferred.Add(host, n+1)
	return n + 1
}

// promise returns when a redirect to a host may try again. One that has booked a turn comes for it. The others each have a time of their
// own, so that their requests do not add up, and one turn of the host between two of them.
func (r *robotsRedirects) promise(host string, turn frontier.Turn) time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	at := turn.At
	last, ok := r.turns.Get(host)
	if ok && !turn.Booked && !at.After(last) {
		at = last.Add(max(turn.Delay, r.fetcher.hosts.Pause(1)))
	}
	if at.After(last) {
		r.turns.Add(host, at)
	}
	return at
}

// deferredRobots queues a URL again whose robots.txt could not be read yet, because the host that it redirects to has no time now. It is
// the fault of neither.
func (f *fetcher) deferredRobots(ctx context.Context, v *visit, fail *fetch.Error) (deferred bool, err error) {
	d, deferred := errors.AsType[*robotscache.Deferred](fail.Err)
	if !deferred {
		return false, nil
	}
	f.retry.postpone(v)
	v.again.NotBefore = d.Until
	return true, f.retry.delayHost(ctx, v.url.Host(), d.Until)
}
