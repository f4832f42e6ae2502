package page

import (
	"bytes"
	"strings"
	"sync"

	"sluice/weburl"
)

// The most of each that a page holds.
const (
	MaxText      = 4 << 20 // bytes of visible text
	MaxLinks     = 100_000
	MaxForms     = 64
	MaxFields    = 1024    // fields of all forms
	MaxOptions   = 4096    // options of all fields
	MaxMeta      = 256     // robots metas, and citation fields, each
	MaxValue     = 8 << 10 // bytes of the title, a meta's content, an attribute kept
	maxSpans     = 10_000
	maxAside     = 1 << 20  // bytes of alternative texts and titles of links
	maxReference = 16 << 10 // bytes of one reference; what is longer leads nowhere
	maxBody      = 1 << 30  // bytes of HTML read
)

// Page is what one HTML response says. It owns its memory: it stays as it is when the parser reads on, until
// [Page.Release]. It may be read from many goroutines at once.
type Page struct {
	URL         weburl.URL // as given to the parser
	Title       string     // white space folded
	Lang        string     // as declared, in lower case: "de", "en-gb"; "" when it is not
	Charset     string     // WHATWG name of the encoding in lower case, see [Decode]
	CharsetFrom string     // what told it: "bom", "http", "meta", "content" or "default"
	Keywords    string     // of the meta elements so named
	Description string

	Text     []byte // all visible text, UTF-8, white space folded
	Headings []Span // of Text: the h1 to h6 elements, in order
	Emphasis []Span // of Text: what is emphasised by b, strong, em, i, u, mark, dfn and th

	Base      weburl.URL // what references are relative to: the base element's, or the page's own
	Canonical weburl.URL // of <link rel=canonical>; the zero URL when there is none
	Refresh   *Refresh   // the first meta refresh; nil when there is none

	Robots            []Meta // the robots metas, raw: Name is "robots" or a bot's name in lower case
	NoIndex, NoFollow bool   // what the metas named robots say
	Citations         []Meta // citation metadata, in order, see [Meta]

	Links    []Link
	BadLinks map[string]int // references that lead nowhere, by reason: "mailto", "javascript", …, "malformed"
	Forms    []Form
	Dropped  int // links beyond [MaxLinks]

	references []byte // the links' references, one after the other
	aside      []byte // the links' alternative texts and titles
}

// Kind says what makes a link.
type Kind uint8

// The kinds of links. The parser gives the first ones; the last three are for links that a crawl finds elsewhere.
const (
	KindA         Kind = iota // <a href>
	KindArea                  // <area href>
	KindFrame                 // <frame src>
	KindIFrame                // <iframe src>
	KindRefresh               // <meta http-equiv=refresh>
	KindCanonical             // <link rel=canonical>
	KindAlternate             // <link rel=alternate>, or describedby: metadata of what the page is about
	KindNext                  // <link rel=next>
	KindPrev                  // <link rel=prev>
	KindItem                  // <link rel=item>: what the page is about
	KindResource              // an image, style, script or the like: only with [Parser.Resources], and never a link to follow
	KindRedirect              // an HTTP redirect
	KindSitemap               // an entry of a sitemap or a feed
	KindSeed                  // given by the user
)

var kindNames = [...]string{"a", "area", "frame", "iframe", "refresh", "canonical", "alternate", "next", "prev",
	"item", "resource", "redirect", "sitemap", "seed"}

// String returns the kind's name in lower case.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "unknown"
}

// Link is a reference of a page to another. Its texts belong to the page, which gives them: [Page.Anchor] and others.
// The URLs of a page's links share memory: [weburl.URL.Clone] one that is kept for longer than the others.
type Link struct {
	URL      weburl.URL
	Kind     Kind
	NoFollow bool   // rel has the word nofollow
	heading  int32  // of Page.Headings, the number of headings begun so far
	Position int    // n-th link of the page, from 0
	Rel      string // the rel attribute in lower case
	Type     string // the media type of what it leads to, as the page says; "" when it does not
	Path     string // tag path from the root, with ids and classes: "html body div#main.wide ul li a.more"

	reference   Span // of Page.references
	text        Span // of Page.Text
	alternative Span // of Page.aside: alternative texts of images, or of an area
	title       Span // of Page.aside: the title attribute
}

