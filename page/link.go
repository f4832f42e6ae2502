package page

import (
	"bytes"

	"sluice/weburl"
)

// element takes in what the lexer's start tag says by itself. If it opened an element, that is on the stack already.
func (p *Parser) element() {
	if p.hidden > 0 {
		return
	}
	x := &p.lex
	switch x.tag {
	case tagA:
		p.anchorOpens()
	case tagArea:
		if l := p.reference(KindArea, attrHref); l != nil {
			l.alternative, l.title = p.aside(attrAlt), p.aside(attrTitle)
		}
	case tagFrame, tagIFrame:
		p.frame()
	case tagBase:
		if href, ok := x.get(attrHref); ok && len(p.baseHref) == 0 && p.noscript == 0 {
			p.baseHref = append(p.baseHref, p.query(p.value(href))...)
		}
	case tagLink:
		p.linkElement()
	case tagMeta:
		p.meta()
	case tagForm:
		p.form.opens()
	case tagInput:
		p.form.input()
	case tagSelect:
		p.form.selects()
	case tagOption:
		p.form.option()
	case tagButton:
		p.form.button()
	case tagLabel:
		p.form.label()
	case tagImg:
		p.image()
	}
	if p.Resources {
		p.resources()
	}
}

func (p *Parser) frame() {
	kind := KindFrame
	if p.lex.tag == tagIFrame {
		kind = KindIFrame
	}
	if l := p.reference(kind, attrSrc); l != nil {
		l.title = p.aside(attrTitle)
	}
}

// anchorOpens begins a link's text. Anchors that touch are words apart, as in menus written without spaces.
func (p *Parser) anchorOpens() {
	p.anchorCloses()
	id := attrHref
	_, ok := p.lex.get(id)
	if !ok && p.stack.top().foreign {
		id = attrXLinkHref
		_, ok = p.lex.get(id)
	}
	if !ok {
		return
	}
	p.text.gap = p.text.gap || p.anchorEnd == len(p.text.dst)
	l := p.reference(KindA, id)
	if l == nil {
		return
	}
	l.Path = p.paths.list[p.paths.of(p.lex.src, p.stack.elements)]
	l.title = p.aside(attrTitle)
	p.anchor = len(p.page.Links) - 1
}

func (p *Parser) anchorCloses() {
	if p.anchor >= 0 {
		l := &p.page.Links[p.anchor]
		l.text = p.since(l.text.Start)
		p.anchor, p.anchorEnd = -1, int(l.text.End)
	}
}

// image adds an image's alternative text to the anchor it stands in.
func (p *Parser) image() {
	if p.anchor < 0 {
		return
	}
	s := p.aside(attrAlt)
	if s.End == s.Start {
		return
	}
	l := &p.page.Links[p.anchor]
	if l.alternative.End > l.alternative.Start && l.alternative.End == s.Start {
		p.page.aside = append(p.page.aside, 0)
		copy(p.page.aside[s.Start+1:], p.page.aside[s.Start:])
		p.page.aside[s.Start] = ' '
		s = Span{l.alternative.Start, s.End + 1}
	}
	l.alternative = s
}

// aside keeps the folded value of an attribute.
func (p *Parser) aside(id attr) Span {
	v, _ := p.lex.get(id)
	pg := p.page
	start := int32(len(pg.aside))
	if len(v) == 0 || len(pg.aside) >= maxAside {
		return Span{start, start}
	}
	p.side.begin(pg.aside, MaxValue)
	p.side.add(p.value(v), true)
	pg.aside = p.side.dst
	return Span{start, int32(len(pg.aside))}
}

