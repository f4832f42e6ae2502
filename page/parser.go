package page

import (
	"bytes"
	"strings"

	"golang.org/x/text/encoding"

	"sluice/weburl"
)

// Parser reads pages. The zero value is ready. It keeps buffers from page to page: give each goroutine one of its own.
type Parser struct {
	Rules     weburl.Rules // how URLs are made canonical
	Resources bool         // list images, styles, scripts and media too, as links of [KindResource]

	page  *Page
	lex   lexer
	stack stack
	text  folder // writes Page.Text
	side  folder // writes what else is folded
	refs  references
	paths paths
	form  formReader

	base     *weburl.Base
	urls     []weburl.URL      // taken of base
	rules    weburl.Rules      // of base
	encoder  *encoding.Encoder // of the page, when it is not in UTF-8
	baseHref []byte            // of the base element
	refresh  []byte            // the reference of the meta refresh
	scratch  []byte

	titled, body, frameset     bool // the element has begun
	hidden, noscript, noframes int  // open elements that hide what they hold, or are meant for some browsers only

	emphasised    int    // open elements of emphasis
	emphasisStart int32  // where the outermost begins
	anchor        int    // the link whose text goes on, -1 when none does
	anchorEnd     int    // where the text of the last one ended
	scholarly     string // the microdata item that is open, see itemOpens
}

// Source says where a body came from.
type Source struct {
	URL         weburl.URL
	ContentType string // the HTTP header
}

// Parse reads a page. It never fails: whatever the body is, something is read. The body is neither changed nor kept.
func (p *Parser) Parse(body []byte, o Source) *Page {
	p.begin(o)
	var utf8 []byte
	utf8, p.page.Charset, p.page.CharsetFrom = Decode(body[:min(len(body), maxBody)], o.ContentType)
	p.encoder = encoderOf(p.page.Charset)
	p.lex.reset(utf8)
	p.lex.all = p.Resources
	for {
		switch p.lex.next() {
		case textToken:
			p.addText(p.lex.text, p.lex.cdata)
		case startTag:
			p.startTag()
		case endTag:
			p.endTag()
		default:
			return p.end()
		}
	}
}

func (p *Parser) begin(o Source) {
	if p.refs == nil {
		p.refs = references{}
	}
	if p.base == nil || p.rules != p.Rules {
		p.base, p.rules = p.Rules.NewBase(o.URL), p.Rules
	}
	p.page = pages.Get().(*Page)
	p.page.URL, p.page.Base = o.URL, o.URL
	p.text.refs, p.side.refs = p.refs, p.refs
	p.text.begin(p.page.Text, MaxText)
	p.paths.reset()
	p.form.reset(p)
	p.baseHref, p.refresh = p.baseHref[:0], p.refresh[:0]
	p.titled, p.body, p.frameset = false, false, false
	p.hidden, p.noscript, p.noframes, p.emphasised = 0, 0, 0, 0
	p.anchor, p.anchorEnd, p.scholarly = -1, 0, ""
	p.stack.reset()
	p.stack.pushKnown(tagHTML)
}

// end closes what is open and resolves the references, now that the base is known.
func (p *Parser) end() *Page {
	for i := len(p.stack.elements) - 1; i > 0; i-- {
		p.closed(&p.stack.elements[i])
	}
	p.anchorCloses()
	pg := p.page
	pg.Text = p.text.dst
	p.resolve()
	p.form.finish()
	p.page, p.encoder = nil, nil
	p.stack.reset()
	p.lex.reset(nil)
	p.text.dst, p.side.dst = nil, nil
	return pg
}

// addText takes in text as it stands between tags.
func (p *Parser) addText(text []byte, literal bool) {
	if p.hidden > 0 || p.frameset && p.noframes == 0 {
		return
	}
	if !p.body && p.noframes == 0 {
		if len(bytes.TrimLeft(text, " \t\r\n\f\x00")) == 0 {
			return
		}
		p.enterBody()
	}
	if (literal || p.lex.foreign) && bytes.IndexByte(text, 0) >= 0 {
		text = bytes.ReplaceAll(text, []byte{0}, []byte("\uFFFD")) // elsewhere it counts for nothing
	}
	p.text.add(text, literal)
}

