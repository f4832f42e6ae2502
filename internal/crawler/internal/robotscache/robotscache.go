// Package robotscache fetches the robots.txt of each origin once and keeps its rules
// (RFC 9309).
//
// [Cache.Policy] is the whole way: memory, catalogue, network. An origin whose rules
// cannot be known now is an error, a [*fetch.Error] of the class [Class] or that of the
// failed request: nothing of the origin may be fetched meanwhile. [Cache.Replay] goes
// the same way with answers that came before.
package robotscache

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/cause"
	"sluice/internal/clock"
	"sluice/internal/fetch"
	"sluice/internal/robots"
	"sluice/weburl"
)

// Class is the class of failures to know the rules of an origin that answers.
const Class cause.Class = "robots"

const causeUnreadable fetch.Cause = "robots: unreadable"

const classTruncated cause.Class = "truncated" // below Class

// MaxHops is how many redirects in a row are followed (RFC 9309, section 2.3.1.2).
const MaxHops = 5

const (
	freshFor     = 24 * time.Hour // RFC 9309, section 2.4
	partFreshFor = time.Hour      // for a robots.txt that is always cut off
	maxTime      = time.Minute    // of one exchange: a page of the host waits for it
	maxBytes     = 512 << 10      // section 2.5 asks for 500 KiB
	maxDelay     = time.Minute    // of a Crawl-delay that is obeyed
	maxOrigins   = 20_000         // whose rules are in memory; beyond that the least recently used ones are read again from the catalogue
	maxMemory    = 64 << 20       // bytes of these rules: a hostile robots.txt takes megabytes, a common one a few hundred bytes
)

// Catalogue keeps the answers between runs.
type Catalogue interface {
	Robots(ctx context.Context, origin string) (catalogue.Robots, bool, error)
}

// Options are what a Cache needs of its crawl.
type Options struct {
	Ignore    bool   // everything is allowed and nothing is requested
	Agent     string // product token of the crawler
	Retries   int    // answers that are cut off are requested again so often
	URLs      weburl.Rules
	Clock     clock.Clock
	Catalogue Catalogue
	Fetch     func(ctx context.Context, r *fetch.Request) (*fetch.Response, *fetch.Error)
	Redirect  func(ctx context.Context, from, target weburl.URL) (end func(), err error)           // begins the request of a redirect's target, whose end calls end
	Record    func(ctx context.Context, u weburl.URL, r *fetch.Response) (*archive.Encoded, error) // makes the record for the archive
	SetDelay  func(ctx context.Context, host string, delay time.Duration) error                    // obeys a Crawl-delay
}

// Cache knows the rules of origins. It is safe for concurrent use.
type Cache struct {
	o       Options
	pending clock.Flights[*Policy] // by origin

	mu     sync.Mutex
	known  *simplelru.LRU[string, *Policy]
	memory int                         // bytes of the rules in known
	cutOff *simplelru.LRU[string, int] // number of responses of an origin that were cut off
}

// Policy is what an origin allows.
type Policy struct {
	*robots.Rules
	freshUntil time.Time
}

// Answer is what a request for robots.txt brought, for the stores. The first caller of
// Policy for an origin gets it.
type Answer struct {
	Row      catalogue.Robots
	Stored   bool               // the catalogue has Row already; only Sitemaps may be new to the frontier
	Records  []*archive.Encoded // of each exchange; the caller releases them
	Sitemaps []string           // that the rules name
	Wire     int64              // bytes received
	Wait     time.Duration      // before the next request, as the site wishes; 0: no wish
}

// New returns an empty Cache.
func New(o Options) *Cache {
	c := &Cache{o: o}
	c.known, _ = simplelru.NewLRU(maxOrigins, func(_ string, p *Policy) { c.memory -= p.Size() }) // an error only for a size below 1
	c.cutOff, _ = simplelru.NewLRU[string, int](maxOrigins, nil)
	return c
}

// Policy returns the rules of u's origin. Concurrent calls for one origin share one
// request, whose answer the first of them gets. An error that is no [*fetch.Error]
// comes from the stores.
func (c *Cache) Policy(ctx context.Context, u weburl.URL) (*Policy, *Answer, error) {
	if c.o.Ignore {
		return &Policy{Rules: robots.AllowAll}, nil, nil
	}
	if p := c.fresh(u.Origin()); p != nil {
		return p, nil, nil
	}
	var answer *Answer // stays nil for those who wait
	var panicked any
	found, err := c.pending.Do(c.o.Clock, u.Origin(), func() (p *Policy, err error) {
		defer func() {
			if panicked = recover(); panicked != nil { // it is this caller's alone
				err = &fetch.Error{Cause: causeUnreadable, Temporary: true}
			}
		}()
		if p := c.fresh(u.Origin()); p != nil { // a request ended just before
			return p, nil
		}
		p, answer, err = c.find(ctx, u)
		if err == nil {
			c.store(u.Origin(), p)
		}
		return p, err
	})
	if panicked != nil {
		panic(panicked)
	}
	if err != nil {
		return nil, answer, err
	}
	return found, answer, nil
}

