package page

import (
	"bytes"
	"strings"
	"sync"

	"sluice/weburl"
)

// The limits of a page.
const (
	MaxText      = 4 << 20 // bytes of visible text
	MaxLinks     = 100_000
	MaxForms     = 64
	maxFields    = 1024    // of all forms
	maxOptions   = 4096    // of all fields
	maxMeta      = 256     // of robots metas, and of citation fields
	MaxValue     = 8 << 10 // bytes of the title, of a meta's content, of an attribute
	maxSpans     = 10_000
	maxBlocks    = 10_000
	maxAside     = 1 << 20  // bytes of alternative texts and titles of links
	maxReference = 16 << 10 // bytes of one reference; a longer one is a bad link
	maxBody      = 1 << 30  // bytes of HTML read
)

// Page is the content of one HTML response. It owns its memory: it does not change when the parser reads the next one, until
// [Page.Release]. Many goroutines may read it at once.
type Page struct {
	URL         weburl.URL // from the Source
	Title       string     // white space folded
	Lang        string     // as declared, in lower case: "de", "en-gb"; "" if not declared
	Charset     string     // WHATWG name of the encoding in lower case, see [Decode]
	CharsetFrom string     // what determined it: "bom", "http", "meta", "content" or "default"
	Keywords    string     // of the meta element
	Description string

	Text     []byte // all visible text, UTF-8, white space folded
	Headings []Span // of Text: the h1 to h6 elements, in order
	Emphasis []Span // of Text: b, strong, em, i, u, mark, dfn and th elements
	Blocks   []Block

	Base      weburl.URL // the base of references: the base element's URL, or the page's own
	Canonical weburl.URL // of <link rel=canonical>; the zero URL if missing
	Refresh   *Refresh   // the first meta refresh; nil if missing

	Robots            []Meta // the robots metas, raw: Name is "robots" or a bot's name in lower case
	NoIndex, NoFollow bool   // of the metas named robots
	Citations         []Meta // citation metadata, in order, see [Meta]

	Links    []Link
	BadLinks map[string]int // number of references that are no URL to fetch, by reason: "mailto", "javascript", …, "malformed"
	Forms    []Form
	Dropped  int // links beyond [MaxLinks]

	references []byte // the links' references, one after the other
	aside      []byte // the links' alternative texts and titles
}

// Kind says where a link comes from.
type Kind uint8

// The kinds of links. The last three are for links that a crawl finds elsewhere than in pages.
const (
	KindA         Kind = iota // <a href>
	KindArea                  // <area href>
	KindFrame                 // <frame src>
	KindIFrame                // <iframe src>
	KindRefresh               // <meta http-equiv=refresh>
	KindCanonical             // <link rel=canonical>
	KindAlternate             // <link rel=alternate>, or describedby: metadata of the subject of the page
	KindNext                  // <link rel=next>
	KindPrev                  // <link rel=prev>
	KindItem                  // <link rel=item>: the subject of the page
	KindResource              // an image, style, script or the like: only with [Parser.Resources], and not a link to follow
	KindRedirect              // an HTTP redirect
	KindSitemap               // an entry of a sitemap or a feed
	KindSeed                  // named by the user
)

// kindNames are the names of the kinds. They are stored in libraries: add new ones, and never change one.
var kindNames = [...]string{"a", "area", "frame", "iframe", "refresh", "canonical", "alternate", "next", "prev",
	"item", "resource", "redirect", "sitemap", "seed"}

// String returns the kind's name in lower case.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "unknown"
}

// Link is a reference of a page to another. Its texts are part of the page: [Page.Anchor] and other methods return them. The
// URLs of a page's links share memory: use [weburl.URL.Clone] for one that is kept for longer than the others.
type Link struct {
	URL      weburl.URL
	Kind     Kind
	NoFollow bool   // rel has the word nofollow
	heading  int32  // the number of Page.Headings that begin before it
	Position int    // index among the links of the page
	Rel      string // the rel attribute in lower case
	Type     string // the media type of the target as the page announces it, or ""
	Path     string // tag path from the root, with ids and classes: "html body div#main.wide ul li a.more"

	reference   Span // of Page.references
	text        Span // of Page.Text
	alternative Span // of Page.aside: alternative texts of images, or of an area
	title       Span // of Page.aside: the title attribute
}

// Span is the part of a text from byte Start up to byte End.
type Span struct{ Start, End int32 }

// Block is a part of a page's text that has lines or a cell of its own: a paragraph, a heading, an entry of a list or a menu.
// The blocks of a page follow one another and make up its whole text, but for what exceeds 10,000 blocks.
type Block struct {
	Span
	Heading bool // it is part of an h1 to h6 element
}

