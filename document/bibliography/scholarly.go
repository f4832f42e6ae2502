package bibliography

import (
	"html"
	"strings"

	"sluice/document/bibtex"
	"sluice/internal/lazyregexp"
)

var (
	markup      = lazyregexp.New(`</?[A-Za-z][A-Za-z0-9:]*(?:\s[^<>]{0,300})?/?>`)
	homonym     = lazyregexp.New(` \d{4}$`)
	arXivURL    = lazyregexp.New(`(?i)^https?://(?:www\.|export\.)?arxiv\.org/(?:abs|pdf)/((?:[a-z-]+(?:\.[a-z]{2})?/\d{7}|\d{4}\.\d{4,5})(?:v\d+)?)(?:\.pdf)?$`)
	arXivDOI    = lazyregexp.New(`(?i)^10\.48550/arxiv\.(.+)$`)
	plainMarkup = strings.NewReplacer("<jats:title>Abstract</jats:title>", "")
)

// plain returns a text without the marks of HTML and JATS that services leave in it.
func plain(s string) string {
	if !strings.ContainsAny(s, "<&") {
		return s
	}
	s = markup.ReplaceAllString(plainMarkup.Replace(bounded(s)), "")
	return html.UnescapeString(s)
}

// recognize sets the arXiv number that a DOI or a URL says.
func (r *Record) recognize() {
	if m := arXivDOI.FindStringSubmatch(bareDOI(r.DOI)); m != nil && r.ArXiv == "" {
		r.ArXiv = m[1]
	}
	for _, u := range r.URLs {
		if m := arXivURL.FindStringSubmatch(u); m != nil && r.ArXiv == "" {
			r.ArXiv = m[1]
		}
	}
}

// addURL adds URLs of a service, which may be empty.
func (r *Record) addURL(urls ...string) {
	for _, u := range urls {
		if u != "" && len(r.URLs) < maxValues {
			r.URLs = append(r.URLs, u)
		}
	}
}

// addID adds an identifier of another system, if there is one.
func (r *Record) addID(system, id string) {
	if id = strings.TrimSpace(id); id != "" && len(r.IDs) < maxValues {
		r.IDs = append(r.IDs, system+":"+id)
	}
}

// addAuthor adds an author with what is known of the person.
func (r *Record) addAuthor(name bibtex.Name, p Person) {
	if name.Family != "" && len(r.Authors) < maxValues {
		r.Authors, r.People = append(r.Authors, name), append(r.People, p)
	}
}

// nameOf returns a name that is written in one field, the given name first or after a comma.
func nameOf(s string) bibtex.Name {
	return bibtex.ParseName(plainName(strings.Join(strings.Fields(plain(s)), " ")))
}

// pagesOf returns the pages from the first to the last.
func pagesOf(first, last string) string {
	if last == "" || last == first {
		return first
	}
	return first + "-" + last
}

// afterSlash returns what follows the last slash of an identifier that is a URL.
func afterSlash(s string) string { return s[strings.LastIndexByte(s, '/')+1:] }
