package crawl

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"sluice/document"
	"sluice/internal/archive"
	"sluice/internal/fetch"
	"sluice/internal/frontier"
	"sluice/internal/library"
	"sluice/page"
	"sluice/weburl"
)

// visit is what becomes of one lease on its way through the stages: asked by a
// fetcher, read by a reader, made durable by the committer. One goroutine has it
// at a time.
type visit struct {
	lease frontier.Lease
	url   weburl.URL     // asked for: the lease's, perhaps under the other scheme
	known *library.Fetch // body in the library from an earlier crawl, that the request was conditional on

	robots *robotsAnswer // if robots.txt had to be asked for first
	resp   *fetch.Response
	fail   *fetch.Error

	ending  ending
	again   frontier.Link // when it ends in waiting again
	cause   string        // when it ends refused
	row     *library.Fetch
	kept    *archive.Encoded
	page    *page.Page
	links   []link
	outside []weburl.URL // what it links to on other hosts, known or not
	seed    bool         // its redirect target takes the place of a seed
	worth   float64
}

// ending says how a lease ends.
type ending uint8

const (
	abandoned ending = iota // it waits again as it did: the crawl stopped
	done
	refused
	again
)

// link is a way on that a visit found.
type link struct {
	page.Link
	named  weburl.URL // of a default page, when URL is the folder that it was folded into
	kind   frontier.Kind
	via    []string
	parent string
	depth  int
	cause  string // refused by this rule; empty when it may wait
	soft   bool   // the refusal concerns this link, not its URL
}

// fetcher asks for what the dispatcher hands out, until that ends.
func (c *Crawl) fetcher(ctx context.Context) {
	for l := range c.work {
		v := c.askSafely(ctx, l)
		if v.resp != nil {
			c.toRead <- v
		} else {
			c.toCommit <- v
		}
		c.busy.Add(-1)
		select {
		case c.freed <- struct{}{}:
		default: // the dispatcher knows already
		}
	}
}

// askSafely makes of a panic, over bytes that nobody thought of, the failure of one URL.
func (c *Crawl) askSafely(ctx context.Context, l frontier.Lease) (v *visit) {
	defer func() {
		if p := recover(); p != nil {
			c.cfg.Log.Error("panic while asking", "url", l.URL.String(), "panic", p, "stack", string(debug.Stack()))
			c.cfg.Frontier.Rested(l, time.Now())
			v = &visit{lease: l, url: l.URL, ending: done}
			v.row = c.newRow(v)
			v.row.At, v.row.Outcome, v.row.Cause = time.Now(), library.Failed, fmt.Sprint("panic: ", p)
		}
	}()
	return c.ask(ctx, l)
}

// ask brings the answer for a lease, or a reason why there is none.
func (c *Crawl) ask(ctx context.Context, l frontier.Lease) *visit {
	v := &visit{lease: l, url: c.hosts.preferred(l.URL)}
	if l.Closed != "" {
		return v.refuse(l.Closed)
	}
	if c.cfg.Again && l.Attempt == 0 && len(l.Via) == 0 {
		v.url = c.asBefore(v.url)
	}
	if folder, ok := c.hosts.folded(v.url); ok {
		if got, err := c.hasBody(folder); err == nil && got {
			c.cfg.Frontier.Rested(l, time.Time{})
			v.links = []link{{Link: page.Link{URL: folder}, named: v.url, kind: l.Kind, parent: l.Parent, depth: l.Depth}}
			return v.refuse(causeFolded)
		}
	}
	if c.learnAddress(ctx, v.url) {
		c.cfg.Frontier.Rested(l, time.Time{})
		v.ending, v.again = again, l.Link
		return v
	}
	c.stats.begin(v.url)
	defer c.stats.end(v.url)

	policy, answer, fail := c.robots.policy(ctx, v.url)
	v.robots = answer
	if fail != nil {
		return c.failed(v, fail)
	}
	if ok, _ := policy.rules.Allowed(v.url.RequestURI()); !ok {
		c.cfg.Frontier.Rested(l, time.Time{})
		return v.refuse(causeRobots)
	}
	req := &fetch.Request{URL: v.url, Limit: c.bodyLimit(v.url)}
	if c.cfg.Again {
		c.makeConditional(v, req)
	}
	resp, fail := c.do(ctx, req)
	if fail != nil {
		return c.failed(v, fail)
	}
	c.cfg.Frontier.Rested(l, resp.End)
	c.hosts.answered(v.url)
	c.endHold()
	v.resp = resp
	return v
}

// do makes one exchange. What a proxy says of itself is no answer.
func (c *Crawl) do(ctx context.Context, req *fetch.Request) (*fetch.Response, *fetch.Error) {
	resp, err := c.client.Do(ctx, req)
	if err != nil {
		return nil, asFetchError(err)
	}
	if resp.Status == http.StatusProxyAuthRequired && c.cfg.Proxy != "" {
		resp.Release()
		return nil, &fetch.Error{Cause: "proxy: authentication"}
	}
	return resp, nil
}

