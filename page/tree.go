package page

import "sluice/page/internal/lexer"

// This file follows the open elements by the tree construction of the HTML standard, as far as links and text depend on it:
// which end tags are implied, what an end tag closes, and what stays open after it. Formatting elements stay open when an
// element around them is closed. The standard clones them in the new place; here the same element stays.

// open pushes the element that the lexer's tag begins.
func (p *Parser) open(traits lexer.Trait, isForeign bool) {
	x := &p.lex
	e := p.stack.push(x.Tag)
	isDeep := e == nil
	if isDeep {
		e = &element{}
	}
	e.foreign, e.traits, e.key, e.name = isForeign, traits, x.Key, x.Name
	if x.Has(1<<lexer.AttrID | 1<<lexer.AttrClass | 1<<lexer.AttrFor | 1<<lexer.AttrItemprop | 1<<lexer.AttrItemscope) {
		p.describe(e)
	}
	e.mark = p.text.mark()
	if traits&lexer.Heading != 0 {
		e.mark = -1
		if p.hidden == 0 {
			e.mark = p.text.openHeading()
		}
	}
	if !isDeep {
		p.opened(e)
	}
}

// describe keeps the attributes of the lexer's tag that matter as long as its element is open.
func (p *Parser) describe(e *element) {
	x := &p.lex
	e.id, e.class, e.labels = x.Extent(lexer.AttrID), x.Extent(lexer.AttrClass), x.Extent(lexer.AttrFor)
	if p.hidden == 0 && x.Has(1<<lexer.AttrItemprop|1<<lexer.AttrItemscope) {
		e.item = p.citations.openItem()
	}
}

// closeAt closes the open element at index i, and those inside it except formatting elements.
func (p *Parser) closeAt(i int) {
	s := &p.stack
	outer := s.elements[i]
	kept := s.elements[:i]
	for k := i + 1; k < len(s.elements); k++ {
		if e := s.elements[k]; e.traits&lexer.Formatting != 0 && !e.foreign && outer.traits&lexer.Scope == 0 {
			e.node = 0
			kept = append(kept, e)
		} else {
			p.closed(&e)
		}
	}
	p.closed(&outer)
	p.leave(kept)
}

// remove closes only the open element at index i; those inside it stay open.
func (p *Parser) remove(i int) {
	s := &p.stack
	e := s.elements[i]
	copy(s.elements[i:], s.elements[i+1:])
	for k := i; k < len(s.elements)-1; k++ {
		s.elements[k].node = 0
	}
	p.closed(&e)
	p.leave(s.elements[:len(s.elements)-1])
}

// leave keeps some of the open elements; the others have been closed.
func (p *Parser) leave(elements []element) {
	p.stack.elements = elements
	top := p.stack.top()
	p.lex.IsForeign = top.foreign && top.traits&lexer.Integration == 0
}

// startTag reads a start tag.
func (p *Parser) startTag() {
	x := &p.lex
	traits := x.Tag.Traits()
	if x.IsForeign {
		if traits&lexer.Breakout == 0 {
			p.startForeign(traits)
			return
		}
		p.leaveForeign()
	}
	if x.Tag == lexer.TagImage {
		x.Tag, traits = lexer.TagImg, lexer.TagImg.Traits()
	}
	if traits&lexer.Integration != 0 || x.Tag == lexer.TagNone {
		traits &^= lexer.Integration | lexer.Scope
	}
	traits &^= lexer.Unseen
	if p.structure(traits) {
		return
	}
	p.implyEnds(traits)
	p.text.separate(traits)
	switch {
	case traits&lexer.Void != 0:
	case traits&lexer.RawText != 0:
		p.readTag()
		p.readRawText()
		return
	case x.Tag == lexer.TagSVG || x.Tag == lexer.TagMath:
		if !x.SelfClosing {
			p.open(0, true)
		}
		return
	case x.Tag == lexer.TagPlaintext:
		p.addText(x.Src[x.Pos:], true)
		x.Pos = len(x.Src)
	default:
		p.open(traits, false)
	}
	p.readTag()
}

// structure reads the tags of html, head, body and frameset, and opens the body before content of the body. It reports whether
// the tag needs nothing else.
func (p *Parser) structure(traits lexer.Trait) bool {
	x := &p.lex
	switch x.Tag {
	case lexer.TagHTML:
		p.updateRoot()
		return true
	case lexer.TagHead:
		return true
	case lexer.TagBody:
		if p.inBody {
			return true
		}
		p.inBody = true
		p.open(traits, false)
		if p.Resources {
			p.resources.read()
		}
		return true
	case lexer.TagFrameset:
		if p.inBody {
			return true
		}
		p.inFrameset = true
		p.open(traits, false)
		return true
	case lexer.TagFrame:
		return false
	}
	if p.hidden == 0 && !p.inBody && traits&lexer.Head == 0 && (!p.inFrameset || p.noframes > 0) {
		p.enterBody()
	}
	return traits&lexer.TableContext != 0 && p.stack.table() < 0 && p.hidden == 0
}

// enterBody opens a body without a start tag.
func (p *Parser) enterBody() {
	if p.inFrameset {
		return
	}
	p.inBody = true
	if i := p.stack.within(lexer.TagNoscript, 0, 0); i > 0 { // of the head, which ends here
		p.closeAt(i)
	}
	p.stack.pushKnown(lexer.TagBody)
}

