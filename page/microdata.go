package page

import (
	"bytes"
)

// item is what an open element says by microdata (https://html.spec.whatwg.org/multipage/microdata.html).
type item struct {
	name  string // of the citation field that the element's text tells, "" when it tells none
	scope bool   // the element is an item itself
	outer string // the state of Parser.scholarly outside it
}

// scholarlyItem is the state of Parser.scholarly directly in a scholarly item. In a thing that one of its properties
// describes, such as an author, it is the property's name; outside of items it is "".
const scholarlyItem = "."

// itemOpens reads the microdata of the lexer's start tag into the element that it opens.
func (p *Parser) itemOpens(e *element) {
	if len(p.page.Citations) >= MaxMeta || p.hidden > 0 {
		return
	}
	x := &p.lex
	prop, _ := x.get(attrItemprop)
	name := p.itemName(prop)
	if _, scope := x.get(attrItemscope); scope {
		e.item = &item{scope: true, outer: p.scholarly}
		p.scopeOpens(name)
		return
	}
	if name == "" {
		return
	}
	for _, id := range [...]attr{attrContent, attrDatetime, attrHref} {
		if v, ok := x.get(id); ok && (id != attrHref || name == "schema.url" || name == "schema.sameAs") {
			p.cite(name, v)
			return
		}
	}
	e.item = &item{name: name}
}

func (p *Parser) scopeOpens(name string) {
	v, _ := p.lex.get(attrItemtype)
	v = bytes.TrimSpace(v)
	kind := string(v[bytes.LastIndexByte(v, '/')+1:])
	switch {
	case name != "":
		p.scholarly = name
	case scholarlyTypes[kind] && p.scholarly == "":
		p.scholarly = scholarlyItem
		p.cite("schema.type", []byte(kind))
	default:
		p.scholarly = ""
	}
}

// itemName returns the citation field that a property belongs to, "" for one that is not kept.
func (p *Parser) itemName(property []byte) string {
	switch property = bytes.TrimSpace(property); {
	case len(property) == 0 || len(property) > maxPathWord:
		return ""
	case p.scholarly == scholarlyItem:
		return "schema." + string(property)
	case p.scholarly != "" && string(property) == "name":
		return p.scholarly
	}
	return ""
}

func (p *Parser) itemCloses(e *element) {
	if e.item.scope {
		p.scholarly = e.item.outer
		return
	}
	s := p.since(e.mark)
	if s.End > s.Start && len(p.page.Citations) < MaxMeta {
		text := p.text.dst[s.Start:min(s.End, s.Start+MaxValue)]
		p.page.Citations = append(p.page.Citations, Meta{e.item.name, string(text)})
	}
}
