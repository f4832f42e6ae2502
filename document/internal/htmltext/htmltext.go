// Package htmltext reads pages of HTML and XHTML that are documents.
package htmltext

import (
	"bytes"
	"errors"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"sluice/document/content"
	"sluice/document/internal/draft"
	"sluice/page"
	"sluice/weburl"
)

// maxToken is how long a tag or a text of a page may be, in bytes.
const maxToken = 8 << 20

// Read reads a page that is a document: its text as paragraphs, headings and
// lists, its metas as fields.
func Read(d *draft.Draft, body []byte, contentType, at string) {
	u, _ := weburl.Parse(at)
	var parser page.Parser
	p := parser.Parse(body, page.Source{URL: u, ContentType: contentType})
	defer p.Release()
	d.Field("title", p.Title)
	d.Field("language", p.Lang)
	d.Field("abstract", p.Description)
	for _, k := range strings.FieldsFunc(p.Keywords, func(r rune) bool { return r == ',' || r == ';' }) {
		d.Field("keyword", k)
	}
	for _, m := range p.Citations {
		if name := metaNames[strings.TrimPrefix(m.Name, "dcterms.")]; name != "" {
			d.Field(name, m.Content)
		} else if name := metaNames[m.Name]; name != "" {
			d.Field(name, m.Content)
		} else {
			d.Field(m.Name, m.Content)
		}
	}
	Flow(d, body, contentType, at)
	for i := range p.Links {
		d.Link(p.Links[i].URL.String())
	}
}

// metaNames are the fields that metas of citations mean.
var metaNames = map[string]string{
	"citation_title": "title", "citation_author": "author", "citation_authors": "author", "citation_doi": "doi", "citation_isbn": "isbn",
	"citation_journal_title": "venue", "citation_conference_title": "venue", "citation_publication_date": "date", "citation_date": "date",
	"citation_volume": "volume", "citation_issue": "number", "citation_keywords": "keyword", "citation_abstract": "abstract",
	"citation_language": "language", "citation_publisher": "publisher", "citation_author_institution": "affiliation",
	"citation_arxiv_id": "arxiv", "dc.title": "title", "dc.creator": "author", "dc.subject": "keyword", "dc.date": "date",
	"dc.publisher": "publisher", "dc.language": "language", "dc.description": "abstract", "dc.type": "type",
	"issued": "date", "abstract": "abstract",
}

// Flow adds the visible text of HTML or XHTML, paragraph by paragraph. Scripts,
// styles and the like are skipped.
func Flow(d *draft.Draft, body []byte, contentType, at string) {
	text, _, _ := page.Decode(body, contentType)
	z := html.NewTokenizer(bytes.NewReader(text))
	// The tokenizer holds a whole token in memory, however long it is.
	z.SetMaxBuf(maxToken)
	f := &flow{d: d, strict: isXHTML(text, contentType)}
	for !d.Full() {
		switch z.Next() {
		case html.ErrorToken:
			f.end()
			if errors.Is(z.Err(), html.ErrBufferExceeded) {
				d.Cut(content.CutSize)
			}
			return
		case html.TextToken:
			f.text(string(z.Text()))
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			if isMarkup(t.DataAtom) || f.strict && t.Type == html.SelfClosingTagToken {
				z.NextIsNotRawText()
			}
			f.start(&t)
		case html.EndTagToken:
			name, _ := z.TagName()
			f.finish(atom.Lookup(name))
		}
	}
}

// isXHTML reports whether a page is XML, in which every element may end in its
// start tag. In HTML the text of a title or a script continues until its end tag.
func isXHTML(text []byte, contentType string) bool {
	head := text[:min(len(text), 1024)]
	return strings.Contains(contentType, "xhtml") || bytes.HasPrefix(head, []byte("<?xml")) || bytes.Contains(head, []byte("http://www.w3.org/1999/xhtml"))
}

// isMarkup reports whether the content of an element is markup for us, while a
// browser that runs scripts or shows frames takes it for text.
func isMarkup(a atom.Atom) bool { return a == atom.Noscript || a == atom.Noembed }

// flow gathers the text of one block.
type flow struct {
	strict bool // it is XHTML

	d     *draft.Draft
	block strings.Builder
	style string
	bold  int // depth of emphasis
	heavy int // bytes of bold text in the block
	pre   int
	list  int
	row   bool
	skip  atom.Atom // element that is skipped
	depth int       // how many of it are open
}

// passed are the elements whose text no reader sees.
var passed = map[atom.Atom]bool{
	atom.Script: true, atom.Style: true, atom.Template: true, atom.Title: true, atom.Svg: true, atom.Noframes: true,
	atom.Iframe: true, atom.Select: true, atom.Textarea: true, atom.Rp: true, atom.Rt: true,
}

// headings are the styles of the elements for headings.
var headings = map[atom.Atom]string{
	atom.H1: "heading 1", atom.H2: "heading 2", atom.H3: "heading 3", atom.H4: "heading 4", atom.H5: "heading 5", atom.H6: "heading 6",
}

