package source

import (
	"iter"
	"strconv"
	"strings"

	"sluice/document/bibliography"
	"sluice/document/bibtex"
	"sluice/document/content"
	"sluice/library"
)

// readReferences yields the records of references in documents. Those of which neither a title with authors nor a DOI or an arXiv number was recognized are
// left out: nothing could be found by them.
func readReferences(all iter.Seq2[content.Reference, error]) iter.Seq2[bibliography.Record, error] {
	return func(yield func(bibliography.Record, error) bool) {
		for ref, err := range all {
			if err != nil {
				yield(bibliography.Record{}, err)
				return
			}
			r := bibliography.Record{Type: "reference", Title: strings.TrimSpace(ref.Title), Authors: authors(ref.Authors), Year: ref.Year, DOI: ref.DOI, ArXiv: ref.ArXiv}
			if ref.URL != "" {
				r.URLs = []string{ref.URL}
			}
			if r.DOI == "" && r.ArXiv == "" && (r.Title == "" || len(r.Authors) == 0) {
				continue
			}
			if !yield(r, nil) {
				return
			}
		}
	}
}

// readDocuments yields the records of documents of a library, as they are described.
func readDocuments(all iter.Seq2[library.Document, error]) iter.Seq2[bibliography.Record, error] {
	return func(yield func(bibliography.Record, error) bool) {
		for d, err := range all {
			if err != nil {
				yield(bibliography.Record{}, err)
				return
			}
			if !yield(OfDocument(&d), nil) {
				return
			}
		}
	}
}

// OfDocument returns the record of a document of a library, as it is described.
func OfDocument(d *library.Document) bibliography.Record {
	year, _ := strconv.Atoi(d.Get("year")) // 0: unknown
	r := bibliography.Record{Type: "document", Title: d.Get("title"), Authors: authors(d.All("author")), Year: year, DOI: d.Get("doi"), ArXiv: d.Get("arxiv")}
	for _, l := range d.Locations {
		r.URLs = append(r.URLs, l.URL)
	}
	return r
}

// authors returns the names of authors. What is no name is left out.
func authors(names []string) (all []bibtex.Name) {
	for _, name := range names {
		if n := bibtex.ParseName(name); n.Family != "" {
			all = append(all, n)
		}
	}
	return all
}