func (v *visit) refuse(cause string) *visit {
	v.ending, v.cause = refused, cause
	return v
}

// bodyLimit takes more of a document than of anything else.
func (c *Crawl) bodyLimit(u weburl.URL) func(string, []byte) int64 {
	return func(contentType string, head []byte) int64 {
		if document.Sniff(head, contentType, u.String()).Document {
			return c.cfg.MaxDocument
		}
		return c.cfg.MaxPage
	}
}

// asBefore gives u under the scheme by which the library got it.
func (c *Crawl) asBefore(u weburl.URL) weburl.URL {
	if got, err := c.hasBody(u); err != nil || got {
		return u
	}
	twin := u.WithScheme(otherScheme(u))
	if got, err := c.hasBody(twin); err != nil || !got {
		return u
	}
	return twin
}

// makeConditional asks only for what changed since the library got it.
func (c *Crawl) makeConditional(v *visit, req *fetch.Request) {
	if v.lease.Attempt > 0 { // perhaps because the stored body could not be read
		return
	}
	known, ok, err := c.cfg.Catalogue.Validator(v.url.String())
	if err != nil || !ok || known.Fetch.File == "" || known.Fetch.Truncated != "" {
		return
	}
	req.ETag, req.LastModified = known.ETag, known.LastModified
	v.known = &known.Fetch
}

// learnAddress resolves the name of a host that is asked for the first time, and
// tells the frontier its addresses. When that made a difference the lease goes
// back, for the limit of requests an address to be kept from the first one on.
func (c *Crawl) learnAddress(ctx context.Context, u weburl.URL) bool {
	if c.cfg.PerAddress == 0 || !c.addresses.first(u.Host()) {
		return false
	}
	addrs, err := c.client.Addrs(ctx, u.Hostname(), u.Port())
	if err != nil || len(addrs) == 0 {
		return false // the request itself will tell
	}
	list := make([]string, len(addrs))
	for i, a := range addrs {
		list[i] = a.String()
	}
	c.cfg.Frontier.SetAddresses(u.Host(), list)
	return true
}

// failed decides what follows when no answer came.
func (c *Crawl) failed(v *visit, fail *fetch.Error) *visit {
	now := time.Now()
	c.cfg.Frontier.Rested(v.lease, now)
	v.fail = fail
	switch {
	case cancelled(fail):
		return v // abandoned
	case ours(fail):
		c.hold(fail.Error()) // all wait, and no URL is written off
		v.ending, v.again = again, v.lease.Link
		return v
	case strings.HasPrefix(fail.Cause, "guard: "):
		return v.refuse(fail.Cause)
	}
	if strings.HasPrefix(fail.Cause, "robots: ") {
		c.withoutRobots(v, fail)
		return v
	}
	v.row = c.newRow(v)
	v.row.Cause, v.row.At = fail.Cause, now
	relief := c.hosts.failed(v.url, v.row.Was != "", fail)
	if v.row.Was != "" && unreachable(fail) { // neither scheme answers: it is the first one's failure
		v.lease.URL = v.url.WithScheme(otherScheme(v.url))
		v.row.URL, v.row.Was = v.row.Was, ""
	}
	if relief.other {
		v.retry(v.url.WithScheme(otherScheme(v.url)), v.lease.Attempt, time.Time{})
		v.again.Via = append(slices.Clone(v.lease.Via), v.url.String())
		return v
	}
	c.relieve(v.url.Host(), relief.givenUp, now.Add(relief.pause))
	c.retryOrFail(v, fail.Temporary && relief.givenUp == "", now.Add(backoff(c.hosts.pause, v.lease.Attempt+1)))
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
		c.cfg.Frontier.Close(host, givenUp)
	} else {
		c.leave(host, until)
	}
}

// leave leaves a host alone until then, or as long as it was to be left alone before.
func (c *Crawl) leave(host string, until time.Time) {
	c.cfg.Frontier.Rest(host, c.hosts.rest(host, until))
}

// retryOrFail ends a visit that brought nothing: it waits again while it has attempts left.
func (c *Crawl) retryOrFail(v *visit, temporary bool, notBefore time.Time) {
	if temporary && v.lease.Attempt < c.cfg.Retries {
		v.retry(v.lease.URL, v.lease.Attempt+1, notBefore)
		return
	}
	v.ending = done
	v.row.Outcome = library.Failed
	if named, ok := v.namedPage(); ok { // the folder does not answer with its default page
		v.links = append(v.links, link{Link: page.Link{URL: named}, kind: v.lease.Kind, parent: v.lease.Parent, depth: v.lease.Depth})
	}
}

