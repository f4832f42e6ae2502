package crawler

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"runtime/debug"
	"slices"
	"time"

	"sluice/document"
	"sluice/internal/crawler/internal/host"
	"sluice/internal/crawler/internal/nameset"
	"sluice/internal/crawler/internal/outage"
	"sluice/internal/crawler/internal/robotscache"
	"sluice/internal/crawler/internal/siterules"
	"sluice/internal/crawler/internal/soft404"
	"sluice/internal/fetch"
	"sluice/internal/frontier"
	"sluice/internal/system"
	"sluice/library"
	"sluice/page"
	"sluice/weburl"
)

// maxResolved bounds the hosts that are known to be resolved. Tests set it.
var maxResolved = 100_000

// fetcher brings the answers for leases. Many goroutines use it at a time.
type fetcher struct {
	cfg       *config
	exchanges Exchange
	scope     *scope
	hosts     *host.Table
	robots    *robotscache.Cache
	soft404   *soft404.Detector
	sites     *siterules.Book
	outage    *outage.Detector
	pause     *pause
	retry     *retrier
	documents *documentRules
	bodies    *bodies
	counters  *counters
	shutdown  *shutdown

	limited  nameset.Set // hosts whose domain the frontier knows
	resolved nameset.Set // hosts whose addresses the frontier knows
	returns  returns     // leases that went back because it did not
}

// run fetches what the dispatcher hands out, until that ends.
func (f *fetcher) run(ctx context.Context, p *pipeline) {
	for l := range p.toFetch {
		v := f.fetchSafely(ctx, l)
		f.cfg.Clock.Hold() // the visit keeps its own hold
		if v.resp != nil {
			p.toRead <- v
		} else {
			p.toCommit <- v
		}
		p.fetched()
		f.cfg.Clock.Release()
	}
}

// fetchSafely turns a panic, over bytes that no parser expected, into the failure of one URL. An error of the stores ends the
// crawl, and the lease is abandoned; a lack of open files pauses it.
func (f *fetcher) fetchSafely(ctx context.Context, l frontier.Lease) (v *visit) {
	defer func() {
		if p := recover(); p != nil {
			f.cfg.Log.Error("panic while fetching", "url", l.URL.String(), "panic", p, "stack", string(debug.Stack()))
			f.cfg.Frontier.Release(l, f.cfg.Clock.Now())
			v = &visit{lease: l, url: l.URL}
			v.fail(f.cfg.Clock.Now(), classPanic.With(fmt.Sprint(p)))
		}
	}()
	now := f.cfg.Clock.Now()
	v = &visit{lease: l, url: l.URL, began: now, since: now}
	requested, err := f.fetch(ctx, v)
	if !requested && l.Closed == "" { // a closed lease has no place at its host
		f.cfg.Frontier.Release(l, time.Time{})
	}
	switch {
	case err == nil:
	case ctx.Err() == nil && system.IsOutOfFiles(err):
		f.pause.begin(outOfFiles(err))
		v.row = nil
		f.retry.postpone(v)
	default:
		if ctx.Err() == nil { // otherwise the crawl ends anyway
			f.shutdown.fail(err)
		}
		v.ending, v.row = abandoned, nil
	}
	return v
}

// fetch brings the answer for a lease, or ends the visit without one. It reports whether the host was requested from, so that its
// clock runs.
func (f *fetcher) fetch(ctx context.Context, v *visit) (requested bool, err error) {
	if ended, err := f.endsWithoutRequest(ctx, v); ended || err != nil {
		return false, err
	}
	defer f.counters.beginRequest(v.url)()
	policy, answer, err := f.robots.Policy(ctx, v.url)
	f.counters.endStage(v, stageRobots)
	v.robots = answer
	if fail, ok := errors.AsType[*fetch.Error](err); ok {
		return true, f.failed(ctx, v, fail)
	} else if err != nil {
		return false, err
	}
	if ok, _ := policy.Allowed(v.url.RequestURI()); !ok {
		v.refuse(causeRobots)
		return false, nil
	}
	return f.request(ctx, v)
}