// Ignores reports whether robots.txt is not obeyed.
func (c *Cache) Ignores() bool { return c.o.Ignore }

// fresh returns the rules of an origin if they are in memory and may still be used.
func (c *Cache) fresh(origin string) *Policy {
	c.mu.Lock()
	defer c.mu.Unlock()
	if p, ok := c.known.Get(origin); ok && c.o.Clock.Now().Before(p.freshUntil) {
		return p
	}
	return nil
}

// store caches the policy of an origin.
func (c *Cache) store(origin string, p *Policy) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.known.Remove(origin)
	c.known.Add(origin, p)
	c.memory += p.Size()
	for c.memory > maxMemory && c.known.Len() > 1 {
		c.known.RemoveOldest()
	}
}

// Known returns the rules of u's origin if no request is needed for them.
func (c *Cache) Known(ctx context.Context, u weburl.URL) (*Policy, bool, error) {
	c.mu.Lock()
	p, ok := c.known.Get(u.Origin())
	c.mu.Unlock()
	if ok {
		return p, true, nil
	}
	row, ok, err := c.o.Catalogue.Robots(ctx, u.Origin())
	if err != nil || !ok || row.Status == 0 || row.Cause != "" && len(row.Body) == 0 {
		return nil, false, err
	}
	return c.read(row), true, nil
}

// find takes the rules from the catalogue while they are fresh, otherwise from the site.
func (c *Cache) find(ctx context.Context, u weburl.URL) (*Policy, *Answer, error) {
	row, ok, err := c.o.Catalogue.Robots(ctx, u.Origin())
	if err != nil {
		return nil, nil, fmt.Errorf("read robots.txt of %s from the catalogue: %w", u.Origin(), err)
	}
	answer := &Answer{Row: row, Stored: true}
	if !ok || row.Cause != "" || row.Status == 0 || isUnavailable(row.Status) || !c.isFresh(row.At) {
		answer = &Answer{Row: catalogue.Robots{Origin: u.Origin(), At: c.o.Clock.Now()}}
		err = c.follow(answer, func(target weburl.URL) (*fetch.Response, error) { return c.fetch(ctx, answer, u, target) })
		if err != nil {
			return nil, answer, err
		}
	}
	p, err := c.apply(ctx, u, answer)
	return p, answer, err
}

// fetch makes one exchange and its record. The target may be that of a redirect. Another host than u's has not sent us what is
// secret, and is asked in its turn.
func (c *Cache) fetch(ctx context.Context, answer *Answer, u, target weburl.URL) (*fetch.Response, error) {
	request := &fetch.Request{
		URL: target, Limit: func(string, []byte) int64 { return maxBytes }, Whole: maxTime, Anonymous: target.Host() != u.Host(),
	}
	if target.String() != answer.Row.Origin+"/robots.txt" {
		if err := c.checkRules(ctx, u, target); err != nil {
			return nil, err
		}
		end, err := c.o.Redirect(ctx, u, target)
		if err != nil {
			return nil, err
		}
		defer end()
	}
	resp, failure := c.o.Fetch(ctx, request)
	if failure != nil {
		return nil, failure
	}
	record, err := c.o.Record(ctx, target, resp)
	if err != nil {
		resp.Release()
		return nil, err
	}
	answer.Records = append(answer.Records, record)
	return resp, nil
}

// checkRules refuses a redirect to what another host forbids, as far as its rules are known. Its robots.txt is always free.
func (c *Cache) checkRules(ctx context.Context, u, target weburl.URL) error {
	if target.Host() == u.Host() || target.RequestURI() == "/robots.txt" {
		return nil
	}
	p, ok, err := c.Known(ctx, target)
	if err != nil || !ok {
		return err
	}
	if allowed, _ := p.Allowed(target.RequestURI()); !allowed {
		return &fetch.Error{Cause: fetch.Cause("redirect: " + string(Class)), Temporary: true}
	}
	return nil
}

// Deferred is wrapped in the failure to follow a redirect to a host that must not be requested from before a time.
type Deferred struct{ Until time.Time }

// Error implements error.
func (d *Deferred) Error() string { return "not before " + d.Until.Format(time.RFC3339) }

// Replay keeps the rules of an origin by answers that came before. next returns the
// answer of each URL in turn. An error means, as that of Policy does, that the rules
// are unknown.
func (c *Cache) Replay(ctx context.Context, u weburl.URL, at time.Time, next func(weburl.URL) (*fetch.Response, error)) (*Answer, error) {
	answer := &Answer{Row: catalogue.Robots{Origin: u.Origin(), At: at}}
	if err := c.follow(answer, next); err != nil {
		return answer, err
	}
	p, err := c.apply(ctx, u, answer)
	if err == nil {
		c.store(u.Origin(), p)
	}
	return answer, err
}

