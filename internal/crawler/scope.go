package crawler

import (
	"strings"
	"sync"

	"sluice/crawl"
	"sluice/weburl"
	"sluice/weburl/pattern"
)

// scope is the hosts, sites or folders of the seeds. It grows when a seed is redirected. It is safe for
// concurrent use.
type scope struct {
	mode  crawl.ScopeKind
	allow pattern.List // hosts that are in scope besides, with ScopeList

	mu      sync.RWMutex
	hosts   map[string]bool
	domains map[string]bool
	folders map[string]bool // without scheme
}

// newScope returns a scope that holds nothing yet.
func newScope(mode crawl.ScopeKind, allow pattern.List) *scope {
	return &scope{mode: mode, allow: allow, hosts: map[string]bool{}, domains: map[string]bool{}, folders: map[string]bool{}}
}

// add extends the scope by a seed.
func (s *scope) add(seed weburl.URL) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hosts[seed.Host()] = true
	s.domains[seed.Domain()] = true
	path, _, _ := strings.Cut(withoutScheme(seed), "?")
	s.folders[path[:strings.LastIndexByte(path, '/')+1]] = true
}

// withoutScheme returns a URL without its scheme: http and https are one place.
func withoutScheme(u weburl.URL) string { return u.String()[len(u.Scheme())+len("://"):] }

// has reports whether u's host, and with ScopePrefix its path, belongs to the crawl.
func (s *scope) has(u weburl.URL) bool {
	if s.mode == crawl.ScopeAny {
		return true
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	switch s.mode {
	case crawl.ScopeDomain:
		return s.domains[u.Domain()]
	case crawl.ScopePrefix:
		return s.hasFolder(withoutScheme(u))
	case crawl.ScopeList:
		return s.hosts[u.Host()] || s.allow.HostMatch(u)
	default:
		return s.hosts[u.Host()]
	}
}

// hasFolder reports whether one of the folders that a URL lies in is that of a seed.
// The caller holds mu.
func (s *scope) hasFolder(url string) bool {
	folder, _, _ := strings.Cut(url, "?")
	for i := strings.LastIndexByte(folder, '/'); i >= 0; i = strings.LastIndexByte(folder[:i], '/') {
		if s.folders[folder[:i+1]] {
			return true
		}
	}
	return false
}

// hasSeedHost reports whether a seed is on u's host.
func (s *scope) hasSeedHost(u weburl.URL) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.hosts[u.Host()]
}

// hasDomain reports whether u's site, or the registrable domain of its host, belongs to the crawl.
func (s *scope) hasDomain(u weburl.URL) bool {
	if s.hasSite(u) {
		return true
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.domains[u.Domain()]
}

// hasSite is has for what a site publishes about itself, robots.txt and sitemaps: their
// paths do not count.
func (s *scope) hasSite(u weburl.URL) bool {
	if s.mode == crawl.ScopePrefix {
		return s.hasSeedHost(u)
	}
	return s.has(u)
}

// mayGrowTo reports whether a seed that is redirected could bring u into scope.
func (s *scope) mayGrowTo(u weburl.URL) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.mode != crawl.ScopeList && s.domains[u.Domain()]
}
