package crawler

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"sluice/crawl"
	"sluice/document"
	"sluice/internal/catalogue"
	"sluice/internal/challenge"
	"sluice/internal/fetch"
	"sluice/internal/notfound"
	"sluice/library"
	"sluice/page"
	"sluice/weburl"
)

// maxRefusal is the number of bytes that are read of the body of a refusal. Challenges are short.
const maxRefusal = 256 << 10

// isNotThePage ends a visit whose answer, with a status that says all is well, is a challenge or says "not found". No links
// are taken from it, and it is neither listed as a page nor indexed. The archive keeps it.
func (r *reader) isNotThePage(v *visit, p *page.Page, body []byte) bool {
	if v.row.NotModified { // the body was judged when it came
		return false
	}
	if isOn(r.cfg.Scope.Rules, crawl.RuleChallenge) {
		if c, is := challenge.Recognize(challenge.Answer{Status: v.resp.Status, Header: v.resp.Header, Page: p, Body: body, IsLocal: isLocal(v.resp)}); is {
			r.endChallenged(v, c)
			return true
		}
	}
	if isFrontPage(v.url) || !isOn(r.cfg.Scope.Rules, crawl.RuleSoft404) || !notfound.Says(p) { // without its front page a crawl would end
		return false
	}
	v.row.Cause = catalogue.CauseSoft404
	r.retry.retryOrFail(v, false, time.Time{})
	return true
}

// isLocal reports whether an answer came from a private address.
func isLocal(resp *fetch.Response) bool {
	addr := resp.Addr.Addr() // the zero Addr behind a proxy
	return addr.IsPrivate() || addr.IsLoopback()
}

// isFrontPage reports whether a URL is the root of its host.
func isFrontPage(u weburl.URL) bool { return u.Path() == "/" && u.Query() == "" }

// foreignPage reads the HTML that came in place of a document of another host.
func (r *reader) foreignPage(ctx context.Context, v *visit) error {
	if v.row.Type != "html" || v.row.NotModified {
		return nil
	}
	body, contentType, err := r.body(ctx, v)
	if err != nil {
		return err
	}
	body = gunzip(body, r.cfg.Limits.PageSize)
	p := r.parser.Parse(body, page.Source{URL: v.url, ContentType: contentType})
	defer p.Release()
	r.isNotThePage(v, p, body)
	return nil
}

// refusedByChallenge ends a visit whose answer, with the status of a fault, is a challenge. It reports false for all other
// faults: such a status needs more than the words of a refusal, which ordinary servers have, too.
func (r *reader) refusedByChallenge(ctx context.Context, v *visit) (bool, error) {
	a := challenge.Answer{Status: v.resp.Status, Header: v.resp.Header, IsLocal: isLocal(v.resp)}
	if a.Status == http.StatusNotFound || a.Status == http.StatusGone || !isOn(r.cfg.Scope.Rules, crawl.RuleChallenge) {
		return false, nil
	}
	var err error
	if a.Body, err = readUpTo(&v.resp.Content, maxRefusal); err != nil {
		return false, fmt.Errorf("read body of %s: %w", v.url, err)
	}
	contentType := v.resp.Header.Get("Content-Type")
	if len(a.Body) > 0 && document.Sniff(a.Body[:min(len(a.Body), fetch.HeadSize)], contentType, v.url.String()).Name == "html" {
		a.Page = r.parser.Parse(a.Body, page.Source{URL: v.url, ContentType: contentType})
		defer a.Page.Release()
	}
	c, is := challenge.Recognize(a)
	if !is || c.Vendor == "" && (c.Kind == challenge.Blocked || c.Kind == challenge.Maintenance) && a.Status != http.StatusTeapot {
		return false, nil
	}
	r.endChallenged(v, c)
	return true, nil
}

// challengeRetries is how often the URL of a check for robots is requested again in a crawl. A host that slows a crawler down may
// answer later, one that keeps it out will not.
const challengeRetries = 1

// endChallenged ends the visit whose answer is a challenge. One that defends a host may pass: its URL waits again while it has
// attempts left.
func (r *reader) endChallenged(v *visit, c challenge.Challenge) {
	v.challenge = c
	v.row.Cause, v.row.Outcome, v.ending = library.Cause(catalogue.Challenge.With(c.String())), library.Challenged, done
	most := challengeRetries
	if c.Kind == challenge.RateLimit || c.Kind == challenge.Maintenance {
		most = r.retry.max
	}
	if c.Kind.IsDefence() && v.lease.Attempt < min(most, r.retry.max) {
		v.retry(v.lease.URL, v.lease.Attempt+1, v.resp.End.Add(r.challengePause(v)))
	}
}

// challengePause returns how long the host of a challenge is not asked: as long as it says, if it does.
func (r *reader) challengePause(v *visit) time.Duration {
	if after, ok := fetch.RetryAfter(v.resp.Header, v.resp.End); ok {
		return min(after, maxWait)
	}
	return r.retry.pauseAfter(v)
}

// countChallenge counts the challenges that a host has answered with in a row. It delays the host, longer each time, and gives
// it up after too many. Any other answer but a refusal begins anew.
func (r *reader) countChallenge(ctx context.Context, v *visit) error {
	switch {
	case v.replayed != nil || v.resp == nil:
		return nil
	case v.challenge.Kind == "":
		if isRefusal(v.resp.Status) { // perhaps a challenge that was not recognized
			return nil
		}
		return r.hosts.RecordOrdinary(ctx, v.url)
	case !v.challenge.Kind.IsDefence():
		return nil
	}
	effect, err := r.hosts.RecordChallenge(ctx, v.url, catalogue.Challenge.With(v.challenge.String()), v.resp.Start, v.resp.End, r.challengePause(v))
	if err != nil {
		return err
	}
	if effect.GivenUp != "" && v.ending == waitsAgain {
		v.ending, v.row.Outcome = done, library.Challenged
	}
	return r.retry.apply(ctx, v.url.Host(), effect, v.resp.End.Add(effect.Pause))
}

// isRefusal reports whether a status says that the server does not want to answer.
func isRefusal(status int) bool {
	return status >= 400 && status != http.StatusNotFound && status != http.StatusGone
}