// updateRoot copies the attributes of an html tag to the root.
func (p *Parser) updateRoot() {
	root := &p.stack.elements[0]
	if root.id.End == 0 && root.class.End == 0 && len(p.stack.elements) == 1 {
		root.id, root.class = p.lex.Extent(lexer.AttrID), p.lex.Extent(lexer.AttrClass)
		root.node = 0
	}
	p.head.language(lexer.AttrLang)
	p.head.language(lexer.AttrXMLLang)
}

// implyEnds closes the elements whose end tags a start tag implies.
func (p *Parser) implyEnds(traits lexer.Trait) {
	s := &p.stack
	if traits&lexer.ClosesP != 0 {
		p.closeIf(s.within(lexer.TagP, lexer.Scope, lexer.TagButton))
	}
	if traits&lexer.Heading != 0 && s.top().traits&lexer.Heading != 0 {
		p.closeAt(len(s.elements) - 1)
	}
	if traits&lexer.TableContext != 0 {
		p.closeCells()
		return
	}
	switch p.lex.Tag {
	case lexer.TagA:
		if i := s.within(lexer.TagA, lexer.Marker, 0); i > 0 {
			p.remove(i)
		}
	case lexer.TagLI:
		p.closeItem(lexer.TagLI, lexer.TagLI)
	case lexer.TagDD, lexer.TagDT:
		p.closeItem(lexer.TagDD, lexer.TagDT)
	case lexer.TagOption, lexer.TagOptgroup:
		if s.top().tag == lexer.TagOption {
			p.closeAt(len(s.elements) - 1)
		}
		if p.lex.Tag == lexer.TagOptgroup && s.top().tag == lexer.TagOptgroup {
			p.closeAt(len(s.elements) - 1)
		}
	case lexer.TagButton:
		p.closeIf(s.within(lexer.TagButton, lexer.Scope, 0))
	case lexer.TagSelect:
		p.closeIf(s.within(lexer.TagSelect, lexer.Scope, 0))
	case lexer.TagTable:
		if i := s.innermost(lexer.Scope); i > 0 && s.elements[i].tag == lexer.TagTable {
			p.closeAt(i)
		}
	}
}

// closeIf closes the element at index i, unless i is that of the root or no index.
func (p *Parser) closeIf(i int) {
	if i > 0 {
		p.closeAt(i)
	}
}

// closeItem closes an open item of the innermost list.
func (p *Parser) closeItem(one, other lexer.Tag) {
	if p.stack.open[one]+p.stack.open[other] == 0 {
		return
	}
	for i := len(p.stack.elements) - 1; i > 0; i-- {
		switch e := &p.stack.elements[i]; {
		case e.tag == one || e.tag == other:
			p.closeAt(i)
			return
		case e.traits&lexer.Special != 0 && e.tag != lexer.TagP && e.key != keyDiv && e.key != keyAddress:
			return
		}
	}
}

// keyDiv and keyAddress do not end the search for an open list item, though they are special elements.
var keyDiv, keyAddress = lexer.KeyOf("div"), lexer.KeyOf("address")

// closeCells closes the elements that must not be open where a cell, row or section of the innermost table begins.
func (p *Parser) closeCells() {
	i := p.stack.table()
	if i < 0 {
		return
	}
	for i++; i < len(p.stack.elements); i++ {
		t := p.stack.elements[i].tag
		section := t == lexer.TagTBody || t == lexer.TagTHead || t == lexer.TagTFoot
		switch p.lex.Tag {
		case lexer.TagTD, lexer.TagTH:
			if section || t == lexer.TagTR {
				continue
			}
		case lexer.TagTR:
			if section {
				continue
			}
		}
		if p.stack.elements[i].traits&lexer.TableContext != 0 {
			p.closeAt(i)
			return
		}
	}
}

// startForeign reads a start tag inside SVG or MathML.
func (p *Parser) startForeign(traits lexer.Trait) {
	if !p.lex.SelfClosing {
		p.open(traits&(lexer.Integration|lexer.Scope|lexer.Unseen|lexer.Block|lexer.Formatting), true)
	}
	p.readTag()
}

// leaveForeign closes the SVG or MathML elements down to the HTML around or within them.
func (p *Parser) leaveForeign() {
	for p.lex.IsForeign && len(p.stack.elements) > 1 {
		p.closeAt(len(p.stack.elements) - 1)
	}
	p.lex.IsForeign = false
}

// endTag reads an end tag.
func (p *Parser) endTag() {
	x, s := &p.lex, &p.stack
	traits := x.Tag.Traits()
	i := -1
	switch {
	case x.Tag == lexer.TagBody || x.Tag == lexer.TagHTML:
		return
	case x.Tag == lexer.TagForm:
		p.forms.closeForm()
		i = s.find(x.Tag, x.Key, traits)
	case x.Tag == lexer.TagFrameset:
		i = s.within(lexer.TagFrameset, 0, 0)
	case traits&lexer.Heading != 0 && !x.IsForeign:
		i = s.innermost(lexer.Heading)
	default:
		i = s.find(x.Tag, x.Key, traits)
	}
	if traits&(lexer.Block|lexer.Edge) != 0 && (i > 0 || x.Tag == lexer.TagP || x.Tag == lexer.TagBr || traits&lexer.RawText != 0 || len(s.elements) == maxDepth) {
		p.text.separate(traits | lexer.Edge) // an end tag that closes nothing separates no words, except those of p and br
	}
	switch {
	case i <= 0:
		if x.Tag == lexer.TagA { // its start tag was deeper down than the stack goes
			p.links.closeAnchor()
		}
	case traits&lexer.Formatting != 0 && !s.elements[i].foreign, x.Tag == lexer.TagForm:
		p.remove(i)
	default:
		p.closeAt(i)
	}
}
