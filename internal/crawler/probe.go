package crawler

import (
	"context"
	"fmt"
	"slices"
	"time"

	"sluice/crawl"
	"sluice/internal/catalogue"
	"sluice/internal/challenge"
	"sluice/internal/crawler/internal/loginpage"
	"sluice/internal/crawler/internal/robotscache"
	"sluice/internal/crawler/internal/unlinked"
	"sluice/internal/frontier"
	"sluice/library"
	"sluice/page"
	"sluice/weburl"
)

// newProber returns the part that finds out how hosts answer URLs that nobody has linked to. It needs both rules: one
// for pages that are none, and one for answers that are repeated.
func newProber(cfg *config, rules *rules, robots *robotscache.Cache, random func(n int) int) *unlinked.Prober {
	return unlinked.New(cfg.Frontier, unlinked.Options{
		Off: !isOn(cfg.Scope.Rules, crawl.RuleSoft404) || !isOn(cfg.Scope.Rules, crawl.RuleSameAnswer),
		Admit: func(ctx context.Context, url string) (weburl.URL, bool, error) {
			u, ok := rules.admitProbe(url)
			if !ok || robots.Ignores() {
				return u, ok, nil
			}
			policy, known, err := robots.Known(ctx, u)
			if err != nil || !known {
				return u, false, err
			}
			ok, _ = policy.Allowed(u.RequestURI())
			return u, ok, nil
		},
		Random: random,
	})
}

// compareUnlinked compares an answer with that of its host to a URL that nobody has linked to. One that is the same is a
// soft 404.
func (r *reader) compareUnlinked(ctx context.Context, v *visit) error {
	row := v.row
	switch {
	case v.ending != done || row.NotModified || v.lease.Kind != frontier.Page && v.lease.Kind != frontier.Seed:
		return nil
	case v.replayed != nil && v.missing: // as the crawl has judged it
		if v.missing = isOn(r.cfg.Scope.Rules, crawl.RuleSoft404); v.missing {
			r.endMissing(v)
		}
		return nil
	}
	a := unlinked.Answer{
		URL: v.url, At: row.At, Status: row.Status, IsKept: isKept(v), IsSeed: v.lease.Kind == frontier.Seed, IsOld: v.replayed != nil,
	}
	switch {
	case row.Outcome == library.Redirected:
		a.Location = row.Location
	case row.Outcome == library.Fetched && v.page != nil:
		a.Text = func() *unlinked.Text { return unlinked.NewText(v.page.Title, v.page.Text, v.url) }
	}
	o, err := r.unlinked.Observe(ctx, a)
	if err != nil {
		return err
	}
	v.unlinked = o.Probe
	if v.missing = o.Missing; v.missing {
		r.endMissing(v)
	}
	return nil
}

// isKept reports whether an answer is a page whatever it says: a front page, what a front page or a seed is redirected to, and
// the redirect of a seed. A host may send its front page under every URL, or the page of its application: then a seed that has been a
// page before is one again.
func isKept(v *visit) bool {
	if v.lease.Kind == frontier.Seed && v.known != nil && v.known.Outcome == library.Fetched {
		return true
	}
	if isFrontPage(v.url) || v.lease.Kind == frontier.Seed && (len(v.lease.Via) > 0 || v.row.Outcome == library.Redirected) {
		return true
	}
	return slices.ContainsFunc(v.lease.Via, func(via string) bool {
		u, err := weburl.NoRules().Parse(via)
		return err == nil && isFrontPage(u)
	})
}

// endMissing ends the visit of a soft 404 that a probe of its host has shown. Its links to documents are followed, and the
// target of a redirect, which other pages may lead to.
func (r *reader) endMissing(v *visit) {
	isRedirect := v.row.Outcome == library.Redirected
	if !isRedirect {
		v.refuseLinks()
	}
	v.row.Cause, v.likely, v.outside = catalogue.CauseSoft404, false, nil
	v.unlisted, v.page = v.page, nil
	r.retry.retryOrFail(v, false, time.Time{})
}

// refuseLinks refuses the links of a soft 404, but for those to documents.
func (v *visit) refuseLinks() {
	for i := range v.links {
		if l := &v.links[i]; l.cause == "" && !isDocument(&l.Link) {
			l.cause, l.soft = causeSoft404, true // another page may still lead there
		}
	}
}

// readProbe records how a host answers a URL that nobody has linked to, and what that says of earlier answers. A fault that may
// pass and a challenge are treated as for any other URL.
func (r *reader) readProbe(ctx context.Context, v *visit) error {
	row := v.row
	v.ending = done
	if err := r.identify(v); err != nil {
		return err
	}
	a := unlinked.Answer{URL: v.url, At: row.At, Status: row.Status}
	var err error
	switch s := row.Status; {
	case s >= 300 && s < 400:
		a.Location = r.probeTarget(v)
	case s >= 200 && s < 300:
		err = r.readProbePage(v, &a)
	default:
		var is bool
		if is, err = r.refusedByChallenge(ctx, v); !is && err == nil {
			err = r.judgeFault(ctx, v)
		}
	}
	if err == nil && v.ending == done {
		v.earlier, err = r.unlinked.Conclude(ctx, a)
		v.concluded = err == nil
	}
	if err == nil {
		err = r.countChallenge(ctx, v)
	}
	if err != nil {
		return err
	}
	return r.encode(ctx, v)
}

// probeTarget returns where the answer to a probe redirects to. A login page says nothing about the URLs behind it.
func (r *reader) probeTarget(v *visit) string {
	target, err := r.rules.urls.NewBase(v.url).Resolve([]byte(v.resp.Header.Get("Location")))
	if err != nil || loginpage.IsPath(target.Path()) {
		return ""
	}
	return target.String()
}

// readProbePage adds the text of the page that answers a probe. A challenge says nothing about other URLs.
func (r *reader) readProbePage(v *visit, a *unlinked.Answer) error {
	if v.row.Type != "html" || v.row.Truncated != "" || v.resp.Undecoded != "" {
		return nil
	}
	contentType := v.resp.Header.Get("Content-Type")
	body, err := readUpTo(&v.resp.Content, r.cfg.Limits.PageSize)
	if err != nil {
		return fmt.Errorf("read body of %s: %w", v.url, err)
	}
	body = gunzip(body, r.cfg.Limits.PageSize)
	p := r.parser.Parse(body, page.Source{URL: v.url, ContentType: contentType})
	defer p.Release()
	if c, is := challenge.Recognize(challenge.Answer{Status: v.resp.Status, Header: v.resp.Header, Page: p, Body: body, IsLocal: isLocal(v.resp)}); is {
		if isOn(r.cfg.Scope.Rules, crawl.RuleChallenge) {
			r.endChallenged(v, c)
		}
		return nil
	}
	text := unlinked.NewText(p.Title, p.Text, v.url)
	a.Text = func() *unlinked.Text { return text }
	return nil
}
