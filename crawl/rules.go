package crawl

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"sync"

	"sluice/internal/fetch"
	"sluice/internal/frontier"
	"sluice/weburl"
	"sluice/weburl/pattern"
	"sluice/weburl/trap"
)

// Causes of a refusal, as they stand in catalogue and reports. Those of traps
// come from package weburl, those of failed requests from package fetch.
const (
	causeIgnored     = "ignored"
	causeScope       = "scope"
	causeForeign     = "foreign document"
	causeNeverPage   = "never a page"
	causeDepth       = "limit: depth"
	causeQuerySpace  = "trap: query space"
	causeSame        = "trap: same answer"
	causeHosts       = "limit: hosts of a domain"
	causeSitemaps    = "limit: sitemaps"
	causeNoFollow    = "nofollow"
	causeNoIndex     = "noindex"
	causeRobots      = "robots"
	causeHook        = "hook"
	causeRemoved     = "removed"
	causeCopies      = "copies"
	causeFolded      = "default page"
	causeHostGivenUp = "host given up"
	causeLoop        = "redirect loop"
	causeHops        = "redirect limit"
	causeNoTarget    = "redirect without target"
)

// rules say of a link, before anything is asked for, whether it may be fetched.
// They are read by many goroutines and change only when a seed moves.
type rules struct {
	cfg    *Config
	url    weburl.Rules
	traps  trap.Rules
	allow  pattern.List
	ignore pattern.List

	documents documentPolicy

	mu       sync.RWMutex
	hosts    map[string]bool
	domains  map[string]bool
	prefixes map[string]bool // folders, without scheme
}

func newRules(cfg *Config) (*rules, error) {
	r := &rules{cfg: cfg, url: weburl.DefaultRules, hosts: map[string]bool{}, domains: map[string]bool{}, prefixes: map[string]bool{}}
	r.traps, r.documents = trap.Rules{MaxLevel: cfg.MaxLevel}, newDocumentPolicy(cfg)
	var err error
	if r.url, r.traps, err = namedRules(cfg.Rules, r.traps); err != nil {
		return nil, err
	}
	if r.allow, err = pattern.ParseList(cfg.Allow...); err != nil {
		return nil, fmt.Errorf("allow: %w", err)
	}
	if r.ignore, err = pattern.ParseList(cfg.Ignore...); err != nil {
		return nil, fmt.Errorf("ignore: %w", err)
	}
	return r, nil
}

// ruleSame is the rule that finds hosts with one answer to everything.
const ruleSame = "same-answer"

// RuleNames gives the names that Config.Rules takes besides those of package weburl.
func RuleNames() []string { return append([]string{ruleSame}, documentRules...) }

// isOff tells whether the names switch a rule off that is on by default.
func isOff(names []string, rule string) bool {
	off := false
	for _, s := range names {
		if name, minus := strings.CutPrefix(s, "-"); name == rule {
			off = minus
		}
	}
	return off
}

// namedRules switches rules of the canonical form and traps on ("name") or off ("-name").
func namedRules(names []string, traps trap.Rules) (weburl.Rules, trap.Rules, error) {
	var forURLs []string
	for _, s := range names {
		name, off := strings.CutPrefix(s, "-")
		switch {
		case slices.Contains(RuleNames(), name): // see isOff
		case !slices.Contains(trap.Names(), name):
			forURLs = append(forURLs, s)
		case off:
			traps, _ = traps.Without(name)
		default:
			traps, _ = traps.With(name)
		}
	}
	rules, err := weburl.ParseRules(strings.Join(forURLs, ","))
	if err != nil {
		err = fmt.Errorf("%w; or a trap: %s", err, strings.Join(append(trap.Names(), RuleNames()...), ", "))
	}
	return rules, traps, err
}

// widen makes the scope hold what a seed stands for.
func (r *rules) widen(seed weburl.URL) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.hosts[seed.Host()] = true
	r.domains[seed.Domain()] = true
	folder := withoutScheme(seed)
	if i := strings.IndexByte(folder, '?'); i >= 0 {
		folder = folder[:i]
	}
	r.prefixes[folder[:strings.LastIndexByte(folder, '/')+1]] = true
}

