package describe

import (
	"net/http"
	"net/url"
	"strings"

	"sluice/document/genre"
	"sluice/page"
)

// Around is what is known of a document besides itself. All of it is optional.
type Around struct {
	URL     string // where it was fetched from
	Genre   genre.Genre
	Header  http.Header // of the response
	Records []string    // the metadata documents that its header points to: BibTeX, CSL-JSON or Dublin Core
	Links   []Link      // to the document

	Repeated map[string]bool // which of its [FirstLines] many documents of its host have: names of institutes and series, no titles
	Cited    []string        // titles to which other documents refer, and which begin as one of its first lines does
}

// Link is a link to the document.
type Link struct {
	Page    string      // URL of the page that holds it
	Anchor  string      // its text
	Around  string      // the text around it
	Metas   []page.Meta // citation metadata of that page, and its signposts, see [page.Page.Citations]
	Header  http.Header // of that page's response
	Records []string    // the metadata documents that the page points to, as those of [Around]
	BibTeX  string      // entries next to it
}

// maxLinks is the most links that are read: further ones repeat what the first
// ones said.
const maxLinks = 20

// isThis reports whether a reference on a page leads to the document, whatever
// its scheme.
func (a *Around) isThis(ref, base string) bool {
	if ref == "" || len(ref) > 4096 || a.URL == "" {
		return false
	}
	b, err := url.Parse(base)
	if err != nil {
		return false
	}
	u, err := b.Parse(strings.TrimSpace(ref))
	if err != nil {
		return false
	}
	this, err := url.Parse(a.URL)
	return err == nil && strings.EqualFold(u.Host, this.Host) && u.Path == this.Path && u.RawQuery == this.RawQuery
}