// apply makes rules of an answer, obeys their Crawl-delay and takes the sitemaps.
func (c *Cache) apply(ctx context.Context, u weburl.URL, answer *Answer) (*Policy, error) {
	p := c.read(answer.Row)
	answer.Sitemaps = p.Sitemaps(u.Origin() + "/robots.txt")
	if delay, ok := p.CrawlDelay(); ok {
		return p, c.o.SetDelay(ctx, u.Host(), min(delay, maxDelay))
	}
	return p, nil
}

// isFresh reports whether an answer may still be used. An answer from the future was
// written by a clock that was wrong.
func (c *Cache) isFresh(at time.Time) bool {
	age := clock.Since(c.o.Clock, at)
	return age >= 0 && age < freshFor
}

// read makes a policy of a stored answer (RFC 9309, section 2.3.1).
func (c *Cache) read(row catalogue.Robots) *Policy {
	kept := freshFor
	if row.Cause != "" {
		kept = partFreshFor
	}
	p := &Policy{Rules: robots.AllowAll, freshUntil: c.o.Clock.Now().Add(kept - clock.Since(c.o.Clock, row.At))}
	if row.Status >= 200 && row.Status < 300 {
		p.Rules = robots.Parse(row.Body, c.o.Agent)
	}
	return p
}

// isUnavailable reports whether a status means that the rules of the site are unavailable now.
func isUnavailable(status int) bool { return status >= 500 || status == http.StatusTooManyRequests }

// follow fills in an answer, through redirects; next returns the answer of each URL.
func (c *Cache) follow(answer *Answer, next func(weburl.URL) (*fetch.Response, error)) error {
	target, err := c.o.URLs.Parse(answer.Row.Origin + "/robots.txt")
	for hop := 0; err == nil && hop <= MaxHops; hop++ {
		resp, failed := next(target)
		if failed != nil {
			return answer.fail(failed, hop)
		}
		location, done, failed := c.enter(answer, resp)
		resp.Release()
		if done || failed != nil {
			return failed
		}
		base := c.o.URLs.NewBase(target)
		target, err = base.Resolve([]byte(location))
	}
	return nil // a broken or too many redirects: as if there were no robots.txt
}

// fail records why there is no answer. After a redirect it is another host's fault,
// which leaves this one's rules unknown.
func (a *Answer) fail(err error, hop int) error {
	failure, ok := err.(*fetch.Error)
	if !ok {
		return err
	}
	if hop > 0 && !failure.IsOurs() {
		failure = &fetch.Error{Cause: fetch.Cause(Class.With(string(failure.Cause))), Err: failure, Temporary: true}
	}
	a.Row.Cause = string(failure.Cause)
	return failure
}

// enter adds one response to the answer, and returns the URL that it redirects to
// unless the answer is done.
func (c *Cache) enter(answer *Answer, resp *fetch.Response) (location string, done bool, err error) {
	answer.Row.Status = resp.Status
	answer.Wire += resp.Wire.Len() + int64(len(resp.HeaderBytes))
	location = resp.Header.Get("Location")
	switch {
	case isUnavailable(resp.Status):
		answer.Wait, _ = fetch.RetryAfter(resp.Header, c.o.Clock.Now())
		return "", false, answer.unknown(fmt.Sprintf("status %d", resp.Status))
	case resp.Status >= 300:
		return location, resp.Status >= 400 || location == "", nil
	}
	if lack := lacking(resp); lack != "" {
		unknown := answer.unknown(lack)
		if resp.Undecoded != "" || c.mayBeWholeNext(answer.Row.Origin) {
			return "", false, unknown
		}
	}
	body, err := readAll(&resp.Content)
	if err != nil {
		return "", false, &fetch.Error{Cause: causeUnreadable, Err: err, Temporary: true}
	}
	answer.Row.Body = bytes.Clone(body) // the response's buffers are used again
	return "", true, nil
}

// unknown records why an answer has no rules, and returns it as an error.
func (a *Answer) unknown(why string) *fetch.Error {
	a.Row.Cause = Class.With(why)
	return &fetch.Error{Cause: fetch.Cause(a.Row.Cause), Temporary: true}
}

// lacking returns why an answer may not have all rules. One that was cut at its limit
// has all that count.
func lacking(resp *fetch.Response) string {
	switch resp.Truncated {
	case fetch.Disconnected, fetch.OverTime, fetch.BadEncoding:
		return classTruncated.With(string(resp.Truncated))
	}
	return string(resp.Undecoded)
}

// mayBeWholeNext counts an answer that was cut off, and reports whether it is worth
// another request. After as many requests as a page gets, the server is assumed to
// announce a wrong length.
func (c *Cache) mayBeWholeNext(origin string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	n, _ := c.cutOff.Get(origin)
	c.cutOff.Add(origin, n+1)
	return n < c.o.Retries
}

// readAll returns a whole body, wherever it is kept.
func readAll(b *fetch.Body) ([]byte, error) {
	if all, ok := b.Bytes(); ok {
		return all[:min(len(all), maxBytes)], nil
	}
	return io.ReadAll(io.LimitReader(b.Reader(), maxBytes))
}
