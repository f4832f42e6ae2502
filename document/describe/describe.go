// Package describe finds what a library needs to know about a document: title,
// authors, abstract, year, venue, identifiers, subjects and references.
//
// [Describe] reads every source there is: the file's own metadata, how its
// first pages look, the pages that link to it, a BibTeX entry next to the link,
// the references of other documents to it, and the headers it was served with. Each field says where it comes from and
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
	"sluice/document/content"
	"sluice/document/describe/internal/reference"
	"sluice/text"
)

// Describe describes a document. It may be called from many goroutines.
func Describe(d *content.Document, o Around) *Description {
	o.Links = o.Links[:min(len(o.Links), maxLinks)]
	w := collector{document: d, around: o, garbled: text.Garbled(d.Text)}
	if !w.garbled { // garbled text has no references that can be read
		w.references = reference.List(d)
	}
	w.readFileMetadata()
	w.readLinkingPages()
	w.readCitations()
	w.readHeader()
	w.readFirstPages()
	w.readText()
	w.addSubjects()
	w.addYears()
	w.addSubstituteTitle()
	w.correctNames()
	w.correctTitleCase()
	return &Description{Fields: w.fields(), References: w.references}
}
