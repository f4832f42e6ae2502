package sitemap

import (
	"errors"
	"time"
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
	LastMod    time.Time // zero when missing or not understood
	ChangeFreq string    // "daily" and the like, lower-case; "" when missing
	Priority   float64   // 0 to 1; 0.5 when missing
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

var (
	// ErrFormat is the error of a body in no known form.
	ErrFormat = errors.New("not a sitemap")
	// ErrTooLarge is the error of a file larger than its limit in bytes.
	ErrTooLarge = errors.New("sitemap too large")
	// ErrTooMany is the error of a file with more entries than its limit.
	ErrTooMany = errors.New("sitemap has too many entries")
	// ErrTooDeep is the error of elements nested too deep, as in an attack on the reader.
	ErrTooDeep = errors.New("sitemap nested too deep")
	// ErrSyntax is the error of a broken file; what could be read was passed to yield.
	ErrSyntax = errors.New("sitemap broken")
	// ErrEntities is the error of a file that declares entities, as attacks on XML readers do.
	// They are replaced by nothing, and the other entries were passed to yield.
	ErrEntities = errors.New("sitemap declares entities of its own")
)