// reference adds a link to what an attribute of the lexer's tag names; nil when it has none.
func (p *Parser) reference(kind Kind, id attr) *Link {
	v, ok := p.lex.get(id)
	if !ok {
		return nil
	}
	l := p.link(kind, v)
	if l == nil {
		return nil
	}
	if rel, ok := p.lex.get(attrRel); ok {
		l.Rel = p.rel(rel)
		l.NoFollow = hasWord(l.Rel, "nofollow")
	}
	if kind, ok := p.lex.get(attrType); ok {
		l.Type = p.rel(kind)
	}
	if kind != KindA {
		x := &p.lex
		e := element{tag: x.tag, key: x.key, name: x.name, id: x.extent(attrID), class: x.extent(attrClass)}
		l.Path = p.paths.leaf(x.src, p.stack.elements, &e)
	}
	return l
}

// link adds a link by its reference as it stands in an attribute.
func (p *Parser) link(kind Kind, ref []byte) *Link {
	pg := p.page
	if len(pg.Links) >= MaxLinks {
		pg.Dropped++
		return nil
	}
	if len(ref) > maxReference {
		p.bad("too long")
		return nil
	}
	start := int32(len(pg.references))
	pg.references = append(pg.references, p.query(bytes.TrimSpace(p.value(ref)))...)
	at := p.mark()
	pg.Links = append(pg.Links, Link{Kind: kind, reference: Span{start, int32(len(pg.references))},
		text: Span{at, at}, heading: int32(len(pg.Headings))})
	return &pg.Links[len(pg.Links)-1]
}

func (p *Parser) bad(reason string) {
	if p.page.BadLinks == nil {
		p.page.BadLinks = map[string]int{}
	}
	p.page.BadLinks[reason]++
}

// resolve makes URLs of all references, and lets go of the links whose reference is none.
func (p *Parser) resolve() {
	pg := p.page
	p.base.Reset(pg.URL)
	if len(p.baseHref) > 0 {
		if u, err := p.base.Resolve(p.baseHref); err == nil {
			pg.Base = u
			p.base.Reset(u)
		}
	}
	n, end := 0, int32(len(pg.Text))
	for i := range pg.Links {
		l := &pg.Links[i]
		if err := p.base.Add(cut(pg.references, l.reference)); err != nil {
			p.bad(weburl.Reason(err))
			continue
		}
		l.Position = n
		l.text.Start, l.text.End = min(l.text.Start, end), min(l.text.End, end)
		if n < i {
			pg.Links[n] = *l
		}
		if n++; n%together == 0 {
			p.take(pg.Links[n-together : n])
		}
	}
	p.take(pg.Links[n-n%together : n])
	clear(pg.Links[n:])
	pg.Links = pg.Links[:n]
	if pg.Refresh != nil && len(p.refresh) > 0 {
		pg.Refresh.URL, _ = p.base.Resolve(p.refresh)
	}
}

// together is how many links at most have URLs in one string, so that a link that is kept for long keeps no whole page.
const together = 64

// take gives links the URLs of their references.
func (p *Parser) take(links []Link) {
	p.urls = p.base.Take(p.urls[:0])
	for i, u := range p.urls {
		links[i].URL = u
		if links[i].Kind == KindCanonical && p.page.Canonical.IsZero() {
			p.page.Canonical = u
		}
	}
	clear(p.urls)
}

// rel returns an attribute, such as rel, in lower case, words apart by one space.
func (p *Parser) rel(v []byte) string {
	if len(v) > MaxValue {
		return ""
	}
	p.scratch = p.scratch[:0]
	for _, c := range p.value(v) {
		switch {
		case !isSpace(c):
			p.scratch = append(p.scratch, lower[c])
		case len(p.scratch) > 0 && p.scratch[len(p.scratch)-1] != ' ':
			p.scratch = append(p.scratch, ' ')
		}
	}
	return p.paths.word(trim(p.scratch))
}

// hasWord reports whether a list of words, apart by single spaces, has a word.
func hasWord(list, word string) bool {
	for len(list) >= len(word) {
		next := len(list)
		for i := range len(list) {
			if list[i] == ' ' {
				next = i
				break
			}
		}
		if list[:next] == word {
			return true
		}
		if next == len(list) {
			return false
		}
		list = list[next+1:]
	}
	return false
}
