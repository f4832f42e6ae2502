package page

import (
	"sluice/page/internal/charset"
	"sluice/page/internal/lexer"
	"sluice/weburl"
)

// Parser reads pages. The zero value is ready. It reuses its buffers: each goroutine needs one
// of its own.
//
// The parser follows the open elements (tree.go) and passes each tag and text to the reader of its subject. The readers
// share the lexer, which is at the tag, and the page, which they fill.
type Parser struct {
	Rules     weburl.Rules // how URLs are made canonical
	Resources bool         // list images, styles, scripts and media too, as links of [KindResource]

	page   *Page
	lex    lexer.Lexer
	values values
	stack  stack
	paths  paths

	text      textReader
	links     linkReader
	resources resourceReader
	head      headReader
	citations citationReader
	forms     formReader

	inBody, inFrameset         bool // the element has begun
	hidden, noscript, noframes int  // open elements that hide their content, or are for some browsers only
}

// Source describes where a body comes from.
type Source struct {
	URL         weburl.URL
	ContentType string // the HTTP header
}

// Parse reads a page. It never fails; any body yields a page. It neither changes nor keeps the body.
func (p *Parser) Parse(body []byte, o Source) *Page {
	p.begin(o)
	var utf8 []byte
	utf8, p.page.Charset, p.page.CharsetFrom = charset.Decode(body[:min(len(body), maxBody)], o.ContentType)
	p.values.queries = charset.NewQueryEncoder(p.page.Charset)
	p.lex.Reset(utf8)
	p.lex.AllNames = p.Resources
	for {
		switch p.lex.Next() {
		case lexer.TextToken:
			p.addText(p.lex.Text, p.lex.IsCDATA)
		case lexer.StartTag:
			p.startTag()
		case lexer.EndTag:
			p.endTag()
		default:
			return p.end()
		}
	}
}

// begin prepares the readers for another page. They get pointers to each other here and not in a constructor, because the
// zero Parser is ready and may have been copied.
func (p *Parser) begin(o Source) {
	p.page = pages.Get().(*Page)
	p.page.URL, p.page.Base = o.URL, o.URL
	p.values.reset(&p.lex)
	p.paths.reset()
	p.text.reset(p.page, p.values.refs)
	at := place{lex: &p.lex, stack: &p.stack, paths: &p.paths}
	p.links.reset(p.page, &p.values, &p.text, at, p.Rules)
	p.resources = resourceReader{lex: &p.lex, values: &p.values, links: &p.links}
	p.citations.reset(p.page, &p.lex, &p.values, &p.text)
	p.head = headReader{page: p.page, lex: &p.lex, values: &p.values, links: &p.links, citations: &p.citations}
	p.forms.reset(p.page, &p.lex, &p.values, &p.text)
	p.inBody, p.inFrameset = false, false
	p.hidden, p.noscript, p.noframes = 0, 0, 0
	p.stack.reset()
	p.stack.pushKnown(lexer.TagHTML)
}

// end closes all open elements and resolves the references, now that the base is known.
func (p *Parser) end() *Page {
	for i := len(p.stack.elements) - 1; i > 0; i-- {
		p.closed(&p.stack.elements[i])
	}
	p.links.closeAnchor()
	p.text.finish()
	p.links.resolve()
	p.forms.finish(p.links.base)
	pg := p.page
	p.page, p.head = nil, headReader{}
	p.links.release()
	p.citations.release()
	p.values.release()
	p.stack.reset()
	p.lex.Reset(nil)
	return pg
}
