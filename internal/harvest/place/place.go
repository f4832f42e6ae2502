// Package place names the addresses where the paper of a bibliographic record may stand: those that the record says
// itself, those that follow from its identifiers by the rules of archives and publishers, and those that follow from the
// address of a landing page by a pattern learned at its host.
//
// [Of] returns the places of a record, the cheapest first: addresses of the file itself, then pages that present
// the work. Each is one request, and has the name of its rule. [Rewrites] does this for the address of one landing page. [Patterns] learns how the address of a paper follows from that of its
// landing page.
//
// The package does no I/O, and nothing that it returns was checked: a server may answer with anything.
package place

import (
	"cmp"
	"slices"
	"strings"

	"sluice/document/bibliography"
	"sluice/weburl"
)

// Kind is what is expected at a place.
type Kind string

// The kinds of places.
const (
	File    Kind = "file"         // the paper
	Landing Kind = "landing page" // a page that presents the work
)

// Place is an address where the paper may stand.
type Place struct {
	URL  weburl.URL
	Kind Kind
	Rule string // the name of the rule, such as "arXiv id"
}

// maxPlaces is the greatest number of places of a record.
const maxPlaces = 12

// Of returns the places of a record, the cheapest first, at most twelve. Identifiers that are not well formed, and
// URLs that are none, are left out.
func Of(r *bibliography.Record) []Place {
	var l list
	for _, s := range r.URLs {
		l.ofURL(s)
	}
	l.ofArXiv(r.ArXiv)
	l.ofDOI(r.DOI)
	slices.SortStableFunc(l.places, func(a, b Place) int { return cmp.Compare(rank(a), rank(b)) })
	return l.places[:min(len(l.places), maxPlaces)]
}

// rank returns the order of a place: files before pages, and the resolver of DOIs last, because its redirects cost
// requests.
func rank(p Place) int {
	switch {
	case p.Kind == File:
		return 0
	case p.Rule == ruleDOI:
		return 2
	}
	return 1
}

// list collects places.
type list struct{ places []Place }

// add adds a place, unless it is known or no URL.
func (l *list) add(kind Kind, rule, url string) {
	u, err := weburl.Parse(url)
	if err != nil {
		return
	}
	for _, p := range l.places {
		if p.URL.Key() == u.Key() {
			return
		}
	}
	l.places = append(l.places, Place{u, kind, rule})
}

// The rules of what the record says itself.
const (
	ruleFile = "record's file"
	rulePage = "record's page"
	ruleDOI  = "DOI"
)

// ofURL adds the places of a URL of the record: those that the rules of known sites make of it, and the URL itself.
func (l *list) ofURL(s string) {
	u, err := weburl.Parse(s)
	if err != nil {
		return
	}
	l.rewrite(u)
	if isFile(u) {
		l.add(File, ruleFile, s)
	} else {
		l.add(Landing, rulePage, s)
	}
}

// Rewrites returns the places that follow from the address of a landing page by the rules of known sites and software.
func Rewrites(page weburl.URL) []Place {
	var l list
	l.rewrite(page)
	return l.places
}

// rewrite adds the places that the rules of known sites make of a URL.
func (l *list) rewrite(u weburl.URL) {
	for i := range sites {
		sites[i].apply(l, u)
	}
}

// isFile reports whether a URL has the look of a paper's file.
func isFile(u weburl.URL) bool {
	switch u.Ending() {
	case ".pdf", ".ps", ".ps.gz", ".ps.z", ".djvu", ".dvi":
		return true
	}
	return strings.HasPrefix(u.Path(), "/pdf/")
}
