package landing

import (
	"strings"

	"sluice/internal/lazyregexp"
	"sluice/page"
	"sluice/weburl"
)

// pdfMetas are the metas that name the file of a work: Highwire Press's and those of other platforms.
var pdfMetas = map[string]bool{
	"citation_pdf_url": true, "bepress_citation_pdf_url": true, "eprints.document_url": true, "wkhealth_pdf_url": true, "citation_pdf": true,
}

// textMetas are the metas that name the full text as HTML or XML.
var textMetas = map[string]bool{
	"citation_fulltext_html_url": true, "citation_full_html_url": true, "citation_xml_url": true, "citation_fulltext_xml_url": true,
}

// header finds what the Link headers of the answer state (RFC 8288, https://signposting.org/FAIR/).
func (f *finder) header() {
	for _, value := range f.Header.Values("Link") {
		value = value[:min(len(value), maxHeader)]
		for _, m := range headerLink.FindAllStringSubmatch(value, maxHeaderLinks) {
			rel, mediaType := parameter(m[2], "rel"), parameter(m[2], "type")
			if hasWord(rel, "item") && (mediaType == "" && isFile(m[1]) || isPaperType(mediaType)) {
				f.addRef(m[1], Paper, "header rel=item", 0.97)
			}
			if hasWord(rel, "linkset") && strings.HasPrefix(mediaType, "application/linkset+json") {
				f.addRef(m[1], Interface, "header rel=linkset", 0.5)
			}
		}
	}
}

const (
	maxHeader      = 16 << 10 // bytes of one Link header that are read
	maxHeaderLinks = 100
)

var (
	headerLink      = lazyregexp.New(`<([^<>]*)>((?:\s*;\s*[\w*-]+\s*=\s*(?:"[^"]*"|[^\s",;]+))*)`)
	headerParameter = lazyregexp.New(`;\s*([\w*-]+)\s*=\s*(?:"([^"]*)"|([^\s",;]+))`)
)

// parameter returns the first value of a parameter of a link in a header, in lower case.
func parameter(parameters, name string) string {
	for _, m := range headerParameter.FindAllStringSubmatch(parameters, -1) {
		if strings.EqualFold(m[1], name) {
			return strings.ToLower(m[2] + m[3])
		}
	}
	return ""
}

// stated finds what the head of the page states: metas, linked data and link elements.
func (f *finder) stated() {
	for _, m := range f.Page.Citations {
		switch {
		case pdfMetas[m.Name]:
			f.meta(m)
		case textMetas[m.Name]:
			f.addRef(m.Content, Text, "meta "+m.Name, 0.4)
		case m.Name == "link.item" && isFile(m.Content):
			f.addRef(m.Content, Paper, "link rel=item", 0.95)
		case fileMetas[m.Name] && isFile(m.Content) && strings.HasPrefix(m.Content, "http"):
			f.metaFile(m)
		}
	}
	for i := range f.pageLinks {
		l := &f.pageLinks[i]
		if (l.Kind == page.KindAlternate || l.Kind == page.KindItem) && isPaperType(l.Type) {
			f.add(Candidate{URL: l.URL, Kind: Paper, Rule: "link rel=" + l.Kind.String(), Confidence: 0.9})
		}
	}
}

// fileMetas are the metas that name a file in some repositories, and something else in most.
var fileMetas = set("dc.identifier dc.identifier.uri dcterms.identifier dc.relation dcterms.hasformat schema.encoding schema.contenturl schema.contentUrl")

// meta adds what a meta for the file of the work names.
func (f *finder) meta(m page.Meta) {
	u, err := f.base.Resolve([]byte(strings.TrimSpace(m.Content)))
	if err != nil || isPlaceholder(u) {
		return
	}
	c := Candidate{URL: u, Kind: Paper, Rule: "meta " + m.Name, Confidence: 0.95}
	if shapeOf(u)&isReader != 0 {
		c.Kind = Wrapper
	}
	if isPart(u) && !f.id.endsWithKey(u) {
		c.Confidence = 0.5
	}
	f.add(c)
}

// isPlaceholder reports whether an address is what templates make of a missing value.
func isPlaceholder(u weburl.URL) bool {
	path := strings.ToLower(u.Path())
	return path == "/" && u.Query() == "" || strings.HasSuffix(path, "/undefined") || strings.HasSuffix(path, "/null") || strings.HasSuffix(path, "/none")
}

// metaFile adds a file that a meta for other purposes names, if it is that of the work.
func (f *finder) metaFile(m page.Meta) {
	u, err := f.base.Resolve([]byte(m.Content))
	if err != nil || f.isOther(u, "") || f.id.of(u) == isOther && u.Domain() != f.URL.Domain() {
		return
	}
	f.add(Candidate{URL: u, Kind: Paper, Rule: "meta " + m.Name, Confidence: 0.8})
}

// addRef adds a candidate by its reference.
func (f *finder) addRef(ref string, kind Kind, rule string, confidence float64) {
	if u, err := f.base.Resolve([]byte(strings.TrimSpace(ref))); err == nil {
		f.add(Candidate{URL: u, Kind: kind, Rule: rule, Confidence: confidence})
	}
}

// hasWord reports whether a list of words has a word.
func hasWord(list, word string) bool {
	for w := range strings.FieldsSeq(list) {
		if w == word {
			return true
		}
	}
	return false
}

// isPaperType reports whether a media type is one in which papers are written.
func isPaperType(mediaType string) bool {
	mediaType, _, _ = strings.Cut(mediaType, ";")
	switch strings.ToLower(strings.TrimSpace(mediaType)) {
	case "application/pdf", "application/x-pdf", "application/postscript", "image/vnd.djvu":
		return true
	}
	return false
}

// isFile reports whether a reference has the ending of a paper's file.
func isFile(ref string) bool {
	ref, _, _ = strings.Cut(ref, "#")
	path, _, _ := strings.Cut(ref, "?")
	path = strings.ToLower(path)
	for _, ending := range [...]string{".pdf", ".ps", ".ps.gz", ".djvu"} {
		if strings.HasSuffix(path, ending) {
			return true
		}
	}
	return false
}
