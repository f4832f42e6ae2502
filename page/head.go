package page

import (
	"bytes"
	"strings"

	"sluice/page/internal/ascii"
	"sluice/page/internal/lexer"
	"sluice/page/internal/reference"
)

// headReader reads the elements of the head: title, language, meta and link elements.
type headReader struct {
	page      *Page
	lex       *lexer.Lexer
	values    *values
	links     *linkReader
	citations *citationReader

	hasTitle bool
}

// title reads a title. Only the first one counts; later ones belong to pictures in SVG, or are mistakes.
func (r *headReader) title(content []byte) {
	if !r.hasTitle {
		r.hasTitle = true
		r.page.Title = r.values.fold(content)
	}
}

// language reads a lang or xml:lang attribute of the root. The first language declared counts.
func (r *headReader) language(id lexer.Attr) {
	if v, ok := r.lex.Attr(id); ok && r.page.Lang == "" {
		r.page.Lang = r.values.language(v)
	}
}

// link reads a link element. Only some relations make a link to follow.
func (r *headReader) link() {
	v, ok := r.lex.Attr(lexer.AttrRel)
	if !ok {
		return
	}
	rel := r.values.list(v)
	r.signpost(rel)
	kind, ok := linkKind(rel)
	if !ok {
		return
	}
	if l := r.links.addAttribute(kind, lexer.AttrHref); l != nil {
		l.title = r.links.aside(lexer.AttrTitle)
	}
}

// linkKind returns the kind of link that a relation makes, and reports whether it makes one.
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

// signposts are the relations by which a landing page points to the work that it presents, and to its metadata
// (https://signposting.org/FAIR/).
var signposts = [...]string{"author", "cite-as", "collection", "describedby", "item", "license", "type"}

// signpost stores the targets of a link element with these relations.
func (r *headReader) signpost(rel string) {
	if rel == "stylesheet" {
		return
	}
	for _, name := range signposts {
		if !hasWord(rel, name) {
			continue
		}
		if href, ok := r.lex.Attr(lexer.AttrHref); ok {
			r.citations.add("link."+name, href)
		}
	}
}

// meta reads a meta element, which may be inside a noscript element.
func (r *headReader) meta(isNoScript bool) {
	x := r.lex
	content, ok := x.Attr(lexer.AttrContent)
	if !ok {
		return
	}
	if equiv, ok := x.Attr(lexer.AttrHTTPEquiv); ok {
		r.pragma(bytes.TrimSpace(equiv), content, isNoScript)
	}
	if prop, ok := x.Attr(lexer.AttrItemprop); ok {
		r.citations.addProperty(prop, content)
	}
	name, ok := x.Attr(lexer.AttrName)
	if !ok {
		name, ok = x.Attr(lexer.AttrProperty)
	}
	if name = bytes.TrimSpace(name); !ok || len(name) == 0 || len(name) > maxWord {
		return
	}
	pg := r.page
	switch {
	case ascii.EqualFold(name, "keywords"):
		if pg.Keywords == "" {
			pg.Keywords = r.values.fold(content)
		}
	case ascii.EqualFold(name, "description"):
		if pg.Description == "" {
			pg.Description = r.values.fold(content)
		}
	case ascii.EqualFold(name, "robots"):
		r.robots("robots", content)
	default:
		r.namedMeta(strings.ToLower(string(name)), content)
	}
}

// namedMeta reads a meta element by its name in lower case.
func (r *headReader) namedMeta(name string, content []byte) {
	switch {
	case isCitation(name):
		r.citations.add(name, content)
	case name == "language":
		if r.page.Lang == "" {
			r.page.Lang = r.values.language(content)
		}
	case isDirectives(content):
		r.robots(name, content)
	}
}

// robots keeps the directives of a robots meta, for all robots or for one.
func (r *headReader) robots(name string, content []byte) {
	pg := r.page
	if len(pg.Robots) >= maxMeta {
		return
	}
	value := r.values.fold(content)
	pg.Robots = append(pg.Robots, Meta{name, value})
	if name != "robots" {
		return
	}
	for word := range strings.FieldsFuncSeq(strings.ToLower(value), betweenDirectives) {
		pg.NoIndex = pg.NoIndex || word == "noindex" || word == "none"
		pg.NoFollow = pg.NoFollow || word == "nofollow" || word == "none"
	}
}

// betweenDirectives reports whether r separates directives. The standard is a comma; pages have the others too.
func betweenDirectives(r rune) bool { return r == ',' || r == ' ' || r == ';' }

// isDirectives reports whether a meta's content consists of robots directives. A meta for one bot is recognised by that,
// because its name is that of the bot, which may be any.
func isDirectives(content []byte) bool {
	if len(content) > maxWord {
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

// isDirective reports whether a word is a robots directive.
func isDirective(word []byte) bool {
	for _, d := range directives {
		if ascii.EqualFold(word, d) {
			return true
		}
	}
	return false
}

// directives are the robots directives of the large search engines
// (https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag).
var directives = [...]string{"all", "none", "index", "noindex", "follow", "nofollow", "archive", "noarchive", "nocache",
	"nosnippet", "noimageindex", "notranslate", "noodp", "noydir", "indexifembedded", "nositelinkssearchbox", "max-snippet",
	"max-image-preview", "max-video-preview", "unavailable_after", "noai", "noimageai"}

// pragma reads a meta element that replaces an HTTP header.
func (r *headReader) pragma(name, content []byte, isNoScript bool) {
	switch {
	case ascii.EqualFold(name, "content-language"):
		if r.page.Lang == "" {
			r.page.Lang = r.values.language(content)
		}
	case ascii.EqualFold(name, "refresh") && r.page.Refresh == nil:
		r.refresh(content, isNoScript)
	}
}

// refresh reads the content of a meta refresh.
func (r *headReader) refresh(content []byte, isNoScript bool) {
	delay, ref, ok := reference.Refresh(string(r.values.decode(content[:min(len(content), maxReference)])))
	if !ok {
		return
	}
	r.page.Refresh = &Refresh{Delay: delay, NoScript: isNoScript}
	if ref != "" {
		r.links.addRefresh([]byte(ref))
	}
}
