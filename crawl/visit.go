package crawl

import (
	"context"
	"fmt"
	"net/http"
	"runtime/debug"
	"slices"
	"time"

	"sluice/document"
	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/fetch"
	"sluice/internal/frontier"
	"sluice/page"
	"sluice/weburl"
)

// visit is what becomes of one lease on its way through the stages: asked by a
// fetcher, read by a reader, made durable by the committer. One goroutine has it
// at a time.
type visit struct {
	lease frontier.Lease
	url   weburl.URL       // asked for: the lease's, perhaps under the other scheme
	known *catalogue.Fetch // body in the library from an earlier crawl, that the request was conditional on
	began time.Time        // when it was taken up
	since time.Time        // its present stage began; zero when nobody asked for it

	robots *robotsAnswer // if robots.txt had to be asked for first
	resp   *fetch.Response

	ending    ending
	again     frontier.Link // when it ends in waiting again
	cause     string        // when it ends refused
	row       *catalogue.Fetch
	replayed  *archive.Location // where its answer lies already, when it comes out of the archive
	kept      *archive.Encoded
	page      *page.Page
	likely    bool   // the page looks like a document
	announced string // type of a document that the answer's header, or its URL, says to be sent
	links     []link
	outside   []weburl.URL       // what it links to on other hosts, known or not
	anchors   []catalogue.Anchor // its links to what may be documents, known or not
	points    bool               // it has links that surely lead to documents
	seed      bool               // its redirect target takes the place of a seed
	question  weburl.URL         // to be asked for, see sameness
	worth     float64
	weight    int64 // in links, if there are very many
}

// ending says how a lease ends.
type ending uint8

const (
	abandoned ending = iota // it waits again as it did: the crawl stopped
	done
	refused
	again
	unleased // there was no lease: it comes out of the archive
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
	format bool   // another link of the page to this URL names the format of a document
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
			c.cfg.Frontier.Release(l, time.Now())
			v = &visit{lease: l, url: l.URL, ending: done}
			v.row = c.newRow(v)
			v.row.At, v.row.Outcome, v.row.Cause = time.Now(), catalogue.Failed, fmt.Sprint("panic: ", p)
		}
	}()
	return c.ask(ctx, l)
}

// ask brings the answer for a lease, or a reason why there is none.
func (c *Crawl) ask(ctx context.Context, l frontier.Lease) *visit {
	now := time.Now()
	v := &visit{lease: l, url: c.hosts.preferred(l.URL), began: now, since: now}
	if l.Closed != "" {
		return c.closed(v)
	}
	if l.Kind == frontier.Page && c.same.caps(v.url, l.Via) {
		c.cfg.Frontier.Release(l, time.Time{})
		return v.refuse(causeSame)
	}
	if c.removed(v.url) {
		c.cfg.Frontier.Release(l, time.Time{})
		return v.refuse(causeRemoved)
	}
	if c.cfg.Again && l.Attempt == 0 && len(l.Via) == 0 {
		v.url = c.asBefore(v.url)
	}
	if c.foldedAway(v) {
		c.cfg.Frontier.Release(l, time.Time{})
		return v
	}
	if c.learnAddress(ctx, v.url) {
		c.cfg.Frontier.Release(l, time.Time{})
		v.ending, v.again = again, l.Link
		return v
	}
	c.stats.begin(v.url)
	defer c.stats.end(v.url)

	policy, answer, fail := c.robots.policy(ctx, v.url)
	c.stats.pass(v, stageRobots)
	v.robots = answer
	if fail != nil {
		return c.failed(ctx, v, fail)
	}
	if ok, _ := policy.rules.Allowed(v.url.RequestURI()); !ok {
		c.cfg.Frontier.Release(l, time.Time{})
		return v.refuse(causeRobots)
	}
	req := &fetch.Request{URL: v.url, Limit: c.bodyLimit(v.url)}
	if c.cfg.Again {
		c.makeConditional(v, req)
	}
	if !askedFor(&l) {
		req.Decline = c.decline(v.url, v.known)
	}
	resp, fail := c.do(ctx, req)
	if fail != nil {
		c.stats.pass(v, stageFault)
		return c.failed(ctx, v, fail)
	}
	c.cfg.Frontier.Release(l, resp.End)
	c.hosts.answered(v.url)
	if resp.Declined != "" {
		return c.declined(v, resp)
	}
	v.resp = resp
	c.stats.answered(v)
	return v
}

// closed ends the visit of a host that was given up. One that an earlier run gave up gets another chance.
func (c *Crawl) closed(v *visit) *visit {
	if c.hosts.isGivenUp(v.lease.Host) {
		return v.refuse(v.lease.Closed)
	}
	c.cfg.Frontier.CloseHost(v.lease.Host, "")
	return c.wait(v)
}

// foldedAway ends the visit of a default page whose folder the library holds.
func (c *Crawl) foldedAway(v *visit) bool {
	folder, ok := c.hosts.folded(v.url)
	if !ok {
		return false
	}
	if got, err := c.hasBody(folder); err != nil || !got {
		return false
	}
	l := &v.lease
	v.links = []link{{Link: page.Link{URL: folder}, named: v.url, kind: l.Kind, parent: l.Parent, depth: l.Depth}}
	v.refuse(causeFolded)
	return true
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
	c.outage.answered(req.URL, resp.End)
	c.endHold()
	return resp, nil
}

// declined ends the visit of a document whose body is not worth having. What the library has under the URL stays.
func (c *Crawl) declined(v *visit, resp *fetch.Response) *visit {
	defer resp.Release()
	if v.known == nil {
		return v.refuse(resp.Declined)
	}
	v.ending, v.cause = done, resp.Declined
	v.row = c.newRow(v)
	v.row.Outcome, v.row.Cause, v.row.Status, v.row.Protocol = catalogue.Ruled, resp.Declined, resp.Status, resp.Proto
	v.row.At, v.row.Took, v.row.Wire = resp.Start, resp.End.Sub(resp.Start), int64(len(resp.HeaderBytes))
	return v
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

// makeConditional asks only for what changed since the library got it, and has it still.
func (c *Crawl) makeConditional(v *visit, req *fetch.Request) {
	if v.lease.Attempt > 0 { // perhaps because the stored body could not be read
		return
	}
	known, ok, err := c.cfg.Catalogue.Validator(context.TODO(), v.url.String())
	if err != nil || !ok || known.Fetch.File == "" || known.Fetch.Truncated != "" {
		return
	}
	stored, err := c.storedRecord(&known.Fetch)
	if err != nil {
		return
	}
	stored.Close()
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
	_, ok, err := c.cfg.Catalogue.Validator(context.TODO(), u.String())
	if err != nil {
		return false, fmt.Errorf("catalogue: %w", err)
	}
	return ok, nil
}

// newRow begins what the catalogue gets to know of a visit.
func (c *Crawl) newRow(v *visit) *catalogue.Fetch {
	u, l := v.url, v.lease
	row := &catalogue.Fetch{
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

// kindNames are the kinds of links in the words of catalogue and archive.
var kindNames = map[frontier.Kind]string{
	frontier.Page: "page", frontier.Seed: "seed", frontier.Sitemap: "sitemap", frontier.Foreign: "foreign",
	frontier.Requisite: "requisite",
}

func kindName(k frontier.Kind) string { return kindNames[k] }

// kindNamed is the kind of that name, [frontier.Page] for an unknown one.
func kindNamed(name string) frontier.Kind {
	for k, n := range kindNames {
		if n == name {
			return k
		}
	}
	return frontier.Page
}