func withoutScheme(u weburl.URL) string { return u.String()[len(u.Scheme())+len("://"):] }

// inScope tells whether u's host, and with ScopePrefix its path, belongs to the crawl.
func (r *rules) inScope(u weburl.URL) bool {
	if r.cfg.Scope == ScopeAny {
		return true
	}
	r.mu.RLock()
	defer r.mu.RUnlock()
	switch r.cfg.Scope {
	case ScopeDomain:
		return r.domains[u.Domain()]
	case ScopePrefix:
		return r.belowPrefix(withoutScheme(u))
	case ScopeList:
		return r.hosts[u.Host()] || r.allow.HostMatch(u)
	default:
		return r.hosts[u.Host()]
	}
}

// belowPrefix tells whether one of the folders that a URL lies in is that of a seed.
func (r *rules) belowPrefix(s string) bool {
	folder, _, _ := strings.Cut(s, "?")
	for i := strings.LastIndexByte(folder, '/'); i >= 0; i = strings.LastIndexByte(folder[:i], '/') {
		if r.prefixes[folder[:i+1]] {
			return true
		}
	}
	return false
}

// isSeedHost tells whether a seed stands for u's host.
func (r *rules) isSeedHost(u weburl.URL) bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.hosts[u.Host()]
}

// mayWiden tells whether a seed that moves could bring u into scope yet.
func (r *rules) mayWiden(u weburl.URL) bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.cfg.Scope != ScopeList && r.domains[u.Domain()]
}

// hostInScope is inScope for what a site says about itself: robots.txt and sitemaps.
func (r *rules) hostInScope(u weburl.URL) bool {
	if r.cfg.Scope != ScopePrefix {
		return r.inScope(u)
	}
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.hosts[u.Host()]
}

// verdict is what the rules make of a link.
type verdict struct {
	kind   frontier.Kind // Page or Foreign, when it may be fetched
	cause  string        // why not; empty when it may
	detail string        // the pattern that decided
	soft   bool          // it may be fetched when it is found elsewhere, or later
}

// check judges a link to u by its own looks. from is the page it stands on (zero
// for none), ref the reference as written there.
func (r *rules) check(u, from weburl.URL, ref string) verdict {
	return r.checkAs(u, from, ref, weburl.DocumentEnding(u))
}

// checkAs is check where more than u itself tells whether it is a document.
func (r *rules) checkAs(u, from weburl.URL, ref string, isDocument bool) verdict {
	if p, ok := r.ignore.Match(u); ok {
		return verdict{cause: causeIgnored, detail: p}
	}
	v := verdict{kind: frontier.Page}
	if !r.inScope(u) {
		switch {
		case !isDocument:
			return verdict{cause: causeScope, soft: r.mayWiden(u)}
		case r.cfg.NoForeign:
			return verdict{cause: causeForeign}
		}
		v.kind = frontier.Foreign
	}
	if weburl.NeverPage(u) {
		if _, ok := r.allow.Match(u); !ok || r.allow.HostMatch(u) {
			return verdict{cause: causeNeverPage, detail: u.Ending()}
		}
	}
	if word, unwanted := r.unwantedName(u); unwanted {
		return verdict{cause: causeNames, detail: word}
	}
	if cause := r.traps.Check(u, from, ref); cause != "" {
		return verdict{cause: cause, soft: r.traps.Check(u, weburl.URL{}, "") == ""}
	}
	if cause := r.closedAddress(u); cause != "" {
		return verdict{cause: cause}
	}
	return v
}

// closedAddress refuses literal addresses that the guard would refuse, without asking for them.
func (r *rules) closedAddress(u weburl.URL) string {
	if r.cfg.AllowPrivate {
		return ""
	}
	host := u.Hostname()
	last := host[len(host)-1]
	if last < '0' || last > '9' && last != ':' && !strings.Contains(host, ":") {
		return ""
	}
	addr, err := netip.ParseAddr(host)
	if err != nil {
		return ""
	}
	if name := fetch.Forbidden(addr); name != "" {
		return "guard: " + name
	}
	return ""
}
