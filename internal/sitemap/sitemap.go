// Package sitemap reads sitemaps and feeds: which URLs a site says it has.
//
// [Parse] streams the entries of one file, whatever its form: XML (a set of URLs or an
// index of other sitemaps), a plain list of URLs, RSS, RDF or Atom, each gzip'd or not.
// [Looks] recognises such a body by its beginning.
//
// Files are read as they are found: names count without their namespaces, broken XML
// yields what can be read, and the error then says what is wrong besides the good
// entries. There are no entities but those of XML and HTML, none is ever fetched or
// expanded twice, and each file is bounded in bytes, entries and depth (see [Limits]).
// The package does no I/O of its own.
package sitemap

import (
	"errors"
	"io"
	"strings"
	"time"

	whatwg "github.com/nlnwa/whatwg-url/url"
)

// Kind is the form of a sitemap.
type Kind string

const (
	Unknown Kind = ""
	URLSet  Kind = "urlset" // sitemaps.org: pages
	Index   Kind = "index"  // sitemaps.org: other sitemaps
	Text    Kind = "text"   // one URL a line
	RSS     Kind = "rss"    // RSS 0.9 to 2.0, RDF
	Atom    Kind = "atom"
)

// Entry is one URL that a sitemap lists.
type Entry struct {
	Loc        string    // absolute, http or https, without fragment
	Index      bool      // it is another sitemap
	LastMod    time.Time // zero when not given or not understood
	ChangeFreq string    // "daily" and the like, lower-case; "" when not given
	Priority   float64   // 0 to 1; 0.5 when not given
	Alternates []string  // the same page in other languages, absolute; at most 100
}

// Limits bound one file. A zero field is the default, which is the limit of the protocol.
type Limits struct {
	Bytes   int64 // unpacked; default 50 MiB
	Entries int   // default 50,000
}

const (
	defaultBytes   = 50 << 20
	defaultEntries = 50_000
	maxDepth       = 100 // of elements in each other
	maxText        = 8 << 10
	maxTag         = 16 << 10
	maxAlternates  = 100
)

var (
	// ErrFormat says that a body is none of the forms that are known.
	ErrFormat = errors.New("not a sitemap")
	// ErrTooLarge says that a file is larger than its limit in bytes.
	ErrTooLarge = errors.New("sitemap too large")
	// ErrTooMany says that a file has more entries than its limit.
	ErrTooMany = errors.New("sitemap has too many entries")
	// ErrTooDeep says that a file has elements nested without end.
	ErrTooDeep = errors.New("sitemap nested too deep")
	// ErrSyntax says that a file is broken; what could be read was passed to yield.
	ErrSyntax = errors.New("sitemap broken")
	// ErrEntities says that a file declares entities, as attacks on XML readers do.
	// They stand for nothing here, and the other entries were passed to yield.
	ErrEntities = errors.New("sitemap declares entities of its own")
)

// withDefaults fills in the limits that are zero.
func (l Limits) withDefaults() Limits {
	if l.Bytes <= 0 {
		l.Bytes = defaultBytes
	}
	if l.Entries <= 0 {
		l.Entries = defaultEntries
	}
	return l
}

// Parse reads a sitemap and passes each entry to yield, in order, until that returns
// false. Base is the URL of the sitemap, contentType its header, which may name the
// charset and may be empty.
//
// The entries given are good even when an error is returned, which is one of the errors
// of this package or of r. A file of a known form without any entry is no error.
func Parse(r io.Reader, base, contentType string, limits Limits, yield func(Entry) bool) (Kind, error) {
	in, err := open(r, limits.withDefaults().Bytes)
	if err != nil {
		return Unknown, err
	}
	out := &sink{base: base, left: limits.withDefaults().Entries, yield: yield}
	if in.isXML() {
		return parseXML(in, contentType, out)
	}
	return parseText(in, out)
}

// sink finishes entries and hands them out.
type sink struct {
	base  string
	left  int
	count int
	yield func(Entry) bool
	done  bool // the reader wants no more
	err   error
}

// add passes an entry to yield, if it has a URL. Afterwards stop says whether to go on.
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

// absolute returns the absolute form of a URL as it was written, "" when that is none
// to fetch.
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

// Covers reports whether a sitemap may speak for a URL by the rule of sitemaps.org: one
// of the same scheme and host, in the folder of the sitemap or below it.
func Covers(sitemap, loc string) bool {
	folder := sitemap
	if i := strings.IndexAny(folder, "?#"); i >= 0 {
		folder = folder[:i]
	}
	start := strings.Index(folder, "://") + len("://")
	if i := strings.LastIndexByte(folder, '/'); i >= start {
		folder = folder[:i]
	}
	rest, ok := strings.CutPrefix(loc, folder)
	return ok && (rest == "" || rest[0] == '/' || rest[0] == '?')
}
