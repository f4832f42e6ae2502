package report

import (
	"fmt"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/catalogue"
)

// documents writes how many documents were found, fetched, accepted and rejected, and why.
func (w *writer) documents(r *catalogue.Report) {
	s := &r.Library
	// A library that has no documents yet, such as that of a crawl that just began, gets no table
	// of zeros.
	if s.Found+s.Accepted+s.Rejected+s.Waiting+s.Replaced+s.Removed+s.Queued+s.Skipped == 0 {
		return
	}
	rows := [][]string{
		{"found", screen.Count(s.Found) + ", URLs of documents, fetched or not"},
		{"fetched", screen.Count(r.Totals.Documents)},
		{"accepted", fmt.Sprintf("%s, %s (ADR %.3f)", screen.Count(s.Accepted), screen.Bytes(s.Bytes), s.ADR)},
		{"rejected", screen.Count(s.Rejected)},
	}
	for _, more := range []struct {
		name string
		n    int64
		note string
	}{
		{"waiting", s.Waiting, "not read yet; `sluice convert` tries again"}, {"replaced", s.Replaced, "by newer versions"},
		{"removed", s.Removed, "on request of their owners"}, {"in the queue", s.Queued, "fetched and not read yet; `sluice fetch` reads them"},
		{"skipped", s.Skipped, "fetched and not added; `sluice documents --where 'state = skipped'` says why"},
	} {
		if more.n > 0 {
			rows = append(rows, []string{more.name, screen.Count(more.n) + ", " + more.note})
		}
	}
	w.table("Documents in the library", make([]screen.Column, 2), rows)
	w.genres(s.Genres)
	w.sums("Rejected by cause", "documents", s.RejectedBy)
	w.sums("Waiting by cause", "documents", s.WaitingFor)
	w.sums("Pages that looked like documents but are not", "pages", s.None)
}

// genres writes the documents by genre, with a bar for their share.
// The bars are relative to the most frequent genre, because a share of all documents would leave
// most bars empty.
func (w *writer) genres(genres []catalogue.GenreCount) {
	most := int64(1)
	for _, g := range genres {
		most = max(most, g.Documents)
	}
	var rows [][]string
	for _, g := range genres {
		name := g.Genre
		if name == "" {
			name = "(not judged)"
		}
		rows = append(rows, []string{name, screen.Count(g.Documents), screen.Count(g.Accepted), screen.Bytes(g.Bytes),
			screen.Bar(float64(g.Documents)/float64(most), barWidth)})
	}
	w.table("Documents by genre", []screen.Column{{Title: "genre"}, number("documents"), number("accepted"), number("bytes"), {}}, rows)
}

// sums writes a table of causes with their numbers.
func (w *writer) sums(title, counted string, sums []catalogue.CauseCount) {
	var rows [][]string
	for _, s := range sums {
		rows = append(rows, []string{s.Cause, screen.Count(s.Documents)})
	}
	w.table(title, []screen.Column{{Title: "cause", Shrink: true}, number(counted)}, rows)
}
