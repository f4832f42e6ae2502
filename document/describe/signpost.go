package describe

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"sluice/document/describe/internal/identifier"
	"sluice/document/describe/internal/textline"
	"sluice/internal/lazyregexp"
)

// Signpost is a link by which a document, or the page that presents it, points
// to something that belongs to it (https://signposting.org/FAIR/): in a
// response's header (RFC 8288) or as an element of the page.
type Signpost struct {
	Rel string // one relation, in lower case: "cite-as", "author", …
	URL string // absolute
}

// The most that is read of header fields.
const (
	maxHeaders    = 20
	maxHeaderSize = 16 << 10
	maxSignposts  = 100
)

// A link and its relation in a field Link (RFC 8288, section 3), as far as fields in use need it.
var (
	headerLink = lazyregexp.New(`<([^<>]+)>((?:\s*;\s*[\w*-]+\s*=\s*(?:"[^"]*"|[^\s",;]+))*)`)
	relation   = lazyregexp.New(`(?i);\s*rel\s*=\s*(?:"([^"]*)"|([^\s",;]+))`)
)

// Signposts returns the links of a response's header; base is its URL.
func Signposts(header http.Header, base string) []Signpost {
	var all []Signpost
	for _, value := range limited(header.Values("Link"), maxHeaders) {
		for _, m := range headerLink.FindAllStringSubmatch(value[:min(len(value), maxHeaderSize)], maxSignposts) {
			if rel := relation.FindStringSubmatch(m[2]); rel != nil {
				for word := range strings.FieldsSeq(strings.ToLower(rel[1] + rel[2])) {
					all = signpost(all, word, m[1], base)
				}
			}
		}
	}
	return all
}

// Signposts returns those of the page that holds the link, by its header and
// its elements.
func (l *Link) Signposts() []Signpost {
	all := Signposts(l.Header, l.Page)
	for _, m := range l.Metas {
		if rel, ok := strings.CutPrefix(m.Name, "link."); ok {
			all = signpost(all, rel, m.Content, l.Page)
		}
	}
	return all
}

// signpost appends a link for each of the relations that it names. A reference
// is made absolute by the base; one that is no URL is skipped.
func signpost(all []Signpost, rel, ref, base string) []Signpost {
	// The limits bound what a page can make the program keep.
	if len(all) >= maxSignposts || len(ref) > 4096 {
		return all
	}
	b, err := url.Parse(base)
	if err != nil {
		return all
	}
	u, err := b.Parse(strings.TrimSpace(ref))
	if err != nil || u.Host == "" {
		return all
	}
	if s := (Signpost{rel, u.String()}); !slices.Contains(all, s) {
		all = append(all, s)
	}
	return all
}

// addSignposts reads what they say by themselves: what to cite the document as,
// by whom it is, under which terms it may be used.
func (w *collector) addSignposts(source string, trust float64, all []Signpost) {
	var people []string
	for _, s := range all {
		switch s.Rel {
		case "cite-as":
			w.add(source, trust, "doi", identifier.DOI(s.URL))
			w.add(source, trust, "arxiv", identifier.ArXiv(s.URL, false))
		case "author":
			people = append(people, identifier.ORCID(s.URL))
		case "license":
			w.add(source, trust, "license", s.URL)
		}
	}
	w.add(source, trust, "orcid", limited(people, textline.MaxAuthors)...)
}

// readHeader reads the signposts of the document's own response, and the
// metadata that they point to.
func (w *collector) readHeader() {
	w.addSignposts(Header, 0.95, Signposts(w.around.Header, w.around.URL))
	for _, text := range limited(w.around.Records, maxLinks) {
		w.readRecord(text, 0.95)
	}
}

// presents reports whether a page presents the document: one of them points to
// the other. other says that the page presents something else.
func (w *collector) presents(l Link, signs []Signpost) (yes, other bool) {
	for _, s := range signs {
		if s.Rel == "item" {
			if w.around.isThis(s.URL, l.Page) {
				return true, false
			}
			other = true
		}
	}
	for _, s := range Signposts(w.around.Header, w.around.URL) {
		if s.Rel == "collection" && s.URL == l.Page {
			return true, false
		}
	}
	return false, other
}
