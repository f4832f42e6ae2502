package landing

import (
	"net/url"
	"slices"
	"strings"

	"sluice/internal/lazyregexp"
	"sluice/text"
	"sluice/weburl"
)

// identity is what the addresses of one work have in common: its identifiers, and the words of its title.
type identity struct {
	long   []string        // identifiers of at least longKey characters: letters and digits in lower case
	short  map[string]bool // shorter ones, which must be a whole part of an address
	titles []string        // normal titles
	says   uint32          // groups of phrases in the title: there they say nothing
}

const (
	longKey   = 6
	maxKeys   = 40
	minTitle  = 12 // bytes of a normal title that two works hardly share
	maxPieces = 64 // of an address
)

// titleMetas are the metas that have the title of the work.
var titleMetas = set("citation_title dc.title dcterms.title eprints.title bepress_citation_title schema.headline")

// newIdentity collects the identity of the work that a page presents.
func newIdentity(a *Answer) *identity {
	id := &identity{short: map[string]bool{}}
	id.address(a.URL)
	if p := a.Page; p != nil {
		if !p.Canonical.IsZero() && p.Canonical.Domain() == a.URL.Domain() {
			id.address(p.Canonical)
		}
		id.title(p.Title)
		for _, m := range p.Citations {
			if titleMetas[m.Name] {
				id.title(m.Content)
			}
			switch m.Name {
			case "citation_doi", "dc.identifier", "dc.identifier.doi", "prism.doi", "bepress_citation_doi":
				id.doi(m.Content)
			case "citation_abstract_html_url", "citation_public_url":
				if u, err := weburl.Parse(m.Content); err == nil {
					id.address(u)
				}
			}
		}
	}
	if r := a.Record; r != nil {
		id.title(r.Title)
		id.doi(r.DOI)
		id.key(r.ArXiv)
	}
	return id
}

// title adds a title, and the site's name is no part of it.
func (id *identity) title(s string) {
	if len(id.titles) >= maxKeys || len(s) > 2000 {
		return
	}
	id.says |= find(s)
	for _, part := range [...]string{s, cutSite(s)} {
		if t := text.NormalTitle(part); len(t) >= minTitle {
			id.titles = append(id.titles, t)
		}
	}
}

// cutSite returns a page's title without the name of the site that follows it.
func cutSite(s string) string {
	for _, mark := range [...]string{" | ", " - ", " :: ", " – ", " — "} {
		if i := strings.LastIndex(s, mark); i > 0 {
			return s[:i]
		}
	}
	return s
}

// doi adds the suffix of a DOI.
func (id *identity) doi(s string) {
	if i := strings.Index(s, "10."); i >= 0 {
		if _, suffix, ok := strings.Cut(s[i:], "/"); ok {
			id.key(suffix)
		}
	}
}

// version is the number of a version at the end of an identifier.
var version = lazyregexp.New(`v\d{1,2}$`)

// key adds an identifier: what has a digit, or is long.
func (id *identity) key(s string) {
	k := alphanumeric(version.ReplaceAllString(strings.ToLower(s), ""))
	switch {
	case len(id.long)+len(id.short) >= maxKeys || len(k) > 200:
	case len(k) >= longKey && hasDigit(k) || len(k) >= 20:
		id.long = append(id.long, k)
	case hasDigit(k):
		id.short[k] = true
	}
}

// address adds the identifiers in the address of a page of the work: the last parts of its path, alone and joined, and
// the values of its query.
func (id *identity) address(u weburl.URL) {
	var parts []string
	for part := range strings.SplitSeq(unescape(u.Path()), "/") {
		if part = stem(part); part != "" && !isView(part) {
			parts = append(parts, part)
		}
	}
	for n := 1; n <= min(3, len(parts)); n++ {
		joined := strings.Join(parts[len(parts)-n:], "")
		if n == 1 || hasDigit(parts[len(parts)-n]) {
			id.key(joined)
		}
	}
	for name, value := range u.Parameters() {
		if !isView(name) {
			id.doi(unescape(value))
			id.key(unescape(value))
		}
	}
}

// isView reports whether a part of an address says how a work is shown, not which.
func isView(part string) bool {
	switch strings.ToLower(part) {
	case "abstract", "abs", "full", "fulltext", "html", "index", "view", "article", "articles", "summary", "meta", "landing", "details", "default", "show", "page", "lang", "locale", "download", "record", "records", "doi":
		return true
	}
	return false
}

// stem returns a part of a path without the ending of its file.
func stem(part string) string {
	if i := strings.LastIndexByte(part, '.'); i > 0 && len(part)-i <= 9 && !hasDigit(part[i:]) {
		return part[:i]
	}
	return part
}

// The grades of likeness of an address to the identity of a work.
const (
	isOther  = iota // nothing in common
	isLike          // a short identifier, or words of the title
	isOfWork        // a long identifier
)

// of returns how like an address is to the identity.
func (id *identity) of(u weburl.URL) int {
	uri := strings.ToLower(unescape(u.RequestURI()))
	joined := alphanumeric(uri)
	for _, k := range id.long {
		if strings.Contains(joined, k) {
			return isOfWork
		}
	}
	n := 0
	for part := range strings.FieldsFuncSeq(uri, func(r rune) bool { return !isAlphanumeric(r) }) {
		if id.short[part] || id.short[version.ReplaceAllString(part, "")] {
			return isLike
		}
		if n++; n > maxPieces {
			break
		}
	}
	return isOther
}

// endsWithKey reports whether the name of a file ends with an identifier of the work.
func (id *identity) endsWithKey(u weburl.URL) bool {
	path := unescape(u.Path())
	name := alphanumeric(strings.ToLower(stem(path[strings.LastIndexByte(path, '/')+1:])))
	return slices.ContainsFunc(id.long, func(k string) bool { return strings.HasSuffix(name, k) })
}

// isTitle reports whether a text is the title of the work, or begins with it.
func (id *identity) isTitle(s string) bool {
	if len(s) < minTitle || len(s) > 2000 {
		return false
	}
	t := text.NormalTitle(s)
	for _, known := range id.titles {
		if t == known || len(known) >= 2*minTitle && strings.HasPrefix(t, known) {
			return true
		}
	}
	return false
}

// hasTitle reports whether a text has the title of the work in it.
func (id *identity) hasTitle(s string) bool {
	if len(s) < minTitle || len(s) > 2000 {
		return false
	}
	t := text.NormalTitle(s)
	return slices.ContainsFunc(id.titles, func(known string) bool { return strings.Contains(t, known) })
}

// unescape returns a part of a URL without its escapes.
func unescape(s string) string {
	if plain, err := url.PathUnescape(s); err == nil {
		return plain
	}
	return s
}

// alphanumeric returns the letters and digits of a text in lower case.
func alphanumeric(s string) string {
	return strings.Map(func(r rune) rune {
		if isAlphanumeric(r) {
			return r
		}
		return -1
	}, s)
}

func isAlphanumeric(r rune) bool {
	return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || r >= 0x80
}

// hasDigit reports whether a text has a digit.
func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }
