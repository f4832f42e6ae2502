package report

import (
	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/catalogue"
)

// documents writes how many documents were found, fetched, accepted and rejected, and what they are.
func (w *writer) documents(r *catalogue.Report) {
	s := &r.Library
	w.lines("Documents in the library", balance(r))
	w.genres(s.Genres)
	w.counts("Accepted documents by year of publication", "year", years(&r.Holdings, maxRows))
	w.counts("Accepted documents by language", "language", languages(&r.Holdings))
	w.metadata(r.Holdings.Metadata)
	w.holdingSites(&r.Holdings)
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
		rows = append(rows, []string{genreName(g.Genre), screen.Count(g.Documents), screen.Count(g.Accepted), screen.Bytes(g.Bytes),
			screen.Bar(float64(g.Documents)/float64(most), barWidth)})
	}
	w.table("Documents by genre", []screen.Column{{Title: "genre", Shrink: true}, number("documents"), number("accepted"), number("bytes"), {}}, rows)
}

// counts writes a table of counts by name, with bars. What is not known has no bar, because it may exceed all others.
func (w *writer) counts(title, name string, counts []count) {
	most := int64(1)
	for _, c := range counts {
		if !c.Unknown {
			most = max(most, c.N)
		}
	}
	var rows [][]string
	for _, c := range counts {
		switch {
		case c.Unknown:
			rows = append(rows, []string{c.Name, screen.Count(c.N)})
		case c.N > 0:
			rows = append(rows, []string{c.Name, screen.Count(c.N), screen.Bar(float64(c.N)/float64(most), barWidth)})
		}
	}
	w.table(title, []screen.Column{{Title: name, Shrink: true}, number("documents"), {}}, rows)
}

// metadata writes how complete the metadata of the accepted documents are.
func (w *writer) metadata(fields []catalogue.FieldCount) {
	var rows [][]string
	uncertain := int64(0)
	for _, f := range fields {
		uncertain += f.Uncertain
		rows = append(rows, []string{fieldName(f.Field), screen.Count(f.Documents), percent(f.Share), screen.Count(f.Uncertain), confidence(&f), screen.Bar(f.Share, barWidth)})
	}
	w.table("Metadata of accepted documents", []screen.Column{{Title: "field"}, number("documents"), number("share"), number("uncertain"), number("confidence"), {}}, rows)
	if uncertain > 0 {
		w.note("Uncertain: right less than nine times in ten; exports leave it out unless it is the title. Confidence: the mean.")
	}
}

// holdingSites writes the sites with the most accepted documents.
func (w *writer) holdingSites(h *catalogue.Holdings) {
	var rows [][]string
	for _, s := range sites(h, maxRows) {
		rows = append(rows, []string{s.Host, screen.Count(s.Accepted), screen.Count(s.Documents)})
	}
	w.table("Documents by site", []screen.Column{{Title: "host", Shrink: true}, number("accepted"), number("fetched")}, rows)
}

// sums writes a table of causes with their numbers.
func (w *writer) sums(title, counted string, sums []catalogue.CauseCount) {
	var rows [][]string
	for _, s := range sums {
		rows = append(rows, []string{s.Cause, screen.Count(s.Documents)})
	}
	w.table(title, []screen.Column{{Title: "cause", Shrink: true}, number(counted)}, rows)
}
