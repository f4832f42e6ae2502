package weburl

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// DefaultMaxLevel is the deepest directory level that [Traps] lets pass unless told otherwise.
const DefaultMaxLevel = 20

// Traps says which links probably lead into an endless or worthless part of a site. It judges by one link
// alone and remembers nothing; what only shows over many links (a calendar of plausible years, a query with
// ever new values) is for a budget by [URL.Shape]. The zero value has all rules on.
type Traps struct {
	MaxLevel int // deepest directory level; 0 means DefaultMaxLevel, less than 0 no limit
	Year     int // the current year, for calendars; 0 means the clock's

	off trapSet
}

type trapSet uint16

// trapRules stand in the order in which they are asked: the cheap and certain first.
var trapRules = []struct{ name, cause string }{
	{"level", "level"},
	{"repeated-segment", "trap: repeated segment"},
	{"self-link", "trap: self link"},
	{"session-in-path", "trap: session id in path"},
	{"mail-archive", "trap: mail archive"},
	{"calendar", "trap: calendar"},
	{"forum-view", "trap: forum view"},
	{"query-space", "trap: query space"},
}

// finds reports whether the rule finds a trap in a link, whose path is p, on the page from. A switch, and no
// table of functions, keeps p on the stack.
func (t *Traps) finds(rule string, p *trapPath, link, from URL) bool {
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
		return t.isFarCalendar(link)
	case "forum-view":
		return isForumView(link)
	default:
		return isQuerySpace(link, from)
	}
}

// TrapNames returns the names of the rules.
func TrapNames() []string {
	names := make([]string, len(trapRules))
	for i, r := range trapRules {
		names[i] = r.name
	}
	return names
}

// With returns t with the named rules on.
func (t Traps) With(names ...string) (Traps, error) {
	set, err := trapsNamed(names)
	t.off &^= set
	return t, err
}

// Without returns t with the named rules off.
func (t Traps) Without(names ...string) (Traps, error) {
	set, err := trapsNamed(names)
	t.off |= set
	return t, err
}

func trapsNamed(names []string) (set trapSet, err error) {
	for _, name := range names {
		i := slices.Index(TrapNames(), name)
		if i < 0 {
			return 0, fmt.Errorf("unknown trap rule %q (there are %s)", name, strings.Join(TrapNames(), ", "))
		}
		set |= 1 << i
	}
	return set, nil
}

// maxSegments is how many segments of a path are looked at.
const maxSegments = 64

// trapPath is the path of a link under judgement, taken apart.
type trapPath struct {
	directories []string
	name        string // the last segment
	ref         string // the link as it is written
}

// Check returns why a link looks like a trap: "level", or "trap: " and a few words; "" when it does not. The
// link stands on the page from, written as ref; without a page (a seed, a sitemap) they are zero.
func (t Traps) Check(link, from URL, ref string) string {
	if link.IsZero() {
		return ""
	}
	var storage [maxSegments]string
	p := trapPath{directories: appendDirectories(storage[:0], link.Path()), name: link.base(), ref: ref}
	for i := range trapRules {
		if t.off&(1<<i) == 0 && t.finds(trapRules[i].name, &p, link, from) {
			return trapRules[i].cause
		}
	}
	return ""
}

// appendDirectories appends the names of the directories in a path to dst, as far as it has room.
func appendDirectories(dst []string, path string) []string {
	for path = path[1:]; len(dst) < cap(dst); {
		name, rest, isDirectory := strings.Cut(path, "/")
		if !isDirectory {
			break
		}
		dst, path = append(dst, name), rest
	}
	return dst
}

func (t *Traps) tooDeep(link URL) bool {
	switch {
	case t.MaxLevel < 0:
		return false
	case t.MaxLevel == 0:
		return link.Level() > DefaultMaxLevel
	default:
		return link.Level() > t.MaxLevel
	}
}

