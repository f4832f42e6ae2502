package page

import (
	"bytes"

	"sluice/page/internal/ascii"
	"sluice/page/internal/lexer"
)

// This file passes texts, tags, and elements that open and close to the readers of their subjects.

// addText reads text between tags. Literal text, as in CDATA sections, has no character references.
func (p *Parser) addText(text []byte, isLiteral bool) {
	if p.hidden > 0 || p.inFrameset && p.noframes == 0 {
		return
	}
	if !p.inBody && p.noframes == 0 {
		if len(bytes.TrimLeft(text, ascii.Space+"\x00")) == 0 {
			return
		}
		p.enterBody()
	}
	if (isLiteral || p.lex.IsForeign) && bytes.IndexByte(text, 0) >= 0 {
		text = bytes.ReplaceAll(text, []byte{0}, []byte("\uFFFD")) // in HTML it is ignored
	}
	p.text.Add(text, isLiteral)
}

// readRawText reads the content of an element that contains only text, up to its end tag.
func (p *Parser) readRawText() {
	x := &p.lex
	switch t := x.Tag; t {
	case lexer.TagTitle:
		if content := x.RawText(t); p.hidden == 0 {
			p.head.title(content)
		}
	case lexer.TagTextarea:
		content := x.RawText(t)
		p.addText(content, false)
		p.forms.addTextarea(p.values.fold(content))
	case lexer.TagScript:
		kind, _ := x.Attr(lexer.AttrType)
		if content := x.RawText(t); p.hidden == 0 && ascii.EqualFold(bytes.TrimSpace(kind), "application/ld+json") {
			p.citations.linkedData(content)
		}
	case lexer.TagStyle:
		if content := x.RawText(t); p.Resources {
			p.resources.style(content)
		}
	default:
		if content := x.RawText(t); t.String() == "xmp" {
			p.addText(content, true)
		}
	}
}

// readTag reads the lexer's start tag and its attributes. If it opened an element, that is on the stack already.
func (p *Parser) readTag() {
	if p.hidden > 0 {
		return
	}
	switch p.lex.Tag {
	case lexer.TagA:
		p.links.openAnchor()
	case lexer.TagArea:
		p.links.addArea()
	case lexer.TagFrame:
		p.links.addFrame(KindFrame)
	case lexer.TagIFrame:
		p.links.addFrame(KindIFrame)
	case lexer.TagImg:
		p.links.addImageText()
	case lexer.TagBase:
		if p.noscript == 0 {
			p.links.setBase()
		}
	case lexer.TagLink:
		p.head.link()
	case lexer.TagMeta:
		p.head.meta(p.noscript > 0)
	case lexer.TagForm:
		p.forms.openForm()
	case lexer.TagInput:
		p.forms.addInput()
	case lexer.TagSelect:
		p.forms.openSelect()
	case lexer.TagOption:
		p.forms.openOption()
	case lexer.TagButton:
		p.forms.openButton()
	case lexer.TagLabel:
		p.forms.openLabel()
	}
	if p.Resources {
		p.resources.read()
	}
}

// opened records the effect of an element on its content, after it was pushed.
func (p *Parser) opened(e *element) {
	switch {
	case e.tag == lexer.TagTemplate, e.foreign && e.traits&lexer.Unseen != 0:
		p.hidden++
	case e.tag == lexer.TagNoscript:
		p.noscript++
	case e.tag == lexer.TagNoframes:
		p.noframes++
	case e.traits&lexer.Heading != 0:
		p.text.headings++
	case e.traits&lexer.Emphasis != 0:
		p.text.openEmphasis(e.mark)
	}
	p.lex.IsForeign = e.foreign && e.traits&lexer.Integration == 0
}

// closed is the counterpart of opened.
func (p *Parser) closed(e *element) {
	p.stack.open[e.tag]--
	switch {
	case e.tag == lexer.TagTemplate, e.foreign && e.traits&lexer.Unseen != 0:
		p.hidden--
	case e.tag == lexer.TagNoscript:
		p.noscript--
	case e.tag == lexer.TagNoframes:
		p.noframes--
	case e.tag == lexer.TagA:
		p.links.closeAnchor()
	case e.tag == lexer.TagOption:
		p.forms.closeOption(p.text.since(e.mark))
	case e.tag == lexer.TagLabel:
		p.forms.closeLabel(p.lex.At(e.labels), p.text.since(e.mark))
	case e.tag == lexer.TagButton:
		p.forms.closeButton(p.text.since(e.mark))
	case e.tag == lexer.TagSelect:
		p.forms.closeSelect()
	case e.traits&lexer.Heading != 0:
		p.text.headings--
		p.text.closeHeading(e.mark)
	case e.traits&lexer.Emphasis != 0:
		p.text.closeEmphasis()
	}
	if e.item != nil {
		p.citations.closeItem(e.item, e.mark)
	}
}
