package page

import (
	"bytes"

	"sluice/page/internal/lexer"
)

// item is the microdata of an open element (https://html.spec.whatwg.org/multipage/microdata.html).
type item struct {
	name    string // of the citation field whose value is the element's text, or ""
	isScope bool   // the element is an item itself
	outer   string // citationReader.scholarly outside of it
}

// scholarlyItem is the value of citationReader.scholarly directly in a scholarly item. In a thing that one of its
// properties describes, such as an author, it is the property's name; outside of items it is "".
const scholarlyItem = "."

// openItem reads the microdata of the lexer's start tag. It returns what [citationReader.closeItem] needs, nil if the element
// needs no closeItem.
func (r *citationReader) openItem() *item {
	if r.isFull() {
		return nil
	}
	x := r.lex
	prop, _ := x.Attr(lexer.AttrItemprop)
	name := r.itemName(prop)
	if _, isScope := x.Attr(lexer.AttrItemscope); isScope {
		i := &item{isScope: true, outer: r.scholarly}
		r.openScope(name)
		return i
	}
	if name == "" {
		return nil
	}
	for _, id := range [...]lexer.Attr{lexer.AttrContent, lexer.AttrDatetime, lexer.AttrHref} {
		if v, ok := x.Attr(id); ok && (id != lexer.AttrHref || name == "schema.url" || name == "schema.sameAs") {
			r.add(name, v)
			return nil
		}
	}
	return &item{name: name}
}

// openScope begins an item, which is the value of the property name unless that is "".
func (r *citationReader) openScope(name string) {
	v, _ := r.lex.Attr(lexer.AttrItemtype)
	v = bytes.TrimSpace(v)
	kind := string(v[bytes.LastIndexByte(v, '/')+1:])
	switch {
	case name != "":
		r.scholarly = name
	case scholarlyTypes[kind] && r.scholarly == "":
		r.scholarly = scholarlyItem
		r.add("schema.type", []byte(kind))
	default:
		r.scholarly = ""
	}
}

// addProperty adds a property of the open item by an element without content.
func (r *citationReader) addProperty(property, value []byte) {
	if r.scholarly != "" {
		r.add(r.itemName(property), value)
	}
}

// itemName returns the citation field of a property, "" for a property that is not read.
func (r *citationReader) itemName(property []byte) string {
	switch property = bytes.TrimSpace(property); {
	case len(property) == 0 || len(property) > maxWord:
		return ""
	case r.scholarly == scholarlyItem:
		return "schema." + string(property)
	case r.scholarly != "" && string(property) == "name":
		return r.scholarly
	}
	return ""
}

// closeItem ends the element of an item, whose text begins at mark.
func (r *citationReader) closeItem(i *item, mark int32) {
	if i.isScope {
		r.scholarly = i.outer
		return
	}
	if s := r.text.since(mark); s.End > s.Start && !r.isFull() {
		r.page.Citations = append(r.page.Citations, Meta{i.name, r.text.value(s)})
	}
}