// repeatsSegment finds paths that grow by their own parts, as they do where every page answers to a relative
// link that lacks its first slash. Repetitions that sites really have (/en/en/, /2005/01/2005-01/,
// /src/main/java/main/) stay below its numbers.
func repeatsSegment(p *trapPath) bool {
	const (
		inARow   = 3 // one segment, or a run of them
		longRun  = 3 // segments that are suspicious the second time already
		anywhere = 4 // times one name
		surplus  = 4 // repetitions of all names together
	)
	d := p.directories
	repeated := 0
	for i := range d {
		if !isDigits(d[i]) && slices.Contains(d[:i], d[i]) {
			repeated++
		}
		if repeated >= surplus {
			return true
		}
		for size := 1; i+2*size <= len(d); size++ {
			times := repetitions(d[i:], size)
			run := d[i : i+size]
			if times >= inARow+lenient(run) || times == 2 && lenient(run) == 0 && (size >= longRun || size == 2 && lacksSlash(p.ref, run)) {
				return true
			}
		}
		if len(d[i]) > 2 && !isDigits(d[i]) && count(d, d[i]) >= anywhere {
			return true
		}
	}
	return false
}

// lacksSlash reports whether a reference begins with a run of directories, as if its author had thought of the
// root.
func lacksSlash(ref string, run []string) bool {
	for _, directory := range run {
		rest, ok := strings.CutPrefix(ref, directory)
		if !ok || !strings.HasPrefix(rest, "/") {
			return false
		}
		ref = rest[1:]
	}
	return true
}

// repetitions returns how often the first size segments of d stand there in a row.
func repetitions(d []string, size int) int {
	times := 1
	for len(d) >= (times+1)*size && slices.Equal(d[:size], d[times*size:(times+1)*size]) {
		times++
	}
	return times
}

// lenient is 1 for segments of digits or single characters, which name shelves rather than things: they may
// repeat once more.
func lenient(run []string) int {
	for _, segment := range run {
		if len(segment) > 1 && !isDigits(segment) {
			return 0
		}
	}
	return 1
}

func count(d []string, segment string) int {
	n := 0
	for _, s := range d {
		if s == segment {
			n++
		}
	}
	return n
}

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// scripts are the endings of pages that servers make, and of those they keep.
var pageEndings = nameSet(".html", ".htm", ".shtml", ".xhtml", ".php", ".php3", ".php4", ".php5", ".phtml", ".asp", ".aspx",
	".jsp", ".cfm", ".cgi", ".pl")

// linksItself finds pages taken for directories: /x/foo.html/foo.html, which a server gives that hands the
// rest of the path to the page.
func linksItself(p *trapPath) bool {
	pages := 0
	for _, directory := range p.directories {
		if !pageEndings[ending(directory)] {
			continue
		}
		pages++
		if directory == p.name || pages > 1 {
			return true
		}
	}
	return false
}

// hasSessionInPath finds a session identifier that is a segment of the path, unless the page that has the link
// was asked for by the same.
func hasSessionInPath(p *trapPath, from URL) bool {
	for _, directory := range p.directories {
		if isSessionSegment(directory) && !strings.Contains(from.Path(), directory) {
			return true
		}
	}
	return false
}

// isSessionSegment knows the segments of ASP.NET, "(S(4hqa0555fwsecu455xqckv45))" and the older
// "(4hqa0555fwsecu455xqckv45)", and those that are written like a parameter.
func isSessionSegment(segment string) bool {
	inner, opened := strings.CutPrefix(segment, "(")
	inner, closed := strings.CutSuffix(inner, ")")
	if !opened || !closed {
		return strings.IndexByte(segment, '=') > 0 && kindOf([]byte(segment)) == session
	}
	const length = 24
	if id, ok := strings.CutPrefix(inner, "S("); ok { // this form means nothing else
		return len(strings.TrimSuffix(id, ")")) == length
	}
	if i := strings.LastIndexByte(inner, '('); i > 0 {
		inner = strings.TrimSuffix(inner[i+1:], ")")
	}
	return len(inner) == length && likeSessionID([]byte(inner))
}

// isFarCalendar finds the pages of a calendar that lie so far away that nothing can happen there.
func (t *Traps) isFarCalendar(link URL) bool {
	const past, future = 30, 2
	year := t.Year
	if year == 0 {
		year = time.Now().Year()
	}
	for y := range calendarYears(link) {
		if y < year-past || y > year+future {
			return isCalendar(link)
		}
	}
	return false
}
