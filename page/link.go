package page

import (
	"sluice/page/internal/lexer"
	"sluice/weburl"
)

// linkReader collects the links of a page. It resolves their references only at the end of the page, because a base element
// applies to the links before it too.
type linkReader struct {
	page   *Page
	lex    *lexer.Lexer
	values *values
	text   *textReader
	place  place

	base     *weburl.Base
	rules    weburl.Rules // of base
	urls     []weburl.URL // resolved by base and not yet assigned
	baseHref []byte       // of the base element
	refresh  []byte       // the reference of the meta refresh

	anchor    int // index of the link whose text is being read, or -1
	anchorEnd int // end of the text of the last link
}

// reset prepares for another page. The resolver is kept as long as the rules stay the same.
func (r *linkReader) reset(pg *Page, v *values, text *textReader, at place, rules weburl.Rules) {
	if r.base == nil || r.rules != rules {
		r.base, r.rules = rules.NewBase(pg.URL), rules
	}
	r.page, r.lex, r.values, r.text, r.place = pg, at.lex, v, text, at
	r.baseHref, r.refresh = r.baseHref[:0], r.refresh[:0]
	r.anchor, r.anchorEnd = -1, 0
}

// release drops what belongs to the page.
func (r *linkReader) release() { r.page = nil }

// setBase reads a base element. The first one with a reference counts.
func (r *linkReader) setBase() {
	if href, ok := r.lex.Attr(lexer.AttrHref); ok && len(r.baseHref) == 0 {
		r.baseHref = append(r.baseHref, r.values.queries.Encode(r.values.decode(href))...)
	}
}

// addArea adds the link of an area of an image map.
func (r *linkReader) addArea() {
	if l := r.addAttribute(KindArea, lexer.AttrHref); l != nil {
		l.alternative, l.title = r.aside(lexer.AttrAlt), r.aside(lexer.AttrTitle)
	}
}

// addFrame adds the page in a frame. To a reader it is a part of this one, so its text is found only by following it.
func (r *linkReader) addFrame(kind Kind) {
	if l := r.addAttribute(kind, lexer.AttrSrc); l != nil {
		l.title = r.aside(lexer.AttrTitle)
	}
}

// openAnchor begins a link's text. Anchors that touch are separate words, as in menus written without spaces.
func (r *linkReader) openAnchor() {
	r.closeAnchor()
	id := lexer.AttrHref
	_, ok := r.lex.Attr(id)
	if !ok && r.place.inForeign() {
		id = lexer.AttrXLinkHref
		_, ok = r.lex.Attr(id)
	}
	if !ok {
		return
	}
	r.text.Gap = r.text.Gap || r.anchorEnd == len(r.text.Bytes)
	l := r.addAttribute(KindA, id)
	if l == nil {
		return
	}
	l.Path = r.place.ofOpen()
	l.title = r.aside(lexer.AttrTitle)
	r.anchor = len(r.page.Links) - 1
}

// closeAnchor ends the text of the open link, if there is one.
func (r *linkReader) closeAnchor() {
	if r.anchor >= 0 {
		l := &r.page.Links[r.anchor]
		l.text = r.text.since(l.text.Start)
		r.anchor, r.anchorEnd = -1, int(l.text.End)
	}
}

// addImageText adds the alternative text of an image to the anchor around it.
func (r *linkReader) addImageText() {
	if r.anchor < 0 {
		return
	}
	s := r.aside(lexer.AttrAlt)
	if s.End == s.Start {
		return
	}
	pg := r.page
	l := &pg.Links[r.anchor]
	if l.alternative.End > l.alternative.Start && l.alternative.End == s.Start {
		pg.aside = append(pg.aside, 0)
		copy(pg.aside[s.Start+1:], pg.aside[s.Start:])
		pg.aside[s.Start] = ' '
		s = Span{l.alternative.Start, s.End + 1}
	}
	l.alternative = s
}

// aside stores the folded value of an attribute, which is not part of the page's text.
func (r *linkReader) aside(id lexer.Attr) Span {
	v, _ := r.lex.Attr(id)
	pg := r.page
	start := int32(len(pg.aside))
	if len(v) == 0 || len(pg.aside) >= maxAside {
		return Span{start, start}
	}
	pg.aside = r.values.appendFolded(pg.aside, v)
	return Span{start, int32(len(pg.aside))}
}

