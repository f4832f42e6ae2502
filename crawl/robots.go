package crawl

import (
	"bytes"
	"context"
	"fmt"
	"sync"
	"time"

	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/fetch"
	"sluice/internal/robots"
	"sluice/weburl"
)

const (
	robotsKept    = 24 * time.Hour // RFC 9309, section 2.4
	partKept      = time.Hour      // of a robots.txt that always breaks off
	robotsHops    = 5              // section 2.3.1.2
	maxRobots     = 512 << 10      // section 2.5 asks for 500 KiB
	longestDelay  = time.Minute    // of a Crawl-delay that is obeyed
	maxOrigins    = 20_000         // whose rules are held in memory
	robotsIgnored = "robots.txt is not obeyed"
)

// robotsBook knows the robots.txt of each origin, and asks for it once.
type robotsBook struct {
	c *Crawl

	mu      sync.Mutex
	known   map[string]*policy
	pending map[string]*asking
	broken  map[string]int // how often an origin's answer has broken off
}

// policy is what an origin allows.
type policy struct {
	rules *robots.Rules
	until time.Time
}

// asking is a robots.txt under way, for all who wait for it.
type asking struct {
	done   chan struct{}
	policy *policy
	err    *fetch.Error
}

// robotsAnswer is what must be stored of one request for robots.txt.
type robotsAnswer struct {
	row      catalogue.Robots
	stored   bool // the catalogue has it; only the sitemaps are (perhaps again) news to the frontier
	encoded  []*archive.Encoded
	sitemaps []string
	wire     int64
	wait     time.Duration // before asking again, as the site wishes
}

// patience tells how long the site wishes to be left alone; 0 when it did not say.
func (a *robotsAnswer) patience() time.Duration {
	if a == nil {
		return 0
	}
	return a.wait
}

func newRobotsBook(c *Crawl) *robotsBook {
	return &robotsBook{c: c, known: map[string]*policy{}, pending: map[string]*asking{}, broken: map[string]int{}}
}

// policy gives the rules for u's origin, with what was asked for to get them.
// An error means that they could not be had, so that nothing may be fetched for now.
func (b *robotsBook) policy(ctx context.Context, u weburl.URL) (*policy, *robotsAnswer, *fetch.Error) {
	if b.c.cfg.IgnoreRobots {
		return &policy{rules: robots.AllowAll}, nil, nil
	}
	origin := u.Origin()
	b.mu.Lock()
	if p := b.known[origin]; p != nil && time.Now().Before(p.until) {
		b.mu.Unlock()
		return p, nil, nil
	}
	if a := b.pending[origin]; a != nil {
		b.mu.Unlock()
		select {
		case <-a.done:
			return a.policy, nil, a.err
		case <-ctx.Done():
			return nil, nil, &fetch.Error{Cause: "cancelled", Err: ctx.Err(), Temporary: true}
		}
	}
	a := &asking{done: make(chan struct{})}
	b.pending[origin] = a
	b.mu.Unlock()

	defer b.answered(origin, a)
	var answer *robotsAnswer
	a.policy, answer, a.err = b.find(ctx, u)
	return a.policy, answer, a.err
}

// answered lets go of all who wait for an origin's robots.txt.
func (b *robotsBook) answered(origin string, a *asking) {
	b.mu.Lock()
	defer b.mu.Unlock()
	defer close(a.done)
	delete(b.pending, origin)
	switch {
	case a.policy != nil:
		b.enter(origin, a.policy)
	case a.err == nil: // it was a panic
		a.err = &fetch.Error{Cause: "robots: unreadable", Temporary: true}
	}
}

// enter keeps the rules of an origin. The caller holds mu.
func (b *robotsBook) enter(origin string, p *policy) {
	if len(b.known) >= maxOrigins {
		clear(b.known)
	}
	b.known[origin] = p
}

// remember keeps the rules of an origin that nobody waits for.
func (b *robotsBook) remember(origin string, p *policy) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.enter(origin, p)
}

// held gives the rules of u's origin if no request is needed for them.
func (b *robotsBook) held(u weburl.URL) (*policy, bool) {
	b.mu.Lock()
	p := b.known[u.Origin()]
	b.mu.Unlock()
	if p != nil {
		return p, true
	}
	row, ok, err := b.c.cfg.Catalogue.Robots(context.TODO(), u.Origin())
	if err != nil || !ok || row.Status == 0 || row.Cause != "" && len(row.Body) == 0 {
		return nil, false
	}
	return b.read(row), true
}

// find takes the rules from the catalogue while they are fresh, else from the site.
func (b *robotsBook) find(ctx context.Context, u weburl.URL) (*policy, *robotsAnswer, *fetch.Error) {
	row, ok, err := b.c.cfg.Catalogue.Robots(context.TODO(), u.Origin())
	if err == nil && ok && row.Cause == "" && row.Status != 0 && !unavailable(row.Status) && isFresh(row.At) {
		p := b.read(row)
		b.slow(u, p)
		return p, &robotsAnswer{row: row, stored: true, sitemaps: sitemapsIn(p, u)}, nil
	}
	answer, ferr := b.ask(ctx, u)
	if ferr != nil {
		return nil, answer, ferr
	}
	return b.settle(u, answer), answer, nil
}

// settle draws the consequences of an answer.
func (b *robotsBook) settle(u weburl.URL, answer *robotsAnswer) *policy {
	p := b.read(answer.row)
	b.slow(u, p)
	answer.sitemaps = sitemapsIn(p, u)
	return p
}

