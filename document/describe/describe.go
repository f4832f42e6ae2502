// Package describe finds what a library needs to know about a document: title,
// authors, abstract, year, venue, identifiers, subjects and references.
//
// [Describe] reads every source there is: the file's own metadata, how its
// first pages look, the pages that link to it, a BibTeX entry next to the link,
// and the headers it was served with. Each field says where it comes from and
// how sure it is. Sources that agree make one field, with a higher confidence
// than each alone; where they differ all are kept, the best first.
//
//	d := describe.Describe(document, describe.Around{URL: url})
//	title, authors := d.Get("title"), d.All("author")
//
// Whatever a document says, a description is bounded, and its values are plain
// text of one line: without control characters, marks of direction and markup.
package describe

import (
	"net/http"

	"sluice/document/content"
	"sluice/document/describe/internal/reference"
	"sluice/document/genre"
	"sluice/page"
)

// The sources of a field.
const (
	File        = "file"         // the file's own metadata, or its format's markup
	FirstPage   = "first page"   // words and looks of the first pages
	LinkingPage = "linking page" // the page that links to the document
	BibTeX      = "bibtex"       // an entry next to the link
	Header      = "header"       // the response's headers
	User        = "user"         // a person's correction; never from here
)

// Description is what is known of a document.
type Description struct {
	// Fields are in the order of names, and the best first within a name. Names
	// are those of [content.Field]: "title", "author", "affiliation",
	// "abstract", "keyword", "subject", "year", "venue", "volume", "pages"
	// (their number), "doi", "arxiv", "isbn", "orcid" (of its authors),
	// "license" (its URL), "language". The values of a list, such as authors,
	// follow one another; what another source says follows behind.
	Fields     []Field
	References []reference.Reference // the documents it refers to, in order
}

// Field is one thing that one source says.
type Field struct {
	Name, Value string
	Source      string
	Confidence  float64 // from 0 to 1
}

// Reference is a document that another one refers to.
type Reference = reference.Reference

// Get returns the best value of a field; empty when there is none.
func (d *Description) Get(name string) string {
	for _, f := range d.Fields {
		if f.Name == name && f.Value != "" {
			return f.Value
		}
	}
	return ""
}

// All returns all values of a list as the best source has it, in order.
func (d *Description) All(name string) []string {
	var values []string
	source := ""
	for _, f := range d.Fields {
		if f.Name != name || f.Value == "" {
			continue
		}
		if source == "" {
			source = f.Source
		}
		if f.Source != source {
			break
		}
		values = append(values, f.Value)
	}
	return values
}

// Around is what is known of a document besides itself. All of it is optional.
type Around struct {
	URL     string // where it was fetched from
	Genre   genre.Genre
	Header  http.Header // of the response
	Records []string    // the metadata documents that its header points to: BibTeX, CSL-JSON or Dublin Core
	Links   []Link      // to the document
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

// Describe describes a document. It may be called from many goroutines.
func Describe(d *content.Document, o Around) *Description {
	o.Links = o.Links[:min(len(o.Links), maxLinks)]
	w := collector{document: d, around: o, garbled: garbled(d)}
	w.readFileMetadata()
	w.readLinkingPages()
	w.readHeader()
	w.readFirstPages()
	w.readText()
	w.addSubjects()
	description := &Description{Fields: w.fields()}
	if !w.garbled { // letters that lie make no references
		description.References = reference.List(d)
	}
	return description
}