// addAttribute adds a link by an attribute of the lexer's tag. It returns nil if there is no such attribute or no link.
func (r *linkReader) addAttribute(kind Kind, id lexer.Attr) *Link {
	v, ok := r.lex.Attr(id)
	if !ok {
		return nil
	}
	l := r.add(kind, v)
	if l == nil {
		return nil
	}
	if rel, ok := r.lex.Attr(lexer.AttrRel); ok {
		l.Rel = r.values.list(rel)
		l.NoFollow = hasWord(l.Rel, "nofollow")
	}
	if mediaType, ok := r.lex.Attr(lexer.AttrType); ok {
		l.Type = r.values.list(mediaType)
	}
	if kind != KindA { // the path of an anchor ends in its own element, which is open
		l.Path = r.place.ofTag()
	}
	return l
}

// addDecoded adds a link by a reference that is decoded already. It returns nil if the page is full.
func (r *linkReader) addDecoded(kind Kind, ref []byte) *Link {
	l := r.add(kind, nil)
	if l == nil {
		return nil
	}
	start := len(r.page.references)
	r.page.references = append(r.page.references, r.values.queries.Encode(ref)...)
	l.reference.End += int32(len(r.page.references) - start)
	return l
}

// add adds a link by its reference as written in an attribute. It returns nil if the reference is too long or the page is full.
func (r *linkReader) add(kind Kind, ref []byte) *Link {
	pg := r.page
	if len(pg.Links) >= MaxLinks {
		pg.Dropped++
		return nil
	}
	if len(ref) > maxReference {
		r.countBad("too long")
		return nil
	}
	start := int32(len(pg.references))
	pg.references = append(pg.references, r.values.reference(ref)...)
	at := r.text.mark()
	pg.Links = append(pg.Links, Link{Kind: kind, reference: Span{start, int32(len(pg.references))},
		text: Span{at, at}, heading: int32(len(pg.Headings))})
	return &pg.Links[len(pg.Links)-1]
}

// addRefresh adds the link of a meta refresh, whose reference is decoded already.
func (r *linkReader) addRefresh(ref []byte) {
	r.refresh = append(r.refresh, r.values.queries.Encode(ref)...)
	if l := r.addDecoded(KindRefresh, ref); l != nil {
		l.Path = r.place.leaf(element{tag: lexer.TagMeta, key: r.lex.Key})
	}
}

// countBad counts a reference that is not a URL to fetch.
func (r *linkReader) countBad(reason string) {
	if r.page.BadLinks == nil {
		r.page.BadLinks = map[string]int{}
	}
	r.page.BadLinks[reason]++
}

// resolve makes URLs of all references, and removes the links whose reference is not a URL to fetch.
func (r *linkReader) resolve() {
	pg := r.page
	r.base.Reset(pg.URL)
	if len(r.baseHref) > 0 {
		if u, err := r.base.Resolve(r.baseHref); err == nil {
			pg.Base = u
			r.base.Reset(u)
		}
	}
	n, end := 0, int32(len(pg.Text))
	for i := range pg.Links {
		l := &pg.Links[i]
		if err := r.base.Add(cut(pg.references, l.reference)); err != nil {
			r.countBad(weburl.Reason(err))
			continue
		}
		l.Position = n
		l.text.Start, l.text.End = min(l.text.Start, end), min(l.text.End, end)
		if n < i {
			pg.Links[n] = *l
		}
		if n++; n%together == 0 {
			r.assignURLs(pg.Links[n-together : n])
		}
	}
	r.assignURLs(pg.Links[n-n%together : n])
	clear(pg.Links[n:])
	pg.Links = pg.Links[:n]
	if pg.Refresh != nil && len(r.refresh) > 0 {
		pg.Refresh.URL, _ = r.base.Resolve(r.refresh)
	}
}

// together is the number of links whose URLs share one string: one allocation for many, but a link that is kept for long does
// not keep the URLs of the whole page.
const together = 64

// assignURLs sets the URLs of links to those that base has resolved.
func (r *linkReader) assignURLs(links []Link) {
	r.urls = r.base.Take(r.urls[:0])
	for i, u := range r.urls {
		links[i].URL = u
		if links[i].Kind == KindCanonical && r.page.Canonical.IsZero() {
			r.page.Canonical = u
		}
	}
	clear(r.urls)
}
