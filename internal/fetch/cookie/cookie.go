// Package cookie keeps the cookies of a crawl (RFC 6265), bounded for each host and in all, since every site of the Web may send some.
//
// [New] makes a jar that keeps the cookies of each host for itself and is gone with the crawl; [Open] one that begins with a file,
// keeps them by domain as browsers do, and is written back by [Jar.Save]. [Jar.Header] returns what a request sends, [Jar.Store] keeps
// what an answer sets. All methods of a nil Jar do nothing.
package cookie

import (
	"cmp"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"github.com/zeebo/xxh3"
	"golang.org/x/net/publicsuffix"

	"sluice/weburl"
)

// What hosts may leave with us. [victim] says which cookie makes room, and the host used longest ago does.
const (
	maxHosts     = 20_000
	maxCookies   = 50       // of a host
	maxHostBytes = 8 << 10  // of a host, about what servers accept in a header
	maxBytes     = 32 << 20 // in all
	maxCookie    = 4 << 10
	maxRedirects = 20_000 // whose cookies are remembered
)

// Jar is the cookies of a crawl. It is safe for concurrent use.
type Jar struct {
	file string // "" for cookies that are forgotten

	mu      sync.Mutex
	hosts   *simplelru.LRU[string, *host]
	bytes   int
	changed bool                           // since the file was read
	sent    *simplelru.LRU[string, uint64] // hash of the cookies sent with the last request of a URL that was redirected
}

// host is the cookies of a host; in a jar with a file, of a registrable domain.
type host struct {
	cookies []cookie // in the order in which they came
	bytes   int
}

// cookie is one cookie.
type cookie struct {
	name, value  string
	quoted       bool   // the value is in double quotes
	domain, path string // domain without a leading dot
	hostOnly     bool   // not for subdomains of domain
	secure       bool
	httpOnly     bool
	expires      time.Time // zero: at the end of the session
	setter       string    // the host that set it first; empty for a cookie of the jar's file
}

// New returns an empty jar. It sends the cookies of a host to this host alone. Only within a chain of redirects do cookies for a whole
// domain go to its other hosts, so that one host of a domain cannot make requests to the others fail.
func New() *Jar {
	j := &Jar{}
	j.hosts, _ = simplelru.NewLRU(maxHosts, func(_ string, h *host) { j.bytes -= h.bytes }) // an error only for a size below 1
	j.sent, _ = simplelru.NewLRU[string, uint64](maxRedirects, nil)
	return j
}

