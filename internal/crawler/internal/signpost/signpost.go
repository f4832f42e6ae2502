// Package signpost reads the documents that a page states besides its links: in the
// Link headers of its answer (RFC 8288, as Signposting uses them) and in its citation
// metadata.
package signpost

import (
	"net/http"
	"regexp"
	"slices"
	"strings"

	"sluice/document"
	"sluice/page"
)

const maxHeader = 16 << 10 // bytes of one Link header that are read

// pdfFields name the PDF of the work that a page is about: Highwire Press's field and
// those of two repositories.
var pdfFields = []string{"citation_pdf_url", "bepress_citation_pdf_url", "eprints.document_url"}

// Item is a document that a page states.
type Item struct {
	Ref  string // URL as written, perhaps relative to the page
	Type string // MIME type
}

// Items returns the documents that a page and the header of its answer state, up to n
// of each header.
func Items(p *page.Page, header http.Header, n int) []Item {
	var items []Item
	for _, field := range p.Citations {
		if slices.Contains(pdfFields, field.Name) {
			items = append(items, Item{field.Content, "application/pdf"})
		}
	}
	for _, value := range header.Values("Link") {
		for _, m := range headerLink.FindAllStringSubmatch(value[:min(len(value), maxHeader)], n) {
			mediaType := strings.ToLower(parameter(m[2], "type"))
			if document.Announced(mediaType, "").Document && isItem(m[2]) {
				items = append(items, Item{m[1], mediaType})
			}
		}
	}
	return items
}

var (
	headerLink      = regexp.MustCompile(`<([^<>]*)>((?:\s*;\s*[\w*-]+\s*=\s*(?:"[^"]*"|[^\s",;]+))*)`)
	headerParameter = regexp.MustCompile(`;\s*([\w*-]+)\s*=\s*(?:"([^"]*)"|([^\s",;]+))`)
)

// parameter returns the first value of a parameter of a link in a header.
func parameter(parameters, name string) string {
	for _, m := range headerParameter.FindAllStringSubmatch(parameters, -1) {
		if strings.EqualFold(m[1], name) {
			return m[2] + m[3]
		}
	}
	return ""
}

// isItem reports whether the relation of a link is "item": what the page describes.
func isItem(parameters string) bool {
	for word := range strings.FieldsSeq(parameter(parameters, "rel")) {
		if strings.EqualFold(word, "item") {
			return true
		}
	}
	return false
}
