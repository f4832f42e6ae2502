package query

import "strings"

// Matcher finds the pattern that a URL matches. The cost of a look-up does not grow with the
// number of patterns, except for those of the same host that end in *. It may be used by many
// goroutines.
type Matcher struct {
	all      []Pattern
	urls     map[string]int   // without scheme
	hosts    map[string]int   // with the port, if one was named
	below    map[string]int   // "*.host"
	prefixes map[string][]int // by host: those whose pattern ends in *
	sums     map[string]bool  // of documents
}

// NewMatcher returns a matcher for patterns.
func NewMatcher(all ...Pattern) *Matcher {
	m := &Matcher{all: all, urls: map[string]int{}, hosts: map[string]int{}, below: map[string]int{}, prefixes: map[string][]int{}, sums: map[string]bool{}}
	for i, p := range all {
		if sum, is := p.Hash(); is {
			m.sums[sum] = true
			continue
		}
		switch rest, isURL := cutScheme(string(p)); {
		case isURL && strings.HasSuffix(rest, "*"):
			host := hostOf(strings.TrimSuffix(rest, "*"))
			m.prefixes[host] = append(m.prefixes[host], i)
		case isURL:
			m.urls[rest] = i
		case strings.HasPrefix(string(p), "*."):
			m.below[string(p[2:])] = i
		default:
			m.hosts[string(p)] = i
		}
	}
	return m
}

// cutScheme returns a URL without its scheme; false for a text without one.
func cutScheme(s string) (rest string, ok bool) {
	if _, rest, ok = strings.Cut(s, "://"); ok {
		return rest, true
	}
	return s, false
}

// hostOf returns the host and port of a URL without scheme.
func hostOf(withoutScheme string) string {
	if i := strings.IndexAny(withoutScheme, "/?#"); i >= 0 {
		withoutScheme = withoutScheme[:i]
	}
	return withoutScheme
}

// Hostname returns the host of a URL without its port.
func Hostname(u string) string {
	rest, _ := cutScheme(u)
	host := hostOf(rest)
	if name, port, ok := strings.Cut(host, ":"); ok && !strings.Contains(port, ":") {
		return name
	}
	return host
}

// Match returns a pattern that a URL matches, as its position among those given to
// [NewMatcher]. A nil matcher matches nothing.
func (m *Matcher) Match(u string) (i int, ok bool) {
	if m == nil || len(m.all) == 0 {
		return 0, false
	}
	rest, isURL := cutScheme(u)
	if !isURL {
		return 0, false
	}
	if i, ok := m.urls[rest]; ok {
		return i, true
	}
	host := hostOf(rest)
	for _, i := range m.prefixes[host] {
		prefix, _ := cutScheme(string(m.all[i]))
		if strings.HasPrefix(rest, strings.TrimSuffix(prefix, "*")) {
			return i, true
		}
	}
	if i, ok := m.hosts[host]; ok {
		return i, true
	}
	host = Hostname(u)
	if i, ok := m.hosts[host]; ok {
		return i, true
	}
	for name := host; name != ""; {
		if i, ok := m.below[name]; ok {
			return i, true
		}
		_, name, _ = strings.Cut(name, ".")
	}
	return 0, false
}

// MatchHash reports whether one of the patterns names a document by this hash.
func (m *Matcher) MatchHash(sha256 string) bool { return m.sums[sha256] }