// Header returns the value of the Cookie header for a request, empty when there are no cookies for it. via is the redirects that led
// to it.
func (j *Jar) Header(u weburl.URL, via []string) string {
	if j == nil {
		return ""
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.header(u, via)
}

// header is Header with mu held.
func (j *Jar) header(u weburl.URL, via []string) string {
	if j.file == "" {
		j.adopt(u, via)
	}
	h, ok := j.hosts.Get(j.key(u.Hostname()))
	if !ok {
		return ""
	}
	now := time.Now()
	var fitting []*cookie
	for i := range h.cookies {
		if c := &h.cookies[i]; c.fits(u, now) {
			fitting = append(fitting, c)
		}
	}
	slices.SortStableFunc(fitting, func(a, b *cookie) int { return cmp.Compare(len(b.path), len(a.path)) })
	parts := make([]string, len(fitting))
	for i, c := range fitting {
		parts[i] = (&http.Cookie{Name: c.name, Value: c.value, Quoted: c.quoted}).String()
	}
	return strings.Join(parts, "; ")
}

// adopt gives a host the cookies for its domain that other hosts of a chain of redirects have.
func (j *Jar) adopt(u weburl.URL, via []string) {
	for _, s := range via {
		from, err := weburl.FromCanonical(s)
		if err != nil || from.Hostname() == u.Hostname() {
			continue
		}
		h, ok := j.hosts.Peek(from.Hostname())
		if !ok {
			continue
		}
		for _, c := range h.cookies {
			if !c.hostOnly && inDomain(u.Hostname(), c.domain) {
				j.put(j.key(u.Hostname()), c, false) // it may come from plain http
			}
		}
	}
}

// key returns the name under which the cookies of a host are kept.
func (j *Jar) key(hostname string) string {
	if j.file != "" {
		if domain, err := publicsuffix.EffectiveTLDPlusOne(hostname); err == nil {
			return domain
		}
	}
	return hostname
}

// Store keeps the cookies that an answer sets.
func (j *Jar) Store(u weburl.URL, header http.Header) {
	if j == nil || len(header["Set-Cookie"]) == 0 {
		return
	}
	now := time.Now()
	set := (&http.Response{Header: header}).Cookies()
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, s := range set {
		if c, ok := read(u, s, now); ok {
			j.put(j.key(strings.Clone(u.Hostname())), c, u.Scheme() == "https")
		}
	}
}

// read returns the cookie that an answer sets (RFC 6265bis, section 5.7), false if it is not to be kept. One that is to be deleted has
// expired.
func read(u weburl.URL, set *http.Cookie, now time.Time) (cookie, bool) {
	name := u.Hostname()
	c := cookie{
		name: strings.Clone(set.Name), value: strings.Clone(set.Value), quoted: set.Quoted, domain: strings.Clone(name), path: strings.Clone(set.Path),
		hostOnly: true, secure: set.Secure, httpOnly: set.HttpOnly, expires: set.Expires, setter: strings.Clone(name),
	}
	if domain := strings.ToLower(strings.TrimPrefix(set.Domain, ".")); domain != "" && domain != name {
		if !inDomain(name, domain) || isPublicSuffix(domain) {
			return c, false
		}
		c.domain, c.hostOnly = strings.Clone(domain), false
	} else if domain != "" {
		c.hostOnly = isPublicSuffix(domain)
	}
	if !strings.HasPrefix(c.path, "/") {
		c.path = strings.Clone(u.Path()[:max(1, strings.LastIndexByte(u.Path(), '/'))])
	}
	switch {
	case set.MaxAge > 0:
		c.expires = now.Add(min(time.Duration(set.MaxAge), maxAge/time.Second) * time.Second)
	case set.MaxAge < 0:
		c.expires = now
	}
	if c.secure && u.Scheme() != "https" || !c.hasValidPrefix(set) {
		return c, false
	}
	return c, c.size() <= maxCookie
}

// hasValidPrefix reports whether a cookie has the properties that the prefix of its name promises to the site.
func (c *cookie) hasValidPrefix(set *http.Cookie) bool {
	switch name := strings.ToLower(c.name); {
	case strings.HasPrefix(name, "__secure-"):
		return c.secure
	case strings.HasPrefix(name, "__host-"):
		return c.secure && c.hostOnly && set.Path == "/"
	}
	return true
}

// maxAge is the longest that a cookie lives.
const maxAge = 400 * 24 * time.Hour

// put keeps a cookie in place of the one with its name, domain and path; one that has expired only removes that. A cookie that did not
// come by TLS may have been forged on the way, so it does not affect one for TLS.
func (j *Jar) put(key string, c cookie, byTLS bool) {
	h, ok := j.hosts.Get(key)
	if !ok {
		h = &host{}
		j.hosts.Add(key, h)
	}
	if !c.secure && !byTLS && slices.ContainsFunc(h.cookies, c.shadows) {
		return
	}
	setter := c.setter
	isSame := func(o cookie) bool { return o.name == c.name && o.domain == c.domain && o.path == c.path }
	if i := slices.IndexFunc(h.cookies, isSame); i >= 0 {
		c.setter = h.cookies[i].setter // a cookie of the file stays one
		if h.cookies[i] == c {
			return
		}
		j.remove(h, i)
	}
	j.changed = true
	if c.hasExpired(time.Now()) {
		return
	}
	h.cookies = append(h.cookies, c)
	h.bytes += c.size()
	j.bytes += c.size()
	for len(h.cookies) > maxCookies || h.bytes > maxHostBytes {
		j.remove(h, victim(h.cookies, setter))
	}
	for j.bytes > maxBytes {
		j.hosts.RemoveOldest()
	}
}

// victim returns the index of the cookie that makes room for the last one, which setter has just set: the oldest of the same setter, or else
// of the setter that has most. Cookies of the file never make room for one of a host: one host of a domain could log the user out of all others.
func victim(cookies []cookie, setter string) int {
	last := len(cookies) - 1
	counts := map[string]int{}
	for _, c := range cookies[:last] {
		counts[c.setter]++
	}
	if counts[setter] == 0 {
		delete(counts, "")
		for s, n := range counts {
			if n > counts[setter] || n == counts[setter] && s < setter {
				setter = s
			}
		}
	}
	if i := slices.IndexFunc(cookies[:last], func(c cookie) bool { return c.setter == setter }); i >= 0 {
		return i
	}
	return last
}

// remove removes a cookie of a host.
func (j *Jar) remove(h *host, i int) {
	h.bytes -= h.cookies[i].size()
	j.bytes -= h.cookies[i].size()
	h.cookies = slices.Delete(h.cookies, i, i+1)
}

// RecordRedirect records that the answer to a request with these cookies was a redirect.
func (j *Jar) RecordRedirect(u weburl.URL, cookies string) {
	if j == nil {
		return
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if cookies == "" {
		j.sent.Remove(u.String())
		return
	}
	j.sent.Add(strings.Clone(u.String()), xxh3.HashString(cookies))
}

// HasNews reports whether a request of a URL would send other cookies than the last one that was redirected, so that the answer may be
// another one.
func (j *Jar) HasNews(u weburl.URL, via []string) bool {
	if j == nil {
		return false
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	now := j.header(u, via)
	sent, ok := j.sent.Get(u.String())
	if !ok {
		return now != ""
	}
	return xxh3.HashString(now) != sent
}

// size returns about how many bytes a cookie takes.
func (c *cookie) size() int { return len(c.name) + len(c.value) + len(c.path) + len(c.domain) }

// hasExpired reports whether a cookie is not to be sent any more.
func (c *cookie) hasExpired(now time.Time) bool { return !c.expires.IsZero() && !c.expires.After(now) }

// fits reports whether a cookie is for a URL.
func (c *cookie) fits(u weburl.URL, now time.Time) bool {
	name := u.Hostname()
	if c.secure && u.Scheme() != "https" || c.hasExpired(now) || c.hostOnly && name != c.domain || !inDomain(name, c.domain) {
		return false
	}
	return inPath(u.Path(), c.path)
}

// shadows reports whether a server that gets both cookies could read c in place of one for TLS.
func (c *cookie) shadows(o cookie) bool {
	return o.secure && o.name == c.name && !o.hasExpired(time.Now()) && (inDomain(c.domain, o.domain) || inDomain(o.domain, c.domain)) && inPath(c.path, o.path)
}

// inPath reports whether a path is another one or below it.
func inPath(path, above string) bool {
	return path == above || strings.HasPrefix(path, above) && (strings.HasSuffix(above, "/") || path[len(above)] == '/')
}

// inDomain reports whether a host is a domain or below it.
func inDomain(name, domain string) bool {
	if name == domain {
		return true
	}
	_, err := netip.ParseAddr(name)
	return err != nil && strings.HasSuffix(name, "."+domain)
}

// isPublicSuffix reports whether hosts of many owners are below a domain.
func isPublicSuffix(domain string) bool {
	suffix, _ := publicsuffix.PublicSuffix(domain)
	return suffix == domain
}
