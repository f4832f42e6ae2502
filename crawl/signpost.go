package crawl

import (
	"regexp"
	"strings"

	"sluice/document"
	"sluice/page"
	"sluice/weburl"
)

// isDocument tells whether a link leads to a document, by the ending of its URL or by what its page says of it.
func isDocument(l *page.Link) bool {
	return weburl.DocumentEnding(l.URL) || l.Type != "" && document.Announced(l.Type, "").Document
}

// pdfMetas name the PDF of the work that a page is about: Highwire Press's metas and those of two repositories.
var pdfMetas = []string{"citation_pdf_url", "bepress_citation_pdf_url", "eprints.document_url"}

// The most that is taken of what a page states besides its links.
const (
	maxStated     = 100
	maxLinkHeader = 16 << 10 // bytes
)

// stated adds to a page's links the documents that it states to be there: those of its citation metadata, and the
// items that the header of its answer links to (RFC 8288, as Signposting has it).
func (r *reader) stated(v *visit, p *page.Page) {
	var types map[weburl.Key]string
	add := func(ref, mediaType string) {
		base := p.Base
		if base.IsZero() {
			base = v.url
		}
		u, err := r.c.rules.url.NewBase(base).Resolve([]byte(ref))
		if err != nil || len(types) >= maxStated || len(p.Links) >= page.MaxLinks {
			return
		}
		if types == nil {
			types = map[weburl.Key]string{}
		}
		if _, twice := types[u.Key()]; !twice {
			types[u.Key()] = mediaType
			p.Links = append(p.Links, page.Link{URL: u, Kind: page.KindItem, Type: mediaType, Rel: "item", Position: len(p.Links)})
		}
	}
	for _, m := range p.Citations {
		for _, name := range pdfMetas {
			if m.Name == name {
				add(m.Content, "application/pdf")
			}
		}
	}
	for _, header := range v.resp.Header.Values("Link") {
		for _, m := range headerLink.FindAllStringSubmatch(header[:min(len(header), maxLinkHeader)], maxStated) {
			if mediaType := strings.ToLower(parameter(m[2], "type")); document.Announced(mediaType, "").Document && isItem(m[2]) {
				add(m[1], mediaType)
			}
		}
	}
	if types == nil {
		return
	}
	for i := range p.Links { // also the same ones in the text, which say nothing of it
		if l := &p.Links[i]; l.Type == "" {
			l.Type = types[l.URL.Key()]
		}
	}
}

var (
	headerLink      = regexp.MustCompile(`<([^<>]*)>((?:\s*;\s*[\w*-]+\s*=\s*(?:"[^"]*"|[^\s",;]+))*)`)
	headerParameter = regexp.MustCompile(`;\s*([\w*-]+)\s*=\s*(?:"([^"]*)"|([^\s",;]+))`)
)

// parameter gives the first value of a parameter of a link in a header.
func parameter(parameters, name string) string {
	for _, m := range headerParameter.FindAllStringSubmatch(parameters, -1) {
		if strings.EqualFold(m[1], name) {
			return m[2] + m[3]
		}
	}
	return ""
}

func isItem(parameters string) bool {
	for word := range strings.FieldsSeq(parameter(parameters, "rel")) {
		if strings.EqualFold(word, "item") {
			return true
		}
	}
	return false
}
