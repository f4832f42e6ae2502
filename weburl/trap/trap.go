// Package trap recognises links that probably lead into an endless or worthless part of a site: calendars, sessions,
// forums, mail archives, directories that repeat themselves.
//
// It judges by one link alone and has no memory, so that it takes a microsecond a link. Traps that only many links show (a
// calendar of plausible years, a query with ever new values) need a budget by [weburl.URL.Shape].
package trap

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"sluice/weburl"
)

// DefaultMaxLevel is the deepest directory level that the zero [Rules] accept.
const DefaultMaxLevel = 20

// Rules is a set of rules, each on or off. The zero value has all of them on. It is a plain value, safe for concurrent use.
type Rules struct {
	MaxLevel int // deepest directory level; 0 means DefaultMaxLevel, less than 0 no limit
	Year     int // the current year, for calendars; 0 means the clock's

	off set
}

// set is a set of rules: 1<<i is that of rules[i].
type set uint16

// rules are in the order in which they are checked: the fast and certain ones first.
var rules = []struct{ name, cause string }{
	{"level", "level"},
	{"repeated-segment", "trap: repeated segment"},
	{"self-link", "trap: self link"},
	{"session-in-path", "trap: session id in path"},
	{"mail-archive", "trap: mail archive"},
	{"calendar", "trap: calendar"},
	{"forum-view", "trap: forum view"},
	{"query-space", "trap: query space"},
}

// finds reports whether a rule finds a trap in a link, whose path is p, on the page from. With a table of functions
// instead of the switch, p would escape to the heap.
func (t *Rules) finds(rule string, p *linkPath, link, from weburl.URL) bool {
	switch rule {
	case "level":
		return t.tooDeep(link)
	case "repeated-segment":
		return repeatsSegment(p)
	case "self-link":
		return linksItself(p)
	case "session-in-path":
		return hasSessionInPath(p, from)
	case "mail-archive":
		return isMailArchive(p)
	case "calendar":
		return isFarCalendar(link, t.year())
	case "forum-view":
		return isForumView(link)
	default:
		return isQuerySpace(link, from)
	}
}

// Names returns the names of the rules.
func Names() []string {
	names := make([]string, len(rules))
	for i, r := range rules {
		names[i] = r.name
	}
	return names
}

// With returns t with the named rules on.
func (t Rules) With(names ...string) (Rules, error) {
	found, err := named(names)
	t.off &^= found
	return t, err
}

// Without returns t with the named rules off.
func (t Rules) Without(names ...string) (Rules, error) {
	found, err := named(names)
	t.off |= found
	return t, err
}

// named returns the set of the named rules.
func named(names []string) (found set, err error) {
	for _, name := range names {
		i := slices.Index(Names(), name)
		if i < 0 {
			return 0, fmt.Errorf("unknown trap rule %q (known: %s)", name, strings.Join(Names(), ", "))
		}
		found |= 1 << i
	}
	return found, nil
}

// Check returns why a link looks like a trap: "level", or "trap: " and a few words; "" when it does not. The link is on the
// page from, written as ref; without a page (a seed, a sitemap) both are zero.
func (t Rules) Check(link, from weburl.URL, ref string) string {
	if link.IsZero() {
		return ""
	}
	var storage [maxSegments]string
	p := linkPath{directories: appendDirectories(storage[:0], link.Path()), name: nameOf(link), ref: ref}
	for i := range rules {
		if t.off&(1<<i) == 0 && t.finds(rules[i].name, &p, link, from) {
			return rules[i].cause
		}
	}
	return ""
}

// tooDeep reports whether a link is below the deepest level.
func (t *Rules) tooDeep(link weburl.URL) bool {
	switch {
	case t.MaxLevel < 0:
		return false
	case t.MaxLevel == 0:
		return link.Level() > DefaultMaxLevel
	default:
		return link.Level() > t.MaxLevel
	}
}

// year returns the current year.
func (t *Rules) year() int {
	if t.Year == 0 {
		return time.Now().Year()
	}
	return t.Year
}
