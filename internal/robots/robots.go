// Package robots reads robots.txt and reports which URLs a crawler may request.
//
// [Parse] a body for one crawler, then call [Rules.Allowed] for each URL,
// [Rules.CrawlDelay] for the pause that the site wishes, and [Rules.Sitemaps] for the
// sitemaps that it names. What a page or a response declares, in robots metas
// and X-Robots-Tag headers, is read by [Directives].
//
// The rules are those of RFC 9309. Where others read the same files differently, a
// [Profile] selects how; the package-level Parse is the profile [RFC9309].
//
// Nothing here does I/O, and no body makes it fail: what is no robots.txt (an HTML
// page, a picture) has no rules, and at most [MaxSize] bytes are read. Rules are
// compiled once, and matching takes time linear in the path for each rule, however many
// wildcards the rule has.
package robots

import (
	"slices"
	"strings"
	"time"
	"unsafe"
)

// MaxSize is how much of a robots.txt is read, in bytes (RFC 9309 section 2.5 asks for
// at least that much). A line that the limit cuts in two is no rule.
const MaxSize = 500 << 10

// Rules are the rules of one robots.txt for one crawler. They do not change, and may be
// used by many goroutines at once. Every method may be called on nil Rules, which allow
// everything.
type Rules struct {
	profile  Profile
	rules    []rule // the longest first, and of the same length those that allow
	delay    time.Duration
	hasDelay bool
	rate     Rate
	sitemaps []string
}

// rule is one Allow or Disallow line.
type rule struct {
	pattern pattern
	allow   bool
	line    string // as written, and where
}

// Rate is a Request-rate line: so many requests in each period.
type Rate struct {
	Requests int
	Period   time.Duration
}

var (
	// AllowAll are the rules of a site without a robots.txt (RFC 9309 section 2.3.1.3).
	AllowAll = &Rules{}
	// DisallowAll are the rules of a site whose robots.txt cannot be reached (section
	// 2.3.1.4).
	DisallowAll = &Rules{rules: []rule{{pattern: compile("/"), line: "robots.txt unreachable"}}}
)

// Parse reads a robots.txt for the crawler that names itself agent: a product token
// such as "sluice", or a whole User-Agent header that begins with it. It never fails.
func Parse(body []byte, agent string) *Rules { return RFC9309.Parse(body, agent) }

// Allowed reports whether a URL may be fetched, and by which line of the robots.txt: ""
// when no line concerns it. The URL is absolute, or a path with its query. The most
// octets win, and at a tie the line that allows; /robots.txt itself is always allowed.
func (r *Rules) Allowed(url string) (ok bool, line string) {
	if r == nil || len(r.rules) == 0 {
		return true, ""
	}
	path := url
	if !strings.HasPrefix(path, "/") {
		path = Path(url)
	} else if i := strings.IndexByte(path, '#'); i >= 0 {
		path = path[:i]
	}
	if path == "/robots.txt" {
		return true, ""
	}
	path, decoded := r.profile.forms(path)
	for i := range r.rules {
		rule := &r.rules[i]
		if rule.pattern.match(path) || decoded != "" && rule.pattern.match(decoded) {
			return rule.allow, rule.line
		}
	}
	return true, ""
}

// Size returns about how many bytes of memory the rules take.
func (r *Rules) Size() int {
	if r == nil {
		return 0
	}
	size := int(unsafe.Sizeof(*r)) + cap(r.rules)*int(unsafe.Sizeof(rule{})) + cap(r.sitemaps)*int(unsafe.Sizeof(""))
	for i := range r.rules {
		p := &r.rules[i].pattern
		size += len(r.rules[i].line) + p.octets + cap(p.rest)*int(unsafe.Sizeof(""))
	}
	for _, s := range r.sitemaps {
		size += len(s)
	}
	return size
}

// CrawlDelay returns the pause between two requests that the site asks for, and whether
// it asks for one: its Crawl-delay, else the pause that its Request-rate comes to. It
// is never negative, and at most a year: to bound it to something sane is left to the
// caller.
func (r *Rules) CrawlDelay() (time.Duration, bool) {
	switch {
	case r == nil:
		return 0, false
	case r.hasDelay:
		return r.delay, true
	case r.rate.Requests > 0:
		return r.rate.Period / time.Duration(r.rate.Requests), true
	}
	return 0, false
}

// RequestRate returns the Request-rate line that concerns the crawler, and whether
// there is one.
func (r *Rules) RequestRate() (Rate, bool) {
	if r == nil {
		return Rate{}, false
	}
	return r.rate, r.rate.Requests > 0
}

// Sitemaps returns the first 1,000 sitemaps that the file names, for every crawler,
// each once, in order. Those that are not absolute are resolved against the URL of the
// robots.txt, and left out when they cannot be.
func (r *Rules) Sitemaps(robotsURL string) []string {
	if r == nil {
		return nil
	}
	var found []string
	for _, s := range r.sitemaps {
		u := resolve(robotsURL, s)
		if u != "" && !slices.Contains(found, u) {
			found = append(found, u)
		}
	}
	return found
}
