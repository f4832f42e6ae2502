package page

import (
	"bytes"
	"strings"
)

// resources lists what the lexer's tag embeds or loads.
func (p *Parser) resources() {
	x := &p.lex
	switch x.tag {
	case tagImg, tagSource:
		p.reference(KindResource, attrSrc)
		p.candidates(attrSrcset)
		p.lazy()
	case tagScript, tagEmbed, tagTrack, tagAudio:
		p.reference(KindResource, attrSrc)
	case tagVideo:
		p.reference(KindResource, attrSrc)
		p.reference(KindResource, attrPoster)
	case tagInput:
		if kind, _ := x.get(attrType); equalFold(kind, "image") {
			p.reference(KindResource, attrSrc)
		}
	case tagObject:
		p.reference(KindResource, attrData)
	case tagBody, tagTable, tagTD, tagTH:
		p.reference(KindResource, attrBackground)
	case tagLink:
		if rel, _ := x.get(attrRel); loads(p.rel(rel)) {
			p.reference(KindResource, attrHref)
		}
	}
}

// loads reports whether a link element of that relation loads something, and is not another kind of link.
func loads(rel string) bool {
	if rel == "" {
		return false
	}
	for _, word := range [...]string{"dns-prefetch", "preconnect", "pingback"} {
		if hasWord(rel, word) {
			return false
		}
	}
	_, link := linkKind(rel)
	return !link
}

func (p *Parser) candidates(id attr) {
	if v, ok := p.lex.get(id); ok {
		p.listed(v)
	}
}

func (p *Parser) listed(v []byte) {
	for c := range Srcset(string(p.value(v))) {
		p.embedded(c.URL)
	}
}

func (p *Parser) embedded(ref string) {
	if l := p.link(KindResource, nil); l != nil {
		start := len(p.page.references)
		p.page.references = append(p.page.references, p.query([]byte(ref))...)
		l.reference.End += int32(len(p.page.references) - start)
	}
}

// lazy lists what scripts will put into src and srcset: the data attributes named for that.
func (p *Parser) lazy() {
	for _, a := range p.lex.attributes {
		name := strings.ToLower(string(a.name[:min(len(a.name), maxPathWord)]))
		if strings.HasPrefix(name, "data-") && (strings.Contains(name, "src") || strings.Contains(name, "lazy") || strings.Contains(name, "original")) {
			p.listed(bytes.TrimSpace(a.value))
		}
	}
}
