package crawler

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sluice/crawl"
	"sluice/document"
	"sluice/internal/crawler/internal/docname"
	"sluice/internal/fetch"
	"sluice/internal/fetch/guard"
	"sluice/internal/frontier"
	"sluice/page"
	"sluice/weburl"
	"sluice/weburl/pattern"
	"sluice/weburl/trap"
)

// ruleQuerySpace is the name of a trap of package weburl that package budget bounds.
const ruleQuerySpace = "query-space"

// isOn reports whether a rule that is on by default is not switched off by the names.
func isOn(names []string, rule string) bool {
	on := true
	for _, s := range names {
		if name, minus := strings.CutPrefix(s, "-"); name == rule {
			on = !minus
		}
	}
	return on
}

// rules decide of a link, before anything is requested, whether it may be fetched.
type rules struct {
	scope  *scope
	urls   weburl.Rules
	traps  trap.Rules
	allow  pattern.List
	ignore pattern.List

	names        bool // rule document-names
	noForeign    bool
	allowPrivate bool
	resolve      []string // "host:port:address"; none behind a proxy, which resolves names itself
}

// newRules returns the rules of a crawl, with an empty scope.
func newRules(cfg *config) (*rules, error) {
	r := &rules{names: isOn(cfg.Scope.Rules, crawl.RuleDocumentName), noForeign: cfg.Scope.NoForeign, allowPrivate: cfg.Network.AllowPrivate}
	if cfg.Network.Proxy == "" {
		r.resolve = cfg.Network.Resolve
	}
	var err error
	if r.urls, r.traps, err = namedRules(cfg.Scope.Rules, trap.Rules{MaxLevel: cfg.Limits.Level}); err != nil {
		return nil, err
	}
	if r.allow, err = pattern.ParseList(cfg.Scope.Allow...); err != nil {
		return nil, fmt.Errorf("allow: %w", err)
	}
	if r.ignore, err = pattern.ParseList(cfg.Scope.Ignore...); err != nil {
		return nil, fmt.Errorf("ignore: %w", err)
	}
	r.scope = newScope(cfg.Scope.Kind, r.allow)
	return r, nil
}

// namedRules switches rules of the canonical form and traps on ("name") or off ("-name").
func namedRules(names []string, traps trap.Rules) (weburl.Rules, trap.Rules, error) {
	var forURLs []string
	for _, s := range names {
		name, off := strings.CutPrefix(s, "-")
		switch {
		case slices.Contains(crawl.RuleNames(), name): // see isOn
		case !slices.Contains(trap.Names(), name):
			forURLs = append(forURLs, s)
		case off:
			traps, _ = traps.Without(name)
		default:
			traps, _ = traps.With(name)
		}
	}
	urls, err := weburl.ParseRules(strings.Join(forURLs, ","))
	if err != nil {
		err = fmt.Errorf("%w; or a trap: %s", err, strings.Join(append(trap.Names(), crawl.RuleNames()...), ", "))
	}
	return urls.With("credentials"), traps, err // else archive and catalogue would hold passwords
}

// verdict is what the rules decide of a link.
type verdict struct {
	kind   frontier.Kind // when the link may be fetched
	cause  string        // why it may not; empty when it may
	detail string        // the pattern that decided
	soft   bool          // it may be fetched when it is found elsewhere, or later
}

// checkURL decides of a URL that is found on no page.
func (r *rules) checkURL(u weburl.URL) verdict {
	return r.check(u, weburl.URL{}, "", weburl.DocumentEnding(u))
}

// admitProbe parses the URL of a probe of package soft404, and reports whether it may
// be fetched.
func (r *rules) admitProbe(url string) (weburl.URL, bool) {
	u, err := r.urls.Parse(url)
	return u, err == nil && r.checkURL(u).cause == ""
}

// checkLink decides of a link of a page. ref is the reference as written there.
func (r *rules) checkLink(l *page.Link, from weburl.URL, ref string) verdict {
	if l.Kind == page.KindResource {
		return r.checkRequisite(l.URL)
	}
	return r.check(l.URL, from, ref, isDocument(l))
}

// isDocument reports whether a link leads to a document, by the ending of its URL or by
// what its page declares.
func isDocument(l *page.Link) bool {
	return weburl.DocumentEnding(l.URL) || l.Type != "" && document.Announced(l.Type, "").Document
}

// check decides of a link to u, which is taken to be a document or not. from is the
// page that has it (zero for none), ref the reference as written there.
func (r *rules) check(u, from weburl.URL, ref string, isDocument bool) verdict {
	if p, ok := r.ignore.Match(u); ok {
		return verdict{cause: causeIgnored, detail: p}
	}
	v := verdict{kind: frontier.Page}
	if !r.scope.has(u) {
		switch {
		case !isDocument:
			return verdict{cause: causeScope, soft: r.scope.mayGrowTo(u)}
		case r.noForeign:
			return verdict{cause: causeForeign}
		}
		v.kind = frontier.Foreign
	}
	if weburl.NeverPage(u) {
		if _, ok := r.allow.Match(u); !ok || r.allow.HostMatch(u) {
			return verdict{cause: causeNeverPage, detail: u.Ending()}
		}
	}
	if word, unwanted := r.hasUnwantedName(u); unwanted {
		return verdict{cause: causeNames, detail: word}
	}
	if cause := r.traps.Check(u, from, ref); cause != "" {
		return verdict{cause: cause, soft: r.traps.Check(u, weburl.URL{}, "") == ""}
	}
	if cause := r.refusedByGuard(u); cause != "" {
		return verdict{cause: cause}
	}
	return v
}

// checkRequisite decides of what a page needs to be shown, whose host and ending do not
// matter.
func (r *rules) checkRequisite(u weburl.URL) verdict {
	if p, ok := r.ignore.Match(u); ok {
		return verdict{cause: causeIgnored, detail: p}
	}
	if cause := r.traps.Check(u, weburl.URL{}, ""); cause != "" {
		return verdict{cause: cause}
	}
	if cause := r.refusedByGuard(u); cause != "" {
		return verdict{cause: cause}
	}
	return verdict{kind: frontier.Requisite}
}

// checkSitemap decides of a sitemap that a site names.
func (r *rules) checkSitemap(u weburl.URL) verdict {
	if !r.scope.hasSite(u) {
		return verdict{kind: frontier.Sitemap, cause: causeScope}
	}
	return verdict{kind: frontier.Sitemap}
}

// hasUnwantedName reports whether the rule document-names refuses a document, and for
// which word.
func (r *rules) hasUnwantedName(u weburl.URL) (string, bool) {
	if !r.names || !weburl.DocumentEnding(u) {
		return "", false
	}
	if _, wanted := r.allow.Match(u); wanted {
		return "", false
	}
	return docname.Unwanted(u)
}

// refusedByGuard returns the cause for which the guard would refuse a URL as it is written, empty for none.
func (r *rules) refusedByGuard(u weburl.URL) string {
	if r.allowPrivate {
		return ""
	}
	why := guard.Refused(u.Hostname(), u.Port())
	if why == "" || r.resolves(u) {
		return ""
	}
	return fetch.Guard.With(why)
}

// resolves reports whether the user has given the address of a URL's host and port, which the guard leaves alone.
func (r *rules) resolves(u weburl.URL) bool {
	port := ":" + strconv.Itoa(u.Port()) + ":"
	return slices.ContainsFunc(r.resolve, func(s string) bool {
		return strings.HasPrefix(s, u.Hostname()+port) || strings.HasPrefix(s, "*"+port)
	})
}