// endsWithoutRequest ends a visit for which nothing is to be requested, not even robots.txt.
func (f *fetcher) endsWithoutRequest(ctx context.Context, v *visit) (ended bool, err error) {
	l := &v.lease
	returned := f.returns.takeOut(l.URL.Key())
	if l.Closed != "" {
		return true, f.endClosed(ctx, v)
	}
	if v.url, err = f.hosts.Preferred(ctx, l.URL); err != nil {
		return true, err
	}
	if l.Kind == frontier.Page && f.soft404.Caps(v.url, l.Via) {
		v.refuse(causeSoft404)
		return true, nil
	}
	if removed, err := isRemoved(ctx, f.cfg.Catalogue, v.url); removed || err != nil {
		v.refuse(causeRemoved)
		return true, err
	}
	if f.cfg.Again && l.Attempt == 0 && len(l.Via) == 0 {
		if v.url, err = f.asBefore(ctx, v.url); err != nil {
			return true, err
		}
	}
	if folded, err := foldDefaultPage(ctx, v, f.hosts, f.bodies); folded || err != nil {
		return folded, err
	}
	for step := f.learnAddresses(ctx, v.url); step != learnedNothing; step = f.learnAddresses(ctx, v.url) {
		if step > returned && f.returns.add(l.URL.Key(), step) { // so that the limits hold from the first request on
			v.ending, v.again = waitsAgain, l.Link
			return true, nil
		}
	}
	return f.leaseFromSite(ctx, v) // last, because a place in a budget is taken
}

// leaseFromSite ends the visit if the rules of its site refuse it, and else takes a place in the site's budget.
func (f *fetcher) leaseFromSite(ctx context.Context, v *visit) (ended bool, err error) {
	var cause string
	if v.site, cause, err = f.sites.Lease(ctx, v.lease.URL); err != nil || cause == "" {
		return err != nil, err
	}
	v.refuse(cause)
	if cause == siterules.CauseStopped { // in an earlier run: what else waits there comes at once now
		f.cfg.Frontier.CloseHost(v.lease.Host, cause)
	}
	return true, nil
}

// endClosed ends the visit of a host that was given up or whose site was stopped. A host that an earlier run gave up gets another
// chance.
func (f *fetcher) endClosed(ctx context.Context, v *visit) error {
	stopped, _, err := f.sites.Check(ctx, v.lease.URL)
	if err != nil {
		return err
	}
	givenUp, err := f.hosts.IsGivenUp(ctx, v.lease.Host)
	switch {
	case err != nil:
		return err
	case stopped == siterules.CauseStopped:
		v.refuse(stopped)
	case givenUp:
		v.refuse(v.lease.Closed)
	default:
		f.cfg.Frontier.CloseHost(v.lease.Host, "")
		f.retry.postpone(v)
	}
	return nil
}

// foldDefaultPage ends the visit of a default page whose folder the library holds.
func foldDefaultPage(ctx context.Context, v *visit, hosts *host.Table, stored *bodies) (bool, error) {
	folder, ok, err := hosts.Folder(ctx, v.url)
	if err != nil || !ok {
		return false, err
	}
	if ok, err := stored.has(ctx, folder); err != nil || !ok {
		return false, err
	}
	l := &v.lease
	v.links = []link{{Link: page.Link{URL: folder}, defaultPage: v.url, kind: l.Kind, parent: l.Parent, depth: l.Depth}}
	v.refuse(causeFolded)
	return true, nil
}

// isRemoved reports whether a person has removed a URL from the library.
func isRemoved(ctx context.Context, c Catalogue, u weburl.URL) (bool, error) {
	_, removed, err := c.Removed(ctx, u.String())
	if err != nil {
		return false, fmt.Errorf("catalogue: %w", err)
	}
	return removed, nil
}

// asBefore returns u at the scheme at which the library got it, unless its requests carry a secret.
func (f *fetcher) asBefore(ctx context.Context, u weburl.URL) (weburl.URL, error) {
	if f.cfg.secrets.Binds(u) {
		return u, nil
	}
	if ok, err := f.bodies.has(ctx, u); err != nil || ok {
		return u, err
	}
	twin := host.Twin(u)
	if ok, err := f.bodies.has(ctx, twin); err != nil || !ok {
		return u, err
	}
	return twin, nil
}

// learnAddresses enters in the frontier what limits the requests to a host that is requested from for the first time: if its domain is
// out of scope, that it is, and the domain; and with the next call its addresses. It returns what the frontier did not know. The caller
// has its lease go back then, so that the limits out of scope hold while the name is resolved.
func (f *fetcher) learnAddresses(ctx context.Context, u weburl.URL) learned {
	var list []string
	isForeign := !f.scope.hasDomain(u)
	if isForeign {
		list = append(list, frontier.OutOfScope, frontier.Domain(u.Domain()))
		if f.limited.Add(u.Host()) {
			f.resolved.Remove(u.Host()) // the domain replaces the addresses of a host that was forgotten here
			f.cfg.Frontier.SetAddresses(u.Host(), list)
			return learnedDomain
		}
	}
	if f.cfg.Politeness.PerAddress == 0 || !f.resolved.Add(u.Host()) {
		return learnedNothing
	}
	addrs, err := f.exchanges.Addrs(ctx, u.Hostname(), u.Port())
	if err != nil {
		f.resolved.Remove(u.Host()) // to be looked up again with the next URL, if the fault passes
		return learnedNothing       // the request itself will fail with the cause
	}
	if len(addrs) == 0 { // a proxy resolves the name
		return learnedNothing
	}
	for _, a := range addrs {
		list = append(list, a.String())
		if network, ok := networkOf(a); ok && isForeign && !slices.Contains(list, network) {
			list = append(list, network)
		}
	}
	f.cfg.Frontier.SetAddresses(u.Host(), list)
	return learnedAddresses
}

