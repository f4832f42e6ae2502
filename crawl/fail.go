package crawl

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/fetch"
	"sluice/page"
	"sluice/weburl"
)

// failed decides what follows when no answer came.
func (c *Crawl) failed(ctx context.Context, v *visit, fail *fetch.Error) *visit {
	now := time.Now()
	c.cfg.Frontier.Release(v.lease, now)
	switch {
	case cancelled(fail):
		return v // abandoned
	case ours(fail):
		c.hold(fail.Error())
		return c.wait(v)
	case c.cfg.Proxy == "" && c.excused(ctx, v, fail):
		return c.wait(v)
	}
	if strings.HasPrefix(fail.Cause, "guard: ") {
		return v.refuse(fail.Cause)
	}
	if strings.HasPrefix(fail.Cause, "robots: ") {
		c.withoutRobots(v, fail)
		return v
	}
	v.row = c.newRow(v)
	v.row.Cause, v.row.At = fail.Cause, now
	relief := c.hosts.failed(v.url, v.row.Was != "", fail)
	temporary := fail.Temporary
	if v.row.Was != "" && unreachable(fail) { // neither scheme answers: it is the first one's failure, and may pass as all of plain HTTP's may
		temporary = true
		v.lease.URL = v.url.WithScheme(otherScheme(v.url))
		v.row.URL, v.row.Was = v.row.Was, ""
	}
	if relief.other {
		v.retry(v.url.WithScheme(otherScheme(v.url)), v.lease.Attempt, time.Time{})
		v.again.Via = append(slices.Clone(v.lease.Via), v.url.String())
		return v
	}
	c.relieve(v.url.Host(), relief.givenUp, now.Add(relief.pause))
	c.retryOrFail(v, temporary && relief.givenUp == "", now.Add(backoff(c.hosts.pause, v.lease.Attempt+1)))
	return v
}

// excused tells whether a fault is the network's. While that is down the crawl pauses; when it has paused in vain, it ends.
func (c *Crawl) excused(ctx context.Context, v *visit, fail *fetch.Error) bool {
	switch c.outage.judge(ctx, v.url, v.began, fail) {
	case theirs:
		return false
	case down:
		c.hold("network down: " + fail.Error())
	case vain:
		c.fatal(fmt.Errorf("nothing could be reached for %v: network down: %w", longestDoubt, fail))
	}
	return true
}

// wait lets a URL wait that met a fault on our side: it is asked for again as if it had never been.
func (c *Crawl) wait(v *visit) *visit {
	v.ending, v.again = again, v.lease.Link
	v.again.NotBefore = time.Now().Add(c.hosts.pause)
	return v
}

func cancelled(fail *fetch.Error) bool {
	return fail.Cause == "cancelled" || fail.Cause == "closed client"
}

// ours tells whether a fault lies on our side, so that it says nothing of the host.
func ours(fail *fetch.Error) bool {
	switch fail.Cause {
	case "proxy: connect", "proxy: authentication", "proxy: malformed":
		return true
	}
	return cancelled(fail) || strings.HasPrefix(fail.Cause, "local: ")
}

// withoutRobots lets a host rest that cannot tell its rules; nothing of it is fetched meanwhile.
func (c *Crawl) withoutRobots(v *visit, fail *fetch.Error) {
	now := time.Now()
	v.row = c.newRow(v)
	v.row.Cause, v.row.At = fail.Cause, now
	relief := c.hosts.failed(v.url, false, fail)
	wait := max(relief.pause, min(v.robots.patience(), longestWait))
	c.relieve(v.url.Host(), relief.givenUp, now.Add(wait))
	c.retryOrFail(v, relief.givenUp == "", now.Add(wait))
}

// relieve lets a host rest, or gives it up.
func (c *Crawl) relieve(host, givenUp string, until time.Time) {
	if givenUp != "" {
		c.cfg.Frontier.CloseHost(host, givenUp)
	} else {
		c.leave(host, until)
	}
}

// leave leaves a host alone until then, or as long as it was to be left alone before.
func (c *Crawl) leave(host string, until time.Time) {
	c.stats.rests.Add(1)
	c.cfg.Frontier.PauseHost(host, c.hosts.rest(host, until))
}

// retryOrFail ends a visit that brought nothing: it waits again while it has attempts left.
func (c *Crawl) retryOrFail(v *visit, temporary bool, notBefore time.Time) {
	if temporary && v.lease.Attempt < c.cfg.Retries {
		v.retry(v.lease.URL, v.lease.Attempt+1, notBefore)
		return
	}
	v.ending = done
	v.row.Outcome = catalogue.Failed
	if named, ok := v.namedPage(); ok { // the folder does not answer with its default page
		v.links = append(v.links, link{Link: page.Link{URL: named}, kind: v.lease.Kind, parent: v.lease.Parent, depth: v.lease.Depth})
	}
}

func (v *visit) retry(u weburl.URL, attempt int, notBefore time.Time) {
	v.ending, v.again = again, v.lease.Link
	v.again.URL, v.again.Attempt, v.again.NotBefore = u, attempt, notBefore
	if v.row != nil {
		v.row.Outcome = catalogue.Retried
	}
}

// asFetchError gives the cause of a failed exchange.
func asFetchError(err error) *fetch.Error {
	if fe, ok := errors.AsType[*fetch.Error](err); ok {
		return fe
	}
	return &fetch.Error{Cause: "failed", Err: err}
}

// statusCause says a status as a cause.
func statusCause(status int) string { return fmt.Sprintf("status %d", status) }

// passing tells whether a status may be another one later.
func passing(status int) bool {
	switch status {
	case 408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524:
		return true
	}
	return false
}
