package page

import (
	"bytes"
	"strings"
)

// linkElement takes in a link element. Those that do not lead to other pages are no links.
func (p *Parser) linkElement() {
	v, ok := p.lex.get(attrRel)
	if !ok {
		return
	}
	rel := p.rel(v)
	p.signpost(rel)
	kind, ok := linkKind(rel)
	if !ok {
		return
	}
	if l := p.reference(kind, attrHref); l != nil {
		l.title = p.aside(attrTitle)
	}
}

func linkKind(rel string) (Kind, bool) {
	switch {
	case hasWord(rel, "stylesheet"):
	case hasWord(rel, "canonical"):
		return KindCanonical, true
	case hasWord(rel, "alternate"), hasWord(rel, "describedby"):
		return KindAlternate, true
	case hasWord(rel, "next"):
		return KindNext, true
	case hasWord(rel, "prev"), hasWord(rel, "previous"):
		return KindPrev, true
	case hasWord(rel, "item"):
		return KindItem, true
	}
	return 0, false
}

// signposts are the relations by which a landing page points to what it presents and what is known of it
// (https://signposting.org/FAIR/).
var signposts = [...]string{"author", "cite-as", "collection", "describedby", "item", "license", "type"}

func (p *Parser) signpost(rel string) {
	if rel == "stylesheet" {
		return
	}
	for _, name := range signposts {
		if !hasWord(rel, name) {
			continue
		}
		if href, ok := p.lex.get(attrHref); ok {
			p.cite("link."+name, href)
		}
	}
}

// meta takes in a meta element.
func (p *Parser) meta() {
	x := &p.lex
	content, ok := x.get(attrContent)
	if !ok {
		return
	}
	if equiv, ok := x.get(attrHTTPEquiv); ok {
		p.pragma(bytes.TrimSpace(equiv), content)
	}
	if prop, ok := x.get(attrItemprop); ok && p.scholarly != "" {
		p.cite(p.itemName(prop), content)
	}
	name, ok := x.get(attrName)
	if !ok {
		name, ok = x.get(attrProperty)
	}
	if name = bytes.TrimSpace(name); !ok || len(name) == 0 || len(name) > maxPathWord {
		return
	}
	pg := p.page
	switch {
	case equalFold(name, "keywords"):
		if pg.Keywords == "" {
			pg.Keywords = p.fold(content, MaxValue)
		}
	case equalFold(name, "description"):
		if pg.Description == "" {
			pg.Description = p.fold(content, MaxValue)
		}
	case equalFold(name, "robots"):
		p.robots("robots", content)
	default:
		p.namedMeta(strings.ToLower(string(name)), content)
	}
}

func (p *Parser) namedMeta(name string, content []byte) {
	switch {
	case isCitation(name):
		p.cite(name, content)
	case name == "language":
		if p.page.Lang == "" {
			p.page.Lang = p.languageTag(content)
		}
	case isDirectives(content):
		p.robots(name, content)
	}
}

// robots keeps the directives of a robots meta, for all robots or for one.
func (p *Parser) robots(name string, content []byte) {
	pg := p.page
	if len(pg.Robots) >= MaxMeta {
		return
	}
	value := p.fold(content, MaxValue)
	pg.Robots = append(pg.Robots, Meta{name, value})
	if name != "robots" {
		return
	}
	for word := range strings.FieldsFuncSeq(strings.ToLower(value), betweenDirectives) {
		pg.NoIndex = pg.NoIndex || word == "noindex" || word == "none"
		pg.NoFollow = pg.NoFollow || word == "nofollow" || word == "none"
	}
}

func betweenDirectives(r rune) bool { return r == ',' || r == ' ' || r == ';' }

// isDirectives reports whether a meta's content is of the kind that robots metas have. That is how a meta for one bot is
// known from all others, whatever the bot's name.
func isDirectives(content []byte) bool {
	if len(content) > maxPathWord {
		return false
	}
	found := false
	for word := range bytes.FieldsFuncSeq(content, betweenDirectives) {
		word, _, _ = bytes.Cut(word, []byte(":"))
		if !isDirective(word) {
			return false
		}
		found = true
	}
	return found
}

func isDirective(word []byte) bool {
	for _, d := range directives {
		if equalFold(word, d) {
			return true
		}
	}
	return false
}

var directives = [...]string{"all", "none", "index", "noindex", "follow", "nofollow", "archive", "noarchive", "nocache",
	"nosnippet", "noimageindex", "notranslate", "noodp", "noydir", "indexifembedded", "nositelinkssearchbox", "max-snippet",
	"max-image-preview", "max-video-preview", "unavailable_after", "noai", "noimageai"}

// pragma takes in a meta element that stands for an HTTP header.
func (p *Parser) pragma(name, content []byte) {
	switch {
	case equalFold(name, "content-language"):
		if p.page.Lang == "" {
			p.page.Lang = p.languageTag(content)
		}
	case equalFold(name, "refresh") && p.page.Refresh == nil:
		p.refreshes(content)
	}
}

func (p *Parser) refreshes(content []byte) {
	delay, ref, ok := ParseRefresh(string(p.value(content[:min(len(content), maxReference)])))
	if !ok {
		return
	}
	p.page.Refresh = &Refresh{Delay: delay, NoScript: p.noscript > 0}
	if ref == "" {
		return
	}
	p.refresh = append(p.refresh, p.query([]byte(ref))...)
	if l := p.link(KindRefresh, nil); l != nil {
		p.page.references = append(p.page.references, p.refresh...)
		l.reference.End += int32(len(p.refresh))
		e := element{tag: tagMeta, key: p.lex.key}
		l.Path = p.paths.leaf(p.lex.src, p.stack.elements, &e)
	}
}
