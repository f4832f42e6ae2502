package page

// This file follows the open elements as tree construction in the HTML standard would have them, as far as links and
// text depend on it: which end tags are implied, what an end tag closes, and what goes on after it. Formatting
// elements go on when an element around them is closed; where the standard clones them in the new place, they stay.

// open pushes the element that the lexer's tag begins.
func (p *Parser) open(traits trait, foreign bool) {
	x := &p.lex
	e := p.stack.push(x.tag)
	deep := e == nil
	if deep {
		e = &element{}
	}
	e.foreign, e.traits, e.key, e.name = foreign, traits, x.key, x.name
	if x.has&(1<<attrID|1<<attrClass|1<<attrFor|1<<attrItemprop|1<<attrItemscope) != 0 {
		p.describe(e)
	}
	if e.mark = p.mark(); traits&heading != 0 {
		e.mark = p.headingOpens()
	}
	if !deep {
		p.opened(e)
	}
}

// describe keeps the attributes of the lexer's tag that matter as long as its element is open.
func (p *Parser) describe(e *element) {
	x := &p.lex
	e.id, e.class, e.labels = x.extent(attrID), x.extent(attrClass), x.extent(attrFor)
	if x.has&(1<<attrItemprop|1<<attrItemscope) != 0 {
		p.itemOpens(e)
	}
}

// opened counts what an open element means for what it holds.
func (p *Parser) opened(e *element) {
	switch {
	case e.tag == tagTemplate, e.foreign && e.traits&unseen != 0:
		p.hidden++
	case e.tag == tagNoscript:
		p.noscript++
	case e.tag == tagNoframes:
		p.noframes++
	case e.traits&emphasis != 0:
		if p.emphasised == 0 {
			p.emphasisStart = e.mark
		}
		p.emphasised++
	}
	p.lex.foreign = e.foreign && e.traits&integration == 0
}

// closed is the counterpart of opened.
func (p *Parser) closed(e *element) {
	p.stack.open[e.tag]--
	switch {
	case e.tag == tagTemplate, e.foreign && e.traits&unseen != 0:
		p.hidden--
	case e.tag == tagNoscript:
		p.noscript--
	case e.tag == tagNoframes:
		p.noframes--
	case e.tag == tagA:
		p.anchorCloses()
	case e.tag == tagOption:
		p.form.optionCloses(p.since(e.mark))
	case e.tag == tagLabel:
		p.form.labelCloses(p.lex.at(e.labels), p.since(e.mark))
	case e.tag == tagButton:
		p.form.buttonCloses(p.since(e.mark))
	case e.tag == tagSelect:
		p.form.choice = nil
	case e.traits&heading != 0:
		p.headingCloses(e)
	case e.traits&emphasis != 0:
		if p.emphasised--; p.emphasised == 0 {
			p.emphasisCloses()
		}
	}
	if e.item != nil {
		p.itemCloses(e)
	}
}

// closeAt closes the open element at index i, and those in it except formatting elements, which go on.
func (p *Parser) closeAt(i int) {
	s := &p.stack
	outer := s.elements[i]
	kept := s.elements[:i]
	for k := i + 1; k < len(s.elements); k++ {
		if e := s.elements[k]; e.traits&formatting != 0 && !e.foreign && outer.traits&scope == 0 {
			e.node = 0
			kept = append(kept, e)
		} else {
			p.closed(&e)
		}
	}
	p.closed(&outer)
	p.leave(kept)
}

// remove closes the open element at index i alone; those in it stay.
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

func (p *Parser) leave(elements []element) {
	p.stack.elements = elements
	top := p.stack.top()
	p.lex.foreign = top.foreign && top.traits&integration == 0
}

// startTag takes in a start tag.
func (p *Parser) startTag() {
	x := &p.lex
	traits := tags[x.tag].traits
	if x.foreign {
		if traits&breakout == 0 {
			p.startForeign(traits)
			return
		}
		p.leaveForeign()
	}
	if x.tag == tagImage {
		x.tag, traits = tagImg, tags[tagImg].traits
	}
	if traits&integration != 0 || x.tag == tagNone {
		traits &^= integration | scope
	}
	traits &^= unseen
	if p.structure(traits) {
		return
	}
	p.implyEnds(traits)
	if traits&(block|edge) != 0 {
		p.text.gap = true
	}
	switch {
	case traits&void != 0:
	case traits&rawText != 0:
		p.element()
		p.rawText()
		return
	case x.tag == tagSVG || x.tag == tagMath:
		if !x.selfClosing {
			p.open(0, true)
		}
		return
	case x.tag == tagPlaintext:
		p.addText(x.src[x.pos:], true)
		x.pos = len(x.src)
	default:
		p.open(traits, false)
	}
	p.element()
}

// structure takes in the tags that make html, head, body and frameset, and enters the body before whatever belongs there.
// It reports true when that is all there is to do.
func (p *Parser) structure(traits trait) bool {
	x := &p.lex
	switch x.tag {
	case tagHTML:
		p.rootOpens()
		return true
	case tagHead:
		return true
	case tagBody:
		if p.body {
			return true
		}
		p.body = true
		p.open(traits, false)
		if p.Resources {
			p.resources()
		}
		return true
	case tagFrameset:
		if p.body {
			return true
		}
		p.frameset = true
		p.open(traits, false)
		return true
	case tagFrame:
		return false
	}
	if p.hidden == 0 && !p.body && traits&head == 0 && (!p.frameset || p.noframes > 0) {
		p.enterBody()
	}
	return traits&tableContext != 0 && p.stack.table() < 0 && p.hidden == 0
}

