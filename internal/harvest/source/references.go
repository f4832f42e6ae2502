package source

import (
	"iter"
	"strings"

	"sluice/document/bibliography"
	"sluice/document/bibtex"
	"sluice/document/content"
)

// References yields the records of references in documents. Those of which neither a title with authors nor a DOI or an arXiv number was recognized are left
// out: nothing could be found by them.
func References(all iter.Seq2[content.Reference, error]) iter.Seq2[bibliography.Record, error] {
	return func(yield func(bibliography.Record, error) bool) {
		for ref, err := range all {
			if err != nil {
				yield(bibliography.Record{}, err)
				return
			}
			r := bibliography.Record{Type: "reference", Title: strings.TrimSpace(ref.Title), Year: ref.Year, DOI: ref.DOI, ArXiv: ref.ArXiv}
			for _, name := range ref.Authors {
				if n := bibtex.ParseName(name); n.Family != "" {
					r.Authors = append(r.Authors, n)
				}
			}
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