// namedPage gives the default page that was found and folded into the URL of the visit.
func (v *visit) namedPage() (weburl.URL, bool) {
	if len(v.lease.Via) == 0 {
		return weburl.URL{}, false
	}
	u, err := weburl.NoRules().Parse(v.lease.Via[len(v.lease.Via)-1])
	if err != nil {
		return u, false
	}
	folder, ok := u.DefaultPage()
	return u, ok && folder.Key() == v.url.Key()
}

// hasBody tells whether the library holds what a URL answered with.
func (c *Crawl) hasBody(u weburl.URL) (bool, error) {
	_, ok, err := c.cfg.Catalogue.Validator(u.String())
	if err != nil {
		return false, fmt.Errorf("catalogue: %w", err)
	}
	return ok, nil
}

func (v *visit) retry(u weburl.URL, attempt int, notBefore time.Time) {
	v.ending, v.again = again, v.lease.Link
	v.again.URL, v.again.Attempt, v.again.NotBefore = u, attempt, notBefore
	if v.row != nil {
		v.row.Outcome = library.Retried
	}
}

// newRow begins what the catalogue gets to know of a visit.
func (c *Crawl) newRow(v *visit) *library.Fetch {
	u, l := v.url, v.lease
	row := &library.Fetch{
		URL: u.String(), Site: u.Host(), Domain: u.Domain(), Parent: l.Parent, Kind: kindName(l.Kind),
		Depth: l.Depth, Level: u.Level(), Attempt: l.Attempt, Via: l.Via,
	}
	if _, folded := v.namedPage(); folded {
		row.Via = l.Via[:len(l.Via)-1]
	}
	if twin := u.WithScheme(otherScheme(u)).String(); slices.Contains(l.Via, twin) {
		row.Was = twin
	}
	return row
}

func kindName(k frontier.Kind) string {
	switch k {
	case frontier.Seed:
		return "seed"
	case frontier.Sitemap:
		return "sitemap"
	case frontier.Foreign:
		return "foreign"
	default:
		return "page"
	}
}

// redirected adds the target of a redirect as a link of its own, so that it
// passes every rule, waits for its host's clock and is fetched once.
func (c *Crawl) redirected(v *visit, location string) {
	row := v.row
	row.Outcome, v.ending = library.Moved, done
	if location == "" {
		row.Outcome, row.Cause = library.Failed, causeNoTarget
		return
	}
	base := c.rules.url.NewBase(v.url)
	target, err := base.Resolve([]byte(location))
	if err != nil {
		row.Outcome, row.Cause = library.Failed, "redirect: "+weburl.Reason(err)
		return
	}
	row.Location = target.String()
	via := append(slices.Clone(v.lease.Via), v.url.String())
	switch {
	case target.Key() == v.lease.URL.Key() && c.hosts.insists(target):
		c.comeBack(v, target)
		return
	case slices.Contains(via, target.String()):
		row.Cause = causeLoop
	case len(via) > maxHops:
		row.Cause = causeHops
	case target.Key() == v.lease.URL.Key(): // the same URL at the other scheme
		v.retry(target, v.lease.Attempt, time.Time{})
		v.again.Via = via
	default:
		c.follow(v, target, via)
	}
	if row.Cause != "" {
		row.Outcome = library.Failed
	}
}

const maxHops = 10

// comeBack is for a redirect to the same URL at the scheme that could not be
// reached a moment ago: it is asked again later.
func (c *Crawl) comeBack(v *visit, target weburl.URL) {
	v.row.Cause = causeLoop
	v.lease.URL = target
	v.lease.Via = slices.DeleteFunc(append(slices.Clone(v.lease.Via), v.url.String()), func(s string) bool { return s == target.String() })
	c.retryOrFail(v, true, time.Now().Add(backoff(c.hosts.pause, v.lease.Attempt+1)))
}

// follow makes a link of a redirect's target.
func (c *Crawl) follow(v *visit, target weburl.URL, via []string) {
	isSeed := v.lease.Kind == frontier.Seed
	if isSeed && c.cfg.Scope != ScopeList && target.Domain() == v.url.Domain() {
		v.seed = true
		c.rules.widen(target)
	}
	judged := c.rules.check(target, weburl.URL{}, "")
	if v.lease.Kind == frontier.Foreign && judged.cause == causeScope {
		judged = verdict{cause: "foreign redirect"}
	}
	if v.lease.Kind == frontier.Sitemap && judged.cause == causeScope && c.rules.hostInScope(target) {
		judged = verdict{kind: frontier.Page}
	}
	l := link{
		Link: page.Link{URL: target, Kind: page.KindRedirect},
		kind: judged.kind, via: via, parent: v.url.String(), depth: v.lease.Depth, cause: judged.cause, soft: judged.soft,
	}
	if l.cause == "" && v.lease.Kind != frontier.Page && judged.kind == frontier.Page {
		l.kind = v.lease.Kind // a seed stays a seed, a sitemap a sitemap
	}
	if l.cause != "" {
		v.row.Cause = "redirect: " + l.cause
	}
	v.links = append(v.links, l)
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