// Span is a part of a text: its bytes from Start up to End.
type Span struct{ Start, End int32 }

// Meta is one named value. Names of citation metadata are in lower case: "citation_title" (Highwire Press and its kin),
// "dc.creator", "dcterms.issued" (Dublin Core). What schema.org properties say, in JSON-LD or microdata, is named
// "schema.headline", "schema.author", "schema.datePublished" and so on; "schema.type" begins each item. What link elements
// point to by the relations of Signposting, such as "cite-as", is named "link.cite-as" and so on, each as written.
type Meta struct{ Name, Content string }

// Refresh is what a meta refresh asks for.
type Refresh struct {
	Delay    float64    // seconds
	URL      weburl.URL // the zero URL when the page is to be loaded again
	NoScript bool       // stands in a noscript element
}

// Excerpt returns the text of one of the page's spans: of Headings or Emphasis.
func (p *Page) Excerpt(s Span) string { return string(trim(cut(p.Text, s))) }

// Raw returns the link's reference as written, without its surrounding space and with its entities decoded.
func (p *Page) Raw(l *Link) string { return string(cut(p.references, l.reference)) }

// Anchor returns the link's anchor text: its visible text, the alternative texts of its images, and its title where
// that says something else.
func (p *Page) Anchor(l *Link) string {
	text, alternative, title := trim(cut(p.Text, l.text)), cut(p.aside, l.alternative), cut(p.aside, l.title)
	if len(alternative) == 0 && (len(title) == 0 || bytes.Equal(title, text)) {
		return string(text)
	}
	parts := [3][]byte{text, alternative}
	if !bytes.Equal(title, text) && !bytes.Equal(title, alternative) {
		parts[2] = title
	}
	var b strings.Builder
	for _, part := range parts {
		if len(part) > 0 && b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.Write(part)
	}
	return b.String()
}

// Around returns the text around the link: up to so many words before it, and as many after it, without its own text.
func (p *Page) Around(l *Link, words int) string {
	start, end := int(l.text.Start), int(l.text.End)
	before := trim(p.Text[wordsBefore(p.Text, start, words):start])
	after := trim(p.Text[end:wordsAfter(p.Text, end, words)])
	if len(before) == 0 || len(after) == 0 {
		return string(before) + string(after)
	}
	return string(before) + " " + string(after)
}

func wordsBefore(text []byte, i, words int) int {
	for ; words > 0 && i > 0; words-- {
		i = max(0, bytes.LastIndexByte(text[:max(0, i-1)], ' '))
	}
	return i
}

func wordsAfter(text []byte, i, words int) int {
	for ; words > 0 && i < len(text); words-- {
		k := bytes.IndexByte(text[min(i+1, len(text)):], ' ')
		if k < 0 {
			return len(text)
		}
		i += 1 + k
	}
	return i
}

// Heading returns the text of the last heading that begins before the link, "" when there is none. For a link within a
// heading it is that one.
func (p *Page) Heading(l *Link) string {
	if l.heading <= 0 || int(l.heading) > len(p.Headings) {
		return ""
	}
	return p.Excerpt(p.Headings[l.heading-1])
}

func cut(text []byte, s Span) []byte { return text[s.Start:s.End] }

func trim(b []byte) []byte { return bytes.Trim(b, " ") }

var pages = sync.Pool{New: func() any { return new(Page) }}

// Release gives the page's memory to a later page. Neither the page nor its slices may be used afterwards; strings may.
func (p *Page) Release() {
	if cap(p.Text) > MaxText/4 || cap(p.Links) > MaxLinks/20 || cap(p.aside) > maxAside/4 || cap(p.references) > maxAside {
		return // one giant page would hold its memory for ever
	}
	clear(p.Links)
	clear(p.BadLinks)
	clear(p.Robots)
	clear(p.Citations)
	*p = Page{
		Text: p.Text[:0], Headings: p.Headings[:0], Emphasis: p.Emphasis[:0], Robots: p.Robots[:0], Citations: p.Citations[:0],
		Links: p.Links[:0], BadLinks: p.BadLinks, references: p.references[:0], aside: p.aside[:0],
	}
	pages.Put(p)
}
