// Package landing finds the file of a work on its landing page: the page of a journal, a repository or a publisher that
// presents one work and links to it.
//
// [Candidates] reads an answer and returns the links that may lead to the paper, the most certain first. Each has the name
// of the rule that found it, so that a caller can count what a rule yields at a site. A candidate is one of four kinds:
// the [Paper] itself, a [Wrapper] (a page that shows the file in a frame or reader), an [Interface] (an address whose answer
// lists the files of the work in JSON), or the full [Text] of the work as HTML or XML. The answers of wrappers and interfaces are read by
// Candidates again, and so is a page that is sent in place of a paper; after [MaxHops] requests a caller gives up.
//
// Links that are surely not the paper are left out: references, related works, supplements, slides, posters, licences,
// contents pages, guidelines and help of the publisher, and other works in a listing. A page that names no file yields no candidate,
// but perhaps one that is marked as guessed: an address made from that of the page by a rule of its platform.
//
// Platforms are recognized by the look of their pages and addresses, because their hosts are countless. The functions do no
// I/O, are safe for concurrent use, and take time about linear in the length of the page.
package landing

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"sluice/document/bibliography"
	"sluice/page"
	"sluice/text"
	"sluice/weburl"
)

// MaxHops is the greatest number of requests from a landing page to the paper.
const MaxHops = 2

const (
	maxCandidates = 10     // of an answer
	maxLinks      = 20_000 // of a page that are looked at
)

// Kind is what is expected at the address of a candidate. The words are stored and shown.
type Kind string

// The kinds of candidates.
const (
	Paper     Kind = "paper"     // the file
	Wrapper   Kind = "wrapper"   // a page that shows the file, or links to it
	Interface Kind = "interface" // an address of a REST interface, whose answer lists the files
	Text      Kind = "text"      // the full text as HTML or XML
)

// Candidate is an address that may lead to the paper.
type Candidate struct {
	URL        weburl.URL
	Kind       Kind
	Rule       string  // the name of the rule that found it, such as "meta citation_pdf_url"
	Confidence float64 // from 0 to 1
	Guessed    bool    // the page does not name the address: a rule made it from that of the page
}

// Answer is the answer to the request of a landing page, a wrapper or an interface.
type Answer struct {
	URL    weburl.URL           // of the answer, after redirects
	Header http.Header          // may be nil
	Page   *page.Page           // nil if the body is no HTML; the Parser should have Resources, which lists embed and object elements
	Body   []byte               // as UTF-8; scripts and JSON are read from it
	Record *bibliography.Record // the work that is wanted; nil if it is unknown
}

// Candidates returns the candidates of an answer, the most certain first, at most ten. The page itself is none.
func Candidates(a Answer) []Candidate {
	f := newFinder(&a)
	f.header()
	if a.Page != nil {
		f.stated()
		f.frames()
		f.scripts()
		f.files()
		f.links()
		f.quoted()
		f.guesses()
	} else {
		f.rest()
	}
	return f.candidates()
}

// finder collects the candidates of one answer.
type finder struct {
	*Answer
	base      *weburl.Base
	pageLinks []page.Link // the first of the page
	id        *identity
	wanted    string // normal title of the record, if the page may be a list of works; else empty

	found  []Candidate
	index  map[weburl.Key]int  // of found
	others map[weburl.Key]bool // files of other works
	titled []int               // the blocks that have the wanted title
	looked int                 // links around which the wanted title was looked for
}

// newFinder returns the finder of an answer.
func newFinder(a *Answer) *finder {
	f := &finder{Answer: a, id: newIdentity(a), index: map[weburl.Key]int{}, others: map[weburl.Key]bool{}}
	if a.Record != nil && a.Page != nil {
		if t := text.NormalTitle(a.Record.Title); len(t) >= minTitle && !presents(a.Page, t) {
			f.wanted = t
			f.titled = f.titleBlocks()
		}
	}
	if a.Page != nil {
		f.pageLinks = a.Page.Links[:min(len(a.Page.Links), maxLinks)]
	}
	base := a.URL
	if a.Page != nil && !a.Page.Base.IsZero() {
		base = a.Page.Base
	}
	f.base = weburl.DefaultRules.NewBase(base)
	return f
}

// presents reports whether a page is that of one work with a normal title: it has it as its title, citation or first heading.
func presents(p *page.Page, title string) bool {
	if strings.Contains(text.NormalTitle(p.Title), title) {
		return true
	}
	for _, m := range p.Citations {
		if titleMetas[m.Name] && text.NormalTitle(m.Content) == title {
			return true
		}
	}
	return len(p.Headings) > 0 && text.NormalTitle(p.Excerpt(p.Headings[0])) == title
}

// add adds a candidate, unless it is the page itself. Of two rules that find one address, the surer one counts.
func (f *finder) add(c Candidate) {
	if c.URL.IsZero() || c.URL.Key() == f.URL.Key() {
		return
	}
	c.URL = c.URL.Clone()
	if i, ok := f.index[c.URL.Key()]; ok {
		if f.found[i].Confidence < c.Confidence {
			f.found[i] = c
		}
		return
	}
	f.index[c.URL.Key()] = len(f.found)
	f.found = append(f.found, c)
}

// candidates returns what was found in order.
func (f *finder) candidates() []Candidate {
	slices.SortStableFunc(f.found, func(a, b Candidate) int { return cmp.Compare(b.Confidence, a.Confidence) })
	return f.found[:min(len(f.found), maxCandidates)]
}