// rawText takes in the content of an element that holds text alone, and leaves its end tag to the lexer.
func (p *Parser) rawText() {
	x := &p.lex
	switch t := x.tag; t {
	case tagTitle:
		p.title(x.raw(t))
	case tagTextarea:
		content := x.raw(t)
		p.addText(content, false)
		p.form.textarea(p.fold(content, MaxValue))
	case tagScript:
		kind, _ := x.get(attrType)
		if content := x.raw(t); equalFold(bytes.TrimSpace(kind), "application/ld+json") {
			p.linkedData(content)
		}
	case tagStyle:
		if content := x.raw(t); p.Resources {
			p.styles(content)
		}
	default:
		if content := x.raw(t); tags[t].name == "xmp" {
			p.addText(content, true)
		}
	}
}

// mark returns where the next word of the text will begin.
func (p *Parser) mark() int32 {
	if p.text.gap && len(p.text.dst) > 0 {
		return int32(len(p.text.dst) + 1)
	}
	return int32(len(p.text.dst))
}

// since returns the span from a mark to the end of the text. It begins with a word: a block that begins after the mark
// may have put a space there.
func (p *Parser) since(mark int32) Span {
	n := int32(len(p.text.dst))
	if mark < n && p.text.dst[mark] == ' ' {
		mark++
	}
	return Span{min(mark, n), n}
}

func (p *Parser) headingOpens() int32 {
	pg := p.page
	if len(pg.Headings) >= maxSpans || p.hidden > 0 {
		return -1
	}
	at := p.mark()
	pg.Headings = append(pg.Headings, Span{at, at})
	return int32(len(pg.Headings) - 1)
}

func (p *Parser) headingCloses(e *element) {
	if e.mark >= 0 {
		h := &p.page.Headings[e.mark]
		*h = p.since(h.Start)
	}
}

func (p *Parser) emphasisCloses() {
	if s := p.since(p.emphasisStart); s.End > s.Start && len(p.page.Emphasis) < maxSpans {
		p.page.Emphasis = append(p.page.Emphasis, s)
	}
}

func (p *Parser) title(content []byte) {
	if p.titled || p.hidden > 0 {
		return
	}
	p.titled = true
	p.page.Title = p.fold(content, MaxValue)
}

// language takes the first language declared, by a lang or xml:lang attribute or a meta element.
func (p *Parser) language(id attr) {
	if v, ok := p.lex.get(id); ok && p.page.Lang == "" {
		p.page.Lang = p.languageTag(v)
	}
}

func (p *Parser) languageTag(v []byte) string {
	v = bytes.TrimSpace(v)
	if i := bytes.IndexAny(v, ", ;\t\n"); i >= 0 {
		v = v[:i]
	}
	if len(v) > maxPathWord {
		return ""
	}
	return p.paths.word(bytes.ToLower(v))
}

// value decodes an attribute's value into a buffer that the next call uses again.
func (p *Parser) value(v []byte) []byte {
	if bytes.IndexByte(v, '&') < 0 {
		return v
	}
	p.scratch = p.refs.appendDecoded(p.scratch[:0], v[:min(len(v), maxReference)])
	return p.scratch
}

// attribute returns the decoded value of an attribute, "" when there is none, cut to [MaxValue] bytes.
func (p *Parser) attribute(id attr) string {
	v, _ := p.lex.get(id)
	return strings.ToValidUTF8(string(p.value(v[:min(len(v), MaxValue)])), "")
}

// fold returns text with its references decoded and its white space folded.
func (p *Parser) fold(text []byte, limit int) string {
	p.side.begin(p.scratch[:0], limit)
	p.side.add(text, false)
	p.scratch = p.side.dst
	return string(p.scratch)
}
