package describe

import "sluice/document/content"

// The sources of a field.
const (
	File        = "file"         // the file's own metadata, or its format's markup
	FirstPage   = "first page"   // words and looks of the first pages
	LinkingPage = "linking page" // the page that links to the document
	Citation    = "citation"     // references of other documents
	BibTeX      = "bibtex"       // an entry next to the link
	FileName    = "file name"    // the name of the file: a title where there is no other

	Bibliography = "bibliography" // a record with which a person added the document; never from here
	Header       = "header"       // the response's headers
	User         = "user"         // a person's correction; never from here
)

// Description is what is known of a document.
type Description struct {
	// Fields are in the order of names, and the best first within a name. Names
	// are those of [content.Field]: "title", "author", "affiliation",
	// "abstract", "keyword", "subject", "year", "venue", "volume", "pages"
	// (their number), "ocr" (how many of them were read by OCR), "doi", "arxiv", "isbn", "orcid" (of its authors),
	// "license" (its URL), "language". Only a bibliography or a person also gives
	// "date", "number", "publisher", and as "pages" the first and the last. The values of a list, such as authors,
	// follow one another; what another source says follows behind.
	Fields     []Field
	References []content.Reference // the documents it refers to, in order
}

// Field is one thing that one source says.
type Field struct {
	Name, Value string
	Source      string
	Confidence  float64 // from 0 to 1: the share of such values that is right
}

// Certain is the confidence from which nine in ten values are right. Exports leave out what is less certain, but for the title.
const Certain = 0.9

// Get returns the best value of a field, or "" if it has none.
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
