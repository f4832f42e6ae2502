// Package sitemap reads sitemaps and feeds: the URLs that a site lists.
//
// [Parse] streams the entries of one file, whatever its form: XML (a set of URLs or an
// index of other sitemaps), a plain list of URLs, RSS, RDF or Atom, each gzip'd or not.
// [Looks] recognises such a body by its beginning.
//
// Files are read as they are found: names count without their namespaces, broken XML
// yields what can be read, and the error then names what is wrong besides the good
// entries. Only the entities of XML and HTML are known, no entity is fetched or
// expanded twice, and each file is bounded in bytes, entries and depth (see [Limits]).
// The package does no I/O of its own.
package sitemap

import (
	"io"
	"strings"
)

// Parse reads a sitemap and passes each entry to yield, in order, until that returns
// false. Base is the URL of the sitemap, contentType its header, which may name the
// charset and may be empty.
//
// The entries passed to yield are good even when an error is returned, which is one of the errors
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