// enterBody opens the body that has no start tag.
func (p *Parser) enterBody() {
	if p.frameset {
		return
	}
	p.body = true
	if i := p.stack.within(tagNoscript, 0, 0); i > 0 { // of the head: it ends there
		p.closeAt(i)
	}
	p.stack.pushKnown(tagBody)
}

// rootOpens takes over the attributes of the html element.
func (p *Parser) rootOpens() {
	root := &p.stack.elements[0]
	if root.id.end == 0 && root.class.end == 0 && len(p.stack.elements) == 1 {
		root.id, root.class = p.lex.extent(attrID), p.lex.extent(attrClass)
		root.node = 0
	}
	p.language(attrLang)
	p.language(attrXMLLang)
}

// implyEnds closes what a start tag closes without an end tag.
func (p *Parser) implyEnds(traits trait) {
	s := &p.stack
	if traits&closesP != 0 {
		p.closeIf(s.within(tagP, scope, tagButton))
	}
	if traits&heading != 0 && s.top().traits&heading != 0 {
		p.closeAt(len(s.elements) - 1)
	}
	if traits&tableContext != 0 {
		p.closeCells()
		return
	}
	switch p.lex.tag {
	case tagA:
		if i := s.within(tagA, marker, 0); i > 0 {
			p.remove(i)
		}
	case tagLI:
		p.closeItem(tagLI, tagLI)
	case tagDD, tagDT:
		p.closeItem(tagDD, tagDT)
	case tagOption, tagOptgroup:
		if s.top().tag == tagOption {
			p.closeAt(len(s.elements) - 1)
		}
		if p.lex.tag == tagOptgroup && s.top().tag == tagOptgroup {
			p.closeAt(len(s.elements) - 1)
		}
	case tagButton:
		p.closeIf(s.within(tagButton, scope, 0))
	case tagSelect:
		p.closeIf(s.within(tagSelect, scope, 0))
	case tagTable:
		if i := s.innermost(scope); i > 0 && s.elements[i].tag == tagTable {
			p.closeAt(i)
		}
	}
}

func (p *Parser) closeIf(i int) {
	if i > 0 {
		p.closeAt(i)
	}
}

// closeItem closes an open item of the innermost list.
func (p *Parser) closeItem(one, other tag) {
	if p.stack.open[one]+p.stack.open[other] == 0 {
		return
	}
	for i := len(p.stack.elements) - 1; i > 0; i-- {
		switch e := &p.stack.elements[i]; {
		case e.tag == one || e.tag == other:
			p.closeAt(i)
			return
		case e.traits&special != 0 && e.tag != tagP && e.key != keyDiv && e.key != keyAddress:
			return
		}
	}
}

var keyDiv, keyAddress = keyOf("div"), keyOf("address")

// closeCells closes what must not be open where a cell, row or section of the innermost table begins.
func (p *Parser) closeCells() {
	i := p.stack.table()
	if i < 0 {
		return
	}
	for i++; i < len(p.stack.elements); i++ {
		t := p.stack.elements[i].tag
		section := t == tagTBody || t == tagTHead || t == tagTFoot
		switch p.lex.tag {
		case tagTD, tagTH:
			if section || t == tagTR {
				continue
			}
		case tagTR:
			if section {
				continue
			}
		}
		if p.stack.elements[i].traits&tableContext != 0 {
			p.closeAt(i)
			return
		}
	}
}

// startForeign takes in a start tag within SVG or MathML.
func (p *Parser) startForeign(traits trait) {
	if !p.lex.selfClosing {
		p.open(traits&(integration|scope|unseen|block|formatting), true)
	}
	p.element()
}

// leaveForeign closes the SVG or MathML elements down to the HTML around or within them.
func (p *Parser) leaveForeign() {
	for p.lex.foreign && len(p.stack.elements) > 1 {
		p.closeAt(len(p.stack.elements) - 1)
	}
	p.lex.foreign = false
}

// endTag takes in an end tag.
func (p *Parser) endTag() {
	x, s := &p.lex, &p.stack
	traits := tags[x.tag].traits
	i := -1
	switch {
	case x.tag == tagBody || x.tag == tagHTML:
		return
	case x.tag == tagForm:
		p.form.ends()
		i = s.find(x.tag, x.key, traits)
	case x.tag == tagFrameset:
		i = s.within(tagFrameset, 0, 0)
	case traits&heading != 0 && !x.foreign:
		i = s.innermost(heading)
	default:
		i = s.find(x.tag, x.key, traits)
	}
	if traits&(block|edge) != 0 && (i > 0 || x.tag == tagP || x.tag == tagBr || traits&rawText != 0 || len(s.elements) == maxDepth) {
		p.text.gap = true // an end tag that ends nothing is none, but those of p and br
	}
	switch {
	case i <= 0:
		if x.tag == tagA { // it began deeper down than the stack goes
			p.anchorCloses()
		}
	case traits&formatting != 0 && !s.elements[i].foreign, x.tag == tagForm:
		p.remove(i)
	default:
		p.closeAt(i)
	}
}
