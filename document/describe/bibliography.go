package describe

import (
	"slices"
	"strconv"
	"strings"

	"sluice/document/bibliography"
	"sluice/document/describe/internal/identifier"
	"sluice/document/describe/internal/textline"
	"sluice/document/genre"
)

// BibliographyConfidence is that of a record with which a person added the document: a librarian's record is surer than what the layout of
// the first page shows, and only a correction is surer.
const BibliographyConfidence = 0.97

// entryTypes are BibTeX's entry types by the types of records in all formats, as far as these decide on one: a thesis of RIS, CSL or Zotero
// does not say its degree, and "misc" says nothing.
var entryTypes = map[string]string{
	"article": "article", "jour": "article", "article-journal": "article", "journalarticle": "article", "mgzn": "article", "article-magazine": "article",
	"magazinearticle": "article",
	"inproceedings":   "inproceedings", "conference": "inproceedings", "cpaper": "inproceedings", "paper-conference": "inproceedings", "conferencepaper": "inproceedings",
	"phdthesis": "phdthesis", "mastersthesis": "mastersthesis",
	"techreport": "techreport", "rprt": "techreport", "report": "techreport",
	"book": "book", "incollection": "incollection", "inbook": "incollection", "chap": "incollection", "chapter": "incollection", "booksection": "incollection",
}

// OfRecord returns what a record of a bibliography says of its document, cleaned and bounded as all other fields are.
func OfRecord(r *bibliography.Record) (fields []Field) {
	w := &collector{}
	if r.Type == "book" {
		w.around.Genre = genre.Book
	}
	add := func(name string, values ...string) { w.add(Bibliography, BibliographyConfidence, name, values...) }
	add("title", r.Title)
	var authors []string
	for _, a := range r.Authors {
		authors = append(authors, a.String())
	}
	add("author", authors...)
	add("abstract", r.Abstract)
	add("keyword", r.Keywords[:min(len(r.Keywords), textline.MaxList)]...)
	if r.Year > 0 {
		add("year", strconv.Itoa(r.Year))
	}
	add("venue", r.Venue)
	add("volume", r.Volume)
	add("number", r.Number)
	add("publisher", r.Publisher)
	add("doi", identifier.DOI(r.DOI))
	add("arxiv", identifier.ArXiv(r.ArXiv, true))
	add("isbn", identifier.ISBN(r.ISBN, true))
	if len(r.Language) == 2 {
		add("language", r.Language)
	}
	if strings.ContainsAny(r.Pages, "-–") { // else it may be their number
		add("pages", r.Pages)
	}
	if r.Type != "article" || r.Venue != "" { // in CSL an article without a journal is a preprint
		add("entry", entryTypes[r.Type])
	}
	for _, c := range w.claims {
		for _, v := range c.values {
			fields = append(fields, Field{Name: c.name, Value: v, Source: c.source, Confidence: c.confidence})
		}
	}
	slices.SortStableFunc(fields, func(a, b Field) int { return slices.Index(order, a.Name) - slices.Index(order, b.Name) })
	return fields
}
