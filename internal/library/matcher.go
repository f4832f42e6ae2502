package library

import (
	"context"
	"strings"
	"sync"
	"time"
)

// matcher tells quickly whether a URL was removed.
type matcher struct {
	all      []Removal
	urls     map[string]int   // without scheme
	hosts    map[string]int   // with the port, if one was named
	below    map[string]int   // "*.host"
	prefixes map[string][]int // by host: those whose pattern ends in *
	sums     map[string]bool  // of documents
}

func newMatcher(all []Removal) *matcher {
	m := &matcher{all: all, urls: map[string]int{}, hosts: map[string]int{}, below: map[string]int{}, prefixes: map[string][]int{}, sums: map[string]bool{}}
	for i, r := range all {
		if sum, is := cutSum(r.Pattern); is {
			m.sums[sum] = true
			continue
		}
		switch rest, isURL := cutScheme(r.Pattern); {
		case isURL && strings.HasSuffix(rest, "*"):
			host := hostOf(strings.TrimSuffix(rest, "*"))
			m.prefixes[host] = append(m.prefixes[host], i)
		case isURL:
			m.urls[rest] = i
		case strings.HasPrefix(r.Pattern, "*."):
			m.below[r.Pattern[2:]] = i
		default:
			m.hosts[r.Pattern] = i
		}
	}
	return m
}

func cutScheme(s string) (rest string, ok bool) {
	if _, rest, ok = strings.Cut(s, "://"); ok {
		return rest, true
	}
	return s, false
}

func hostOf(withoutScheme string) string {
	if i := strings.IndexAny(withoutScheme, "/?#"); i >= 0 {
		withoutScheme = withoutScheme[:i]
	}
	return withoutScheme
}

// hostname gives the host of a URL without its port.
func hostname(u string) string {
	rest, _ := cutScheme(u)
	host := hostOf(rest)
	if name, port, ok := strings.Cut(host, ":"); ok && !strings.Contains(port, ":") {
		return name
	}
	return host
}

// match gives the removal that a URL falls under.
func (m *matcher) match(u string) (Removal, bool) {
	if m == nil || len(m.all) == 0 {
		return Removal{}, false
	}
	rest, isURL := cutScheme(u)
	if !isURL {
		return Removal{}, false
	}
	if i, ok := m.urls[rest]; ok {
		return m.all[i], true
	}
	host := hostOf(rest)
	for _, i := range m.prefixes[host] {
		prefix, _ := cutScheme(m.all[i].Pattern)
		if strings.HasPrefix(rest, strings.TrimSuffix(prefix, "*")) {
			return m.all[i], true
		}
	}
	if i, ok := m.hosts[host]; ok {
		return m.all[i], true
	}
	host = hostname(u)
	if i, ok := m.hosts[host]; ok {
		return m.all[i], true
	}
	for name := host; name != ""; {
		if i, ok := m.below[name]; ok {
			return m.all[i], true
		}
		_, name, _ = strings.Cut(name, ".")
	}
	return Removal{}, false
}

// removals keeps the matcher as the table has it.
type removals struct {
	mu      sync.RWMutex
	m       *matcher
	checked time.Time
	n       int64
	last    string
}

// removalsAge is how old the matcher may be: another process may have removed something.
const removalsAge = time.Second

// removed gives the matcher, read again when the table has changed.
func (c *Catalogue) removed() (*matcher, error) {
	r := &c.removals
	now := time.Now()
	r.mu.RLock()
	m, fresh := r.m, now.Sub(r.checked) < removalsAge
	r.mu.RUnlock()
	if m != nil && fresh {
		return m, nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	var n int64
	var last string
	err := c.reader.QueryRow("SELECT COUNT(*), COALESCE(MAX(at), '') FROM removals").Scan(&n, &last)
	if err != nil {
		return nil, err
	}
	if r.m == nil || n != r.n || last != r.last {
		all, err := query(context.Background(), c.reader, scanRemoval, "SELECT pattern, COALESCE(reason, ''), at FROM removals ORDER BY at, pattern")
		if err != nil {
			return nil, err
		}
		r.m, r.n, r.last = newMatcher(all), n, last
	}
	r.checked = now
	return r.m, nil
}

// forget lets the matcher be read again.
func (r *removals) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.m = nil
}

func scanRemoval(row interface{ Scan(...any) error }) (r Removal, err error) {
	var at string
	err = row.Scan(&r.Pattern, &r.Reason, &at)
	r.At = timeOf(at)
	return r, err
}
