package page

import (
	"bytes"
	"slices"
	"strings"
)

// resources lists what the lexer's tag embeds or loads.
func (p *Parser) resources() {
	x := &p.lex
	for _, a := range x.others {
		if equalFold(x.at(a.name), "style") {
			p.styles(p.value(x.at(a.value)))
		}
	}
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
	case tagImage: // of SVG
		p.reference(KindResource, attrHref)
		p.reference(KindResource, attrXLinkHref)
	case tagMeta:
		if p.describesMedia() {
			p.reference(KindResource, attrContent)
		}
	case tagLink:
		if rel, _ := x.get(attrRel); loads(p.rel(rel)) {
			p.reference(KindResource, attrHref)
			p.named("imagesrcset")
		}
	}
}

// mediaProperties are the properties of the Open Graph protocol (https://ogp.me/#structured) and of Twitter cards that name
// a picture, a film or a sound; :url and :secure_url may follow the first ones.
var mediaProperties = [...]string{"og:image", "og:video", "og:audio", "twitter:image", "twitter:player", "twitter:player:stream"}

// describesMedia reports whether the lexer's meta element names a file that stands for the page.
func (p *Parser) describesMedia() bool {
	name, ok := p.lex.get(attrProperty)
	if !ok {
		name, _ = p.lex.get(attrName)
	}
	plain := bytes.TrimSuffix(bytes.TrimSuffix(bytes.ToLower(bytes.TrimSpace(name)), []byte(":secure_url")), []byte(":url"))
	return slices.Contains(mediaProperties[:], string(plain))
}

// named lists the candidates of an attribute that has no number of its own.
func (p *Parser) named(name string) {
	for _, a := range p.lex.others {
		if equalFold(p.lex.at(a.name), name) {
			p.listed(p.lex.at(a.value))
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
	for _, a := range p.lex.others {
		name := strings.ToLower(string(clip(p.lex.at(a.name))))
		if strings.HasPrefix(name, "data-") && (strings.Contains(name, "src") || strings.Contains(name, "lazy") || strings.Contains(name, "original")) {
			p.listed(bytes.TrimSpace(p.lex.at(a.value)))
		}
	}
}