// networkOf returns the network of an IPv6 address that counts as one address out of scope. A customer has a prefix of 64 bits or less
// (RFC 6177), so any number of addresses there may be one machine. In scope it does not count: there the hosts of large providers, who
// have many customers in one network, are crawled on purpose.
func networkOf(a netip.Addr) (string, bool) {
	if a = a.Unmap(); !a.Is6() {
		return "", false
	}
	return netip.PrefixFrom(a.WithZone(""), 64).Masked().String(), true
}

// request makes the request of a visit.
func (f *fetcher) request(ctx context.Context, v *visit) (requested bool, err error) {
	req := &fetch.Request{URL: v.url, Via: v.lease.Via, Limit: bodyLimit(v.url, f.cfg)}
	if f.cfg.Again {
		if err := f.makeConditional(ctx, v, req); err != nil {
			return false, err
		}
	}
	var catalogueErr error
	if !isRequested(&v.lease) {
		req.Decline = f.documents.decline(ctx, v.url, v.known, func(err error) { catalogueErr = fmt.Errorf("catalogue: %w", err) })
	}
	resp, fail := f.exchange(ctx, req)
	if catalogueErr != nil {
		if resp != nil {
			resp.Release()
		}
		f.cfg.Frontier.Release(v.lease, f.cfg.Clock.Now())
		return true, catalogueErr
	}
	if fail != nil {
		f.counters.endStage(v, stageFault)
		return true, f.failed(ctx, v, fail)
	}
	f.cfg.Frontier.Release(v.lease, resp.End)
	if err := f.hosts.RecordAnswer(ctx, v.url); err != nil {
		resp.Release()
		return true, err
	}
	if resp.Declined != "" {
		v.endDeclined(resp)
		return true, nil
	}
	v.resp = resp
	f.counters.measureAnswer(v)
	return true, nil
}

// bodyLimit returns the limit of a body's size: a document may be larger than anything else.
func bodyLimit(u weburl.URL, cfg *config) func(contentType string, head []byte) int64 {
	return func(contentType string, head []byte) int64 {
		if document.Sniff(head, contentType, u.String()).Document {
			return cfg.Limits.DocumentSize
		}
		return cfg.Limits.PageSize
	}
}

// makeConditional requests only what changed since the library got it, if the library still has it.
func (f *fetcher) makeConditional(ctx context.Context, v *visit, req *fetch.Request) error {
	known, ok, err := f.cfg.Catalogue.Validator(ctx, v.url.String())
	if err != nil {
		return fmt.Errorf("catalogue: %w", err)
	}
	if ok {
		v.former = known.Fetch.SHA256
	}
	if v.lease.Attempt > 0 { // perhaps because the stored body could not be read
		return nil
	}
	if !ok || known.Fetch.File == "" || known.Fetch.Truncated != "" {
		return nil
	}
	stored, err := f.bodies.open(ctx, &known.Fetch)
	if isLost(err) {
		return nil // it is fetched again
	}
	if err != nil {
		return err
	}
	stored.Close()
	req.ETag, req.LastModified = known.ETag, known.LastModified
	v.known = &known.Fetch
	return nil
}

// exchange makes one exchange. An error page of the proxy is no answer.
func (f *fetcher) exchange(ctx context.Context, req *fetch.Request) (*fetch.Response, *fetch.Error) {
	resp, err := f.exchanges.Do(ctx, req)
	if err != nil {
		return nil, fetch.AsError(err)
	}
	if resp.Status == http.StatusProxyAuthRequired && f.cfg.Network.Proxy != "" {
		resp.Release()
		return nil, &fetch.Error{Cause: fetch.ProxyAuthentication}
	}
	f.outage.RecordAnswer(req.URL, resp.End)
	f.pause.recordAnswer()
	return resp, nil
}

// endDeclined ends the visit of a document whose body is not worth fetching. What the library has under the URL stays.
func (v *visit) endDeclined(resp *fetch.Response) {
	defer resp.Release()
	if v.known == nil {
		v.refuse(resp.Declined)
		return
	}
	v.ending, v.cause = done, resp.Declined
	v.row = v.newRow()
	v.row.Outcome, v.row.Cause, v.row.Status, v.row.Protocol = library.Refused, library.Cause(resp.Declined), resp.Status, resp.Proto
	v.row.At, v.row.Took, v.row.Wire = resp.Start, resp.End.Sub(resp.Start), int64(len(resp.HeaderBytes))
}