// blocks are the elements that stand on lines of their own.
var blocks = map[atom.Atom]bool{
	atom.P: true, atom.Div: true, atom.Ul: true, atom.Ol: true, atom.Dl: true, atom.Dt: true, atom.Dd: true, atom.Li: true, atom.Table: true,
	atom.Tr: true, atom.Caption: true, atom.Thead: true, atom.Tbody: true, atom.Tfoot: true, atom.Section: true, atom.Article: true,
	atom.Header: true, atom.Footer: true, atom.Nav: true, atom.Aside: true, atom.Main: true, atom.Blockquote: true, atom.Pre: true,
	atom.Address: true, atom.Center: true, atom.Form: true, atom.Fieldset: true, atom.Figure: true, atom.Figcaption: true, atom.Hr: true,
	atom.Body: true, atom.Html: true, atom.Head: true, atom.Details: true, atom.Summary: true, atom.Option: true, atom.Frameset: true,
	atom.Menu: true, atom.Dir: true, atom.Legend: true, atom.H1: true, atom.H2: true, atom.H3: true, atom.H4: true, atom.H5: true, atom.H6: true,
}

// start handles a start tag. A block ends the one before it, also without an
// end tag, as browsers do.
func (f *flow) start(t *html.Token) {
	a := t.DataAtom
	f.resume(a)
	switch {
	case f.skip != 0:
		if a == f.skip && t.Type == html.StartTagToken {
			f.depth++
		}
		return
	case passed[a]:
		if t.Type == html.StartTagToken || !f.strict && a != atom.Svg {
			f.skip, f.depth = a, 1
		}
		return
	case blocks[a]:
		f.end()
		f.row = a == atom.Li || a == atom.Tr || a == atom.Dt || a == atom.Dd
		f.style = headings[a]
	}
	switch a {
	case atom.Br:
		f.block.WriteByte('\n')
	case atom.Td, atom.Th:
		f.block.WriteByte(' ')
	case atom.Li:
		f.style = "list"
	case atom.Ul, atom.Ol, atom.Dl:
		f.list++
	case atom.Pre:
		f.pre++
	case atom.B, atom.Strong:
		f.bold++
	case atom.Img:
		f.d.Picture()
	}
	if f.style == "" {
		f.style = roleOf(t)
	}
	if t.Type == html.SelfClosingTagToken && blocks[a] && a != atom.Hr {
		f.finish(a)
	}
}

// roleOf returns the style that the class of an element names, as publishers
// do; empty if it names none.
func roleOf(t *html.Token) string {
	if !blocks[t.DataAtom] && t.DataAtom != atom.Span {
		return ""
	}
	for _, at := range t.Attr {
		if at.Key != "class" && at.Key != "id" {
			continue
		}
		switch strings.ToLower(at.Val) {
		case "title", "papertitle", "paper-title", "article-title", "ltx_title ltx_title_document":
			return "title"
		case "author", "authors", "creator", "byline", "ltx_authors":
			return "author"
		case "abstract", "ltx_abstract":
			return "abstract"
		case "affiliation", "affiliations":
			return "affiliation"
		case "keywords", "keyword":
			return "keyword"
		}
	}
	return ""
}

// resume ends the skipping of an element whose end tag may be left out, or was
// forgotten.
func (f *flow) resume(a atom.Atom) {
	switch f.skip {
	case atom.Rp, atom.Rt, atom.Select:
		if a == f.skip || inRuby[a] || blocks[a] && a != atom.Option && a != atom.Hr {
			f.skip = 0
		}
	}
}

// inRuby are the elements that end a part of what stands above the characters
// of a word.
var inRuby = map[atom.Atom]bool{atom.Ruby: true, atom.Rb: true, atom.Rp: true, atom.Rt: true, atom.Rtc: true}

// finish handles an end tag.
func (f *flow) finish(a atom.Atom) {
	f.resume(a)
	if f.skip != 0 {
		if a == f.skip {
			if f.depth--; f.depth == 0 {
				f.skip = 0
			}
		}
		return
	}
	if blocks[a] {
		f.end()
	}
	switch a {
	case atom.Ul, atom.Ol, atom.Dl:
		if f.list = max(0, f.list-1); f.list == 0 {
			f.d.Part()
		}
	case atom.Table:
		f.d.Part()
	case atom.Pre:
		f.pre = max(0, f.pre-1)
	case atom.B, atom.Strong:
		f.bold = max(0, f.bold-1)
	}
}

// text adds characters to the block. Line breaks of the source are spaces, but
// in preformatted text.
func (f *flow) text(s string) {
	if f.skip != 0 {
		return
	}
	if f.pre == 0 {
		s = strings.Map(func(r rune) rune {
			if r == '\n' || r == '\r' || r == '\f' {
				return ' '
			}
			return r
		}, s)
	}
	if f.bold > 0 {
		f.heavy += len(s)
	}
	f.block.WriteString(s)
}

// end ends a block.
func (f *flow) end() {
	if f.block.Len() > 0 {
		l := content.Line{Text: f.block.String(), Style: f.style, Bold: 2*f.heavy > f.block.Len()}
		if f.row {
			f.d.Row(l)
		} else {
			f.d.Paragraph(l)
		}
	}
	f.block.Reset()
	f.heavy, f.style, f.row = 0, "", false
}
