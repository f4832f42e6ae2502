package crawl

import (
	"slices"
	"strings"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/frontier"
	"sluice/page"
	"sluice/weburl"
)

// redirected adds the target of a redirect as a link of its own, so that it
// passes every rule, waits for its host's clock and is fetched once.
func (c *Crawl) redirected(v *visit, location string) {
	row := v.row
	row.Outcome, v.ending = catalogue.Moved, done
	if location == "" {
		row.Outcome, row.Cause = catalogue.Failed, causeNoTarget
		return
	}
	base := c.rules.url.NewBase(v.url)
	target, err := base.Resolve([]byte(location))
	if err != nil {
		row.Outcome, row.Cause = catalogue.Failed, "redirect: "+weburl.Reason(err)
		return
	}
	target = c.rules.gateOf(target, v.url)
	row.Location = target.String()
	via := append(slices.Clone(v.lease.Via), v.url.String())
	switch {
	case target.Key() == v.lease.URL.Key() && c.hosts.insists(target):
		c.comeBack(v, target)
		return
	case c.knows(v, via, target):
		v.retry(target, v.lease.Attempt, time.Time{})
		v.again.Via = via
	case slices.Contains(via, target.String()):
		row.Outcome, row.Cause = catalogue.Failed, causeLoop
	case len(via) > maxHops:
		row.Outcome, row.Cause = catalogue.Failed, causeHops
	case target.Key() == v.lease.URL.Key(): // the same URL at the other scheme
		v.retry(target, v.lease.Attempt, time.Time{})
		v.again.Via = via
	default:
		c.follow(v, target, via)
	}
}

const maxHops = 10

// knows tells whether a URL that leads to itself may answer now, because it has
// set a cookie that it had missed. It gets one more chance.
func (c *Crawl) knows(v *visit, via []string, target weburl.URL) bool {
	return c.cfg.CookieJar != "" && v.resp != nil && v.resp.Header.Get("Set-Cookie") != "" &&
		target.Key() == v.lease.URL.Key() && len(v.lease.Via) == slices.Index(via, target.String())
}

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
	judged := c.rules.checkAs(target, weburl.URL{}, "", v.movedDocument(target))
	if v.lease.Kind == frontier.Requisite {
		judged = c.rules.checkRequisite(target)
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

// movedDocument tells whether the target of a redirect may be the document that was asked for. A folder or a page of HTML is what sites
// send those to who ask for a document that is gone.
func (v *visit) movedDocument(target weburl.URL) bool {
	switch {
	case weburl.DocumentEnding(target):
		return true
	case v.lease.Kind != frontier.Foreign && v.lease.Lane != documentLane:
		return false
	}
	return !strings.HasSuffix(target.Path(), "/") && !strings.Contains(target.Ending(), "htm")
}
