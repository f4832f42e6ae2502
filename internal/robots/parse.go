package robots

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// maxSitemaps is how many sitemaps of one file are kept.
const maxSitemaps = 1000

// Parse reads a robots.txt as the profile has it, for a crawler that goes by any of the
// names given.
func (p Profile) Parse(body []byte, agents ...string) *Rules {
	g := parser{profile: p, agents: agents, best: notNamed, rules: &Rules{profile: p}}
	n := 0
	for line := range lines(p.decode(cut(body))) {
		n++
		g.read(line, n)
	}
	if p.patient > 0 && g.rules.delay > p.patient {
		g.rules.rules = []rule{{pattern: compile("/"), line: "Crawl-delay"}}
		g.rules.delay, g.rules.hasDelay = 0, false
	}
	g.rules.sort()
	return g.rules
}

// cut returns the whole lines within MaxSize.
func cut(body []byte) []byte {
	if len(body) <= MaxSize {
		return body
	}
	return body[:bytes.LastIndexAny(body[:MaxSize+1], "\r\n")+1]
}

// lines yields the lines of s, which end in CR, LF or both.
func lines(s string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for s != "" {
			end, next := len(s), len(s)
			if i := strings.IndexAny(s, "\r\n"); i >= 0 {
				end, next = i, i+1
				if strings.HasPrefix(s[i:], "\r\n") {
					next++
				}
			}
			if !yield(s[:end]) {
				return
			}
			s = s[next:]
		}
	}
}

// parser follows the groups of a file. It keeps only the rules of the groups that name
// the crawler best, so that those of groups for the same name come together.
type parser struct {
	profile Profile
	agents  []string
	rules   *Rules

	best    int  // how well the best group so far names the crawler
	group   int  // how well the group at hand does
	closed  bool // a rule was seen: the next User-agent line begins a new group
	named   int  // as group, of the User-agent lines above a delay only: a delay belongs to those
	stopped bool // another line was seen since: the next User-agent line begins a new run of them
	started bool // a User-agent line was seen
}

// read reads one line, the n-th.
func (g *parser) read(line string, n int) {
	if m := g.profile.maxLine; m > 0 && len(line) > m-1 {
		line = line[:m-1]
	}
	line, _, _ = strings.Cut(line, "#")
	line = strings.Trim(line, " \t\x00\v\f")
	switch f, value := g.profile.field(line); f {
	case userAgent:
		g.userAgent(value)
	case allow, disallow:
		g.closed, g.stopped = true, true
		g.add(f == allow, value, line, n)
	case crawlDelay:
		g.stopped = true
		if d, ok := parseDelay(value); ok && g.mine(g.named) && (!g.rules.hasDelay || d > g.rules.delay) {
			g.rules.delay, g.rules.hasDelay = d, true
		}
	case requestRate:
		g.stopped = true
		if r, ok := parseRate(value); ok && g.mine(g.named) {
			g.rules.rate = r
		}
	case sitemap:
		if value != "" && len(g.rules.sitemaps) < maxSitemaps {
			g.rules.sitemaps = append(g.rules.sitemaps, value)
		}
		g.closed = g.closed || g.profile.apart
	default:
		g.closed = g.closed || g.profile.apart && line != ""
	}
}

// userAgent reads the value of a User-agent line, which begins a group or adds a name
// to one.
func (g *parser) userAgent(value string) {
	if g.closed || !g.started {
		g.group = notNamed
	}
	if g.stopped || !g.started {
		g.named = notNamed
	}
	g.started, g.closed, g.stopped = true, false, false
	level := g.profile.concerns(value, g.agents)
	g.group = max(g.group, level)
	g.named = max(g.named, level)
	if level > g.best {
		g.best = level
		g.rules.rules, g.rules.delay, g.rules.hasDelay, g.rules.rate = nil, 0, false, Rate{}
	}
}

// mine reports whether lines for crawlers that are named this well are for this crawler.
func (g *parser) mine(level int) bool { return g.started && level != notNamed && level == g.best }

// add keeps the rule in the n-th line, if it is one for the crawler.
func (g *parser) add(allow bool, value, line string, n int) {
	if !g.mine(g.group) || value == "" {
		return
	}
	line += " (line " + strconv.Itoa(n) + ")"
	g.rules.rules = append(g.rules.rules, rule{compile(g.profile.Escape(value)), allow, line})
	if body, ok := strings.CutSuffix(value, "$"); ok && g.profile.dollar {
		g.rules.rules = append(g.rules.rules, rule{compile(g.profile.Escape(body + "%24")), allow, line})
	}
	if !allow || !g.profile.index {
		return
	}
	if i := strings.LastIndexByte(value, '/'); i >= 0 && strings.HasPrefix(value[i:], "/index.htm") {
		g.rules.rules = append(g.rules.rules, rule{compile(g.profile.Escape(value[:i+1]) + "$"), allow, line})
	}
}

// sort puts the rule that decides before those that it beats.
func (r *Rules) sort() {
	slices.SortStableFunc(r.rules, func(a, b rule) int {
		if c := cmp.Compare(b.pattern.octets, a.pattern.octets); c != 0 {
			return c
		}
		switch {
		case a.allow && !b.allow:
			return -1
		case b.allow && !a.allow:
			return 1
		}
		return 0
	})
}

// field is the name of a line, the part before the colon.
type field int

const (
	unknown field = iota
	userAgent
	allow
	disallow
	crawlDelay
	requestRate
	sitemap
)

// fields has the names of the fields, with the misspellings that are common.
var fields = map[string]field{
	"user-agent": userAgent, "useragent": userAgent, "user agent": userAgent, "useg-agent": userAgent,
	"ser-agent": userAgent, "usr-agent": userAgent, "users-agent": userAgent, "user-agents": userAgent, "user_agent": userAgent,
	"allow": allow, "alow": allow,
	"disallow": disallow, "dissallow": disallow, "dissalow": disallow, "disalow": disallow, "diasllow": disallow,
	"disallaw": disallow, "desallow": disallow, "dis-allow": disallow, "disallows": disallow, "disalllow": disallow,
	"crawl-delay": crawlDelay, "crawldelay": crawlDelay, "crawl delay": crawlDelay,
	"request-rate": requestRate, "requestrate": requestRate, "request rate": requestRate,
	"sitemap": sitemap, "site-map": sitemap, "sitemaps": sitemap,
}

// field splits a line into its name and its value. The colon may be missing.
func (p Profile) field(line string) (field, string) {
	if name, value, ok := strings.Cut(line, ":"); ok {
		return fields[strings.ToLower(strings.TrimSpace(name))], strings.TrimSpace(value)
	}
	name, value, _ := strings.Cut(line, " ")
	f, value := fields[strings.ToLower(name)], strings.TrimSpace(value)
	if p.strict && strings.ContainsAny(value, " \t") {
		return unknown, ""
	}
	if f == unknown { // the name may be of two words
		second, rest, _ := strings.Cut(value, " ")
		f, value = fields[strings.ToLower(name+" "+second)], strings.TrimSpace(rest)
	}
	return f, value
}
