package crawler

import (
	"context"
	"slices"
	"strings"
	"time"

	"sluice/crawl"
	"sluice/internal/crawler/internal/host"
	"sluice/internal/crawler/internal/loginpage"
	"sluice/internal/crawler/internal/strategy"
	"sluice/internal/fetch/cookie"
	"sluice/internal/frontier"
	"sluice/library"
	"sluice/page"
	"sluice/weburl"
)

const maxHops = 10 // redirects in a row

// redirects makes links of the targets of redirects, so that every target passes all
// rules, waits for the clock of its host and is fetched once.
type redirects struct {
	rules   *rules
	hosts   *host.Table
	retry   *retrier
	cookies *cookie.Jar
}

// follow ends a visit that was redirected.
func (r *redirects) follow(ctx context.Context, v *visit, location string) error {
	row := v.row
	row.Outcome, v.ending = library.Redirected, done
	if location == "" {
		row.Outcome, row.Cause = library.Failed, causeNoTarget
		return nil
	}
	base := r.rules.urls.NewBase(v.url)
	target, err := base.Resolve([]byte(location))
	if err != nil {
		row.Outcome, row.Cause = library.Failed, library.Cause(classRedirect.With(weburl.Reason(err)))
		return nil
	}
	target = loginpage.Canonical(target, v.url, r.rules.urls)
	row.Location = target.String()
	if target.Key() == v.lease.URL.Key() {
		if unreachable, err := r.hosts.RecordSchemeRedirect(ctx, target); err != nil {
			return err
		} else if unreachable {
			r.retryScheme(v, target)
			return nil
		}
	}
	via := append(slices.Clone(v.lease.Via), v.url.String())
	switch {
	case r.mayAnswerNow(via, target):
		r.requestAgain(v, via, target)
	case slices.Contains(via, target.String()):
		row.Outcome, row.Cause = library.Failed, causeLoop
	case len(via) > maxHops:
		row.Outcome, row.Cause = library.Failed, causeHops
	case target.Key() == v.lease.URL.Key(): // the same URL at the other scheme
		v.retry(target, v.lease.Attempt, time.Time{})
		v.again.Via = via
	default:
		r.addTarget(v, target, via)
	}
	return nil
}

// retryScheme is for a redirect to the same URL at the scheme that could not be reached
// a moment ago: it is requested again later.
func (r *redirects) retryScheme(v *visit, target weburl.URL) {
	v.row.Cause = causeLoop
	v.lease.URL = target
	v.lease.Via = slices.DeleteFunc(append(slices.Clone(v.lease.Via), v.url.String()), func(s string) bool { return s == target.String() })
	r.retry.retryOrFail(v, true, r.retry.clock.Now().Add(r.retry.pauseAfter(v)))
}

// mayAnswerNow reports whether a URL that a chain of redirects leads back to may answer now, because a request of it would send
// other cookies than before. It gets one more request.
func (r *redirects) mayAnswerNow(via []string, target weburl.URL) bool {
	first := slices.Index(via, target.String())
	return first >= 0 && !slices.Contains(via[first+1:], target.String()) && len(via) <= maxHops && r.cookies.HasNews(target, via)
}

// requestAgain queues the target of a redirect that has been requested in this chain. It is done, unless it is the URL of the
// visit itself.
func (r *redirects) requestAgain(v *visit, via []string, target weburl.URL) {
	if target.Key() == v.lease.URL.Key() {
		v.retry(target, v.lease.Attempt, time.Time{})
		v.again.Via = via
		return
	}
	l := v.lease.Link
	l.URL, l.Via, l.Attempt, l.NotBefore = target, via, 0, time.Time{}
	v.requeue = append(v.requeue, l)
}

// addTarget adds the target of a redirect to the links of a visit.
func (r *redirects) addTarget(v *visit, target weburl.URL, via []string) {
	isSeed := v.lease.Kind == frontier.Seed
	if isSeed && r.rules.scope.mode != crawl.ScopeList && target.Domain() == v.url.Domain() {
		v.widens = true
		r.rules.scope.add(target)
	}
	judged := r.rules.check(target, weburl.URL{}, "", v.mayMoveDocument(target))
	if v.lease.Kind == frontier.Requisite {
		judged = r.rules.checkRequisite(target)
	}
	if v.lease.Kind == frontier.Sitemap && judged.cause == causeScope && r.rules.scope.hasSite(target) {
		judged = verdict{kind: frontier.Page}
	}
	l := link{Link: page.Link{URL: target, Kind: page.KindRedirect}, via: via, parent: v.url.String(), depth: v.lease.Depth}
	l.apply(judged)
	if l.cause == "" && v.lease.Kind != frontier.Page && judged.kind == frontier.Page {
		l.kind = v.lease.Kind // a seed stays a seed, a sitemap a sitemap
	}
	if l.cause != "" {
		v.row.Cause = library.Cause(classRedirect.With(l.cause))
	}
	v.links = append(v.links, l)
}

// mayMoveDocument reports whether the target of a redirect may be the document that was
// requested. Sites redirect requests for a document that is gone to a folder or an HTML
// page.
func (v *visit) mayMoveDocument(target weburl.URL) bool {
	switch {
	case weburl.DocumentEnding(target):
		return true
	case v.lease.Kind != frontier.Foreign && v.lease.Lane != strategy.Documents:
		return false
	}
	return !strings.HasSuffix(target.Path(), "/") && !strings.Contains(target.Ending(), "htm")
}