func sitemapsIn(p *policy, u weburl.URL) []string {
	return p.rules.Sitemaps(u.Origin() + "/robots.txt")
}

// isFresh tells whether an answer may still be used. One from the future was written by a clock that went wrong.
func isFresh(at time.Time) bool {
	age := time.Since(at)
	return age >= 0 && age < robotsKept
}

// read makes a policy of a stored answer (RFC 9309, section 2.3.1).
func (b *robotsBook) read(row catalogue.Robots) *policy {
	kept := robotsKept
	if row.Cause != "" {
		kept = partKept
	}
	p := &policy{rules: robots.AllowAll, until: time.Now().Add(kept - time.Since(row.At))}
	if row.Status >= 200 && row.Status < 300 {
		p.rules = robots.Parse(row.Body, b.c.agent)
	}
	return p
}

// slow obeys a Crawl-delay that is longer than ours.
func (b *robotsBook) slow(u weburl.URL, p *policy) {
	delay, ok := p.rules.CrawlDelay()
	if delay = min(delay, longestDelay); ok && delay > b.c.cfg.Delay {
		b.c.cfg.Frontier.SetDelay(u.Host(), delay)
		b.c.hosts.slow(u.Host(), delay)
	}
}

// unavailable tells whether a status means that the site cannot tell its rules now.
func unavailable(status int) bool { return status >= 500 || status == 429 }

// ask fetches robots.txt.
func (b *robotsBook) ask(ctx context.Context, u weburl.URL) (*robotsAnswer, *fetch.Error) {
	answer := &robotsAnswer{row: catalogue.Robots{Origin: u.Origin(), At: time.Now()}}
	return answer, b.follow(answer, func(target weburl.URL) (*fetch.Response, *fetch.Error) {
		resp, failure := b.c.do(ctx, &fetch.Request{URL: target, Limit: robotsLimit})
		if failure == nil {
			b.store(answer, target, resp)
		}
		return resp, failure
	})
}

func robotsLimit(string, []byte) int64 { return maxRobots }

// follow fills an answer in, through redirects; get brings what each URL answers.
func (b *robotsBook) follow(answer *robotsAnswer, get func(weburl.URL) (*fetch.Response, *fetch.Error)) *fetch.Error {
	target, err := b.c.rules.url.Parse(answer.row.Origin + "/robots.txt")
	for hop := 0; err == nil && hop <= robotsHops; hop++ {
		resp, failure := get(target)
		if failure != nil {
			if hop > 0 && !ours(failure) { // another host's fault, which leaves this one's rules unknown
				failure = &fetch.Error{Cause: "robots: " + failure.Cause, Err: failure, Temporary: true}
			}
			answer.row.Cause = failure.Cause
			return failure
		}
		answer.row.Status = resp.Status
		answer.wire += resp.Wire.Len() + int64(len(resp.HeaderBytes))
		location := resp.Header.Get("Location")
		if unavailable(resp.Status) {
			cause := fmt.Sprintf("robots: status %d", resp.Status)
			answer.row.Cause = cause
			answer.wait, _ = fetch.RetryAfter(resp.Header, time.Now())
			resp.Release()
			return &fetch.Error{Cause: cause, Temporary: true}
		}
		if lack := lacking(resp); resp.Status < 300 && lack != "" {
			answer.row.Cause = "robots: " + lack
			if resp.Undecoded != "" || b.mayBeWhole(answer.row.Origin) {
				resp.Release()
				return &fetch.Error{Cause: answer.row.Cause, Temporary: true}
			}
		}
		if resp.Status < 300 {
			body, _ := readAll(&resp.Content, maxRobots)
			answer.row.Body = bytes.Clone(body) // the response's buffers go to the next one
		}
		resp.Release()
		if resp.Status < 300 || resp.Status >= 400 || location == "" {
			return nil
		}
		base := b.c.rules.url.NewBase(target)
		target, err = base.Resolve([]byte(location))
	}
	return nil // too many redirects: as if there were none
}

// lacking tells why an answer may not have all the rules. One that was cut at its limit has all that count.
func lacking(resp *fetch.Response) string {
	switch resp.Truncated {
	case "disconnect", "time", "encoding":
		return "truncated: " + resp.Truncated
	}
	return resp.Undecoded
}

// mayBeWhole counts an answer that broke off, and tells whether the next one may be whole. When none was for as
// often as a page is tried, it is taken that the server says a wrong length.
func (b *robotsBook) mayBeWhole(origin string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.broken) >= maxOrigins {
		clear(b.broken)
	}
	b.broken[origin]++
	return b.broken[origin] <= b.c.cfg.Retries
}

func (b *robotsBook) store(answer *robotsAnswer, u weburl.URL, resp *fetch.Response) {
	x := exchange(u, resp)
	x.PayloadType, x.Truncated = "text/plain", archiveTruncated(resp.Truncated)
	if wire, err := sum(&resp.Wire); err == nil {
		x.PayloadDigest = "sha256:" + wire
	}
	x.Metadata = []archive.Field{{Name: "via", Value: "robots"}}
	if e, err := b.c.cfg.Archive.Encode(context.TODO(), x); err == nil {
		answer.encoded = append(answer.encoded, e)
	}
}

// directives joins what headers and metas say about following and indexing.
func directives(header []string, metas []string, agent string) robots.Directive {
	d := robots.Directives(header, agent)
	m := robots.Directives(metas, agent)
	d.NoIndex = d.NoIndex || m.NoIndex
	d.NoFollow = d.NoFollow || m.NoFollow
	return d
}