// Meta is a name with a value. Names of citation metadata are in lower case: "citation_title" (Highwire Press and similar),
// "dc.creator", "dcterms.issued" (Dublin Core). Properties of schema.org, in JSON-LD or microdata, have the names
// "schema.headline", "schema.author", "schema.datePublished" and so on; "schema.type" begins each item. The targets of link
// elements with a relation of Signposting, such as "cite-as", have the name "link.cite-as" and so on, each as written.
type Meta struct{ Name, Content string }

// Refresh is a meta refresh.
type Refresh struct {
	Delay    float64    // seconds
	URL      weburl.URL // the zero URL if the page is to be loaded again
	NoScript bool       // inside a noscript element
}

// Excerpt returns the text of one of the page's spans: of Headings or Emphasis.
func (p *Page) Excerpt(s Span) string { return string(trim(cut(p.Text, s))) }

// Raw returns the link's reference as written, without its surrounding space and with its entities decoded.
func (p *Page) Raw(l *Link) string { return string(cut(p.references, l.reference)) }

// Anchor returns the link's anchor text: its visible text, the alternative texts of its images, and its title if that is
// different.
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

// TextSpan returns the part of Text that is the link's visible text; an empty part, where the link stands, if it has none.
func (p *Page) TextSpan(l *Link) Span {
	start := min(max(l.text.Start, 0), int32(len(p.Text)))
	return Span{start, min(max(l.text.End, start), int32(len(p.Text)))}
}

// Around returns the text around the link: a number of words before it, and as many after it, without its own text. It ends at a word of
// more than 200 bytes, such as a page that means to cost much time has before each of its links.
func (p *Page) Around(l *Link, words int) string {
	start, end := int(l.text.Start), int(l.text.End)
	before := trim(p.Text[wordsBefore(p.Text, start, words):start])
	after := trim(p.Text[end:wordsAfter(p.Text, end, words)])
	if len(before) == 0 || len(after) == 0 {
		return string(before) + string(after)
	}
	return string(before) + " " + string(after)
}

// longWord is the length in bytes beyond which a word around a link is none.
const longWord = 200

// wordsBefore returns the index at which the last words before i begin.
func wordsBefore(text []byte, i, words int) int {
	for ; words > 0 && i > 0; words-- {
		least := max(0, i-longWord)
		k := bytes.LastIndexByte(text[least:max(least, i-1)], ' ')
		if k < 0 && least > 0 {
			return i
		}
		i = max(0, least+k)
	}
	return i
}

// wordsAfter returns the index at which the first words after i end.
func wordsAfter(text []byte, i, words int) int {
	for ; words > 0 && i < len(text); words-- {
		rest := text[min(i+1, len(text)):]
		k := bytes.IndexByte(rest[:min(longWord, len(rest))], ' ')
		if k < 0 && len(rest) > longWord {
			return i
		}
		if k < 0 {
			return len(text)
		}
		i += 1 + k
	}
	return i
}

// Heading returns the text of the last heading that begins before the link, or "". For a link inside a heading it is that
// heading.
func (p *Page) Heading(l *Link) string {
	if l.heading <= 0 || int(l.heading) > len(p.Headings) {
		return ""
	}
	return p.Excerpt(p.Headings[l.heading-1])
}

// cut returns a part of a text.
func cut(text []byte, s Span) []byte { return text[s.Start:s.End] }

// trim returns b without spaces at its ends; text has no other white space.
func trim(b []byte) []byte { return bytes.Trim(b, " ") }

// pages holds released pages, whose memory later pages use.
var pages = sync.Pool{New: func() any { return new(Page) }}

// Release reuses the page's memory for a later page. The caller must not use the page or its slices afterwards; strings stay
// valid.
func (p *Page) Release() {
	if cap(p.Text) > MaxText/4 || cap(p.Links) > MaxLinks/20 || cap(p.aside) > maxAside/4 || cap(p.references) > maxAside {
		return // otherwise one giant page would keep its memory in the pool
	}
	clear(p.Links)
	clear(p.BadLinks)
	clear(p.Robots)
	clear(p.Citations)
	*p = Page{
		Text: p.Text[:0], Headings: p.Headings[:0], Emphasis: p.Emphasis[:0], Blocks: p.Blocks[:0], Robots: p.Robots[:0], Citations: p.Citations[:0],
		Links: p.Links[:0], BadLinks: p.BadLinks, references: p.references[:0], aside: p.aside[:0],
	}
	pages.Put(p)
}
