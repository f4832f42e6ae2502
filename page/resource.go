package page

import (
	"bytes"
	"slices"
	"strings"

	"sluice/page/internal/ascii"
	"sluice/page/internal/lexer"
	"sluice/page/internal/reference"
)

// resourceReader adds the files that a page embeds or loads to its links: images, styles, scripts, media.
type resourceReader struct {
	lex    *lexer.Lexer
	values *values
	links  *linkReader
}

// read adds the files that the lexer's tag embeds or loads.
func (r *resourceReader) read() {
	x := r.lex
	for _, a := range x.Others {
		if ascii.EqualFold(x.At(a.Name), "style") {
			r.style(r.values.decode(x.At(a.Value)))
		}
	}
	switch x.Tag {
	case lexer.TagImg, lexer.TagSource:
		r.attribute(lexer.AttrSrc)
		if v, ok := x.Attr(lexer.AttrSrcset); ok {
			r.srcset(v)
		}
		r.lazy()
	case lexer.TagScript, lexer.TagEmbed, lexer.TagTrack, lexer.TagAudio:
		r.attribute(lexer.AttrSrc)
	case lexer.TagVideo:
		r.attribute(lexer.AttrSrc)
		r.attribute(lexer.AttrPoster)
	case lexer.TagInput:
		if kind, _ := x.Attr(lexer.AttrType); ascii.EqualFold(kind, "image") {
			r.attribute(lexer.AttrSrc)
		}
	case lexer.TagObject:
		r.attribute(lexer.AttrData)
	case lexer.TagBody, lexer.TagTable, lexer.TagTD, lexer.TagTH:
		r.attribute(lexer.AttrBackground)
	case lexer.TagImage: // of SVG
		r.attribute(lexer.AttrHref)
		r.attribute(lexer.AttrXLinkHref)
	case lexer.TagMeta:
		if r.describesMedia() {
			r.attribute(lexer.AttrContent)
		}
	case lexer.TagLink:
		if rel, _ := x.Attr(lexer.AttrRel); loads(r.values.list(rel)) {
			r.attribute(lexer.AttrHref)
			r.srcsetNamed("imagesrcset")
		}
	}
}

// attribute adds the reference of an attribute.
func (r *resourceReader) attribute(id lexer.Attr) { r.links.addAttribute(KindResource, id) }

// style adds the files that a style element or attribute loads.
func (r *resourceReader) style(sheet []byte) {
	for ref := range reference.InStyle(sheet) {
		r.links.addDecoded(KindResource, ref)
	}
}

// srcset adds the candidates of an attribute value.
func (r *resourceReader) srcset(v []byte) {
	for c := range reference.Srcset(string(r.values.decode(v))) {
		r.links.addDecoded(KindResource, []byte(c.URL))
	}
}

// srcsetNamed adds the candidates of an attribute that is not among the known ones.
func (r *resourceReader) srcsetNamed(name string) {
	for _, a := range r.lex.Others {
		if ascii.EqualFold(r.lex.At(a.Name), name) {
			r.srcset(r.lex.At(a.Value))
		}
	}
}

// lazy adds the images that scripts load later: by convention their references are in data attributes.
func (r *resourceReader) lazy() {
	for _, a := range r.lex.Others {
		name := strings.ToLower(string(clip(r.lex.At(a.Name))))
		if strings.HasPrefix(name, "data-") && (strings.Contains(name, "src") || strings.Contains(name, "lazy") || strings.Contains(name, "original")) {
			r.srcset(bytes.TrimSpace(r.lex.At(a.Value)))
		}
	}
}

// mediaProperties are the properties of the Open Graph protocol (https://ogp.me/#structured) and of Twitter cards that name
// a picture, a film or a sound; :url and :secure_url may follow the first ones.
var mediaProperties = [...]string{"og:image", "og:video", "og:audio", "twitter:image", "twitter:player", "twitter:player:stream"}

// describesMedia reports whether the lexer's meta element names a picture, film or sound that represents the page.
func (r *resourceReader) describesMedia() bool {
	name, ok := r.lex.Attr(lexer.AttrProperty)
	if !ok {
		name, _ = r.lex.Attr(lexer.AttrName)
	}
	plain := bytes.TrimSuffix(bytes.TrimSuffix(bytes.ToLower(bytes.TrimSpace(name)), []byte(":secure_url")), []byte(":url"))
	return slices.Contains(mediaProperties[:], string(plain))
}

// loads reports whether a link element of a relation loads a file, and is not a link to follow.
func loads(rel string) bool {
	if rel == "" {
		return false
	}
	for _, word := range [...]string{"dns-prefetch", "preconnect", "pingback"} {
		if hasWord(rel, word) {
			return false
		}
	}
	_, isLink := linkKind(rel)
	return !isLink
}
