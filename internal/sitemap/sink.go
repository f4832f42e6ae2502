package sitemap

import (
	"strings"

	whatwg "github.com/nlnwa/whatwg-url/url"
)

// sink finishes entries and hands them out.
type sink struct {
	base  string
	left  int
	count int
	yield func(Entry) bool
	done  bool // the reader wants no more
	err   error
}

// add passes an entry to yield, if it has a URL. It sets done when no more are wanted.
func (s *sink) add(e Entry) {
	if e.Loc = s.absolute(e.Loc); e.Loc == "" || s.done {
		return
	}
	if s.left == 0 {
		s.err, s.done = ErrTooMany, true
		return
	}
	s.left--
	s.count++
	s.done = !s.yield(e)
}

// absolute returns the absolute form of a URL, or "" if it cannot be fetched.
func (s *sink) absolute(loc string) string {
	loc = clean(loc)
	if i := strings.IndexByte(loc, '#'); i >= 0 {
		loc = loc[:i]
	}
	switch {
	case loc == "":
		return ""
	case isHTTP(loc):
		return loc
	case strings.HasPrefix(loc, "www."):
		return "http://" + loc
	}
	u, err := whatwg.ParseRef(s.base, loc)
	if err != nil || u.Protocol() != "http:" && u.Protocol() != "https:" {
		return ""
	}
	return u.Href(true)
}

// isHTTP reports whether a URL has a scheme that a crawl can fetch.
func isHTTP(s string) bool {
	return hasPrefixFold(s, "http://") || hasPrefixFold(s, "https://")
}

// hasPrefixFold is strings.HasPrefix without regard to case.
func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// clean removes white space of every kind around a URL, and line breaks within.
func clean(s string) string {
	s = strings.TrimFunc(s, func(r rune) bool {
		return r <= ' ' || r == '\u00a0' || '\u2000' <= r && r <= '\u200f' || r == '\u2028' || r == '\u2029' ||
			r == '\u202f' || r == '\u205f' || r == '\u3000' || r == '\ufeff' || r == '\u0085' || r == '\u1680'
	})
	if strings.ContainsAny(s, "\r\n\t") {
		s = strings.NewReplacer("\r", "", "\n", "", "\t", "").Replace(s)
	}
	return s
}
