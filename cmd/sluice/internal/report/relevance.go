package report

import (
	"fmt"
	"strconv"
	"strings"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/catalogue"
	"sluice/internal/chart"
)

// relevance writes how relevant pages and documents are to the topic of the library, and the most relevant ones.
func (w *writer) relevance(r *catalogue.Relevance) {
	if r == nil {
		return
	}
	most := int64(1)
	for i := range r.Pages {
		most = max(most, r.Pages[i]+r.Documents[i])
	}
	var rows [][]string
	for i := len(r.Pages) - 1; i >= 0; i-- {
		rows = append(rows, []string{tenth(i), screen.Count(r.Pages[i]), screen.Count(r.Documents[i]), screen.Bar(float64(r.Pages[i]+r.Documents[i])/float64(most), barWidth)})
	}
	w.table("Relevance to the topic", []screen.Column{{Title: "relevance"}, number("pages"), number("documents"), {}}, rows)
	w.note(relevanceNote(r))
	rows = nil
	for _, b := range r.Best {
		rows = append(rows, []string{share(b.Relevance), b.Title, b.URL})
	}
	w.table("Most relevant", []screen.Column{number("relevance"), {Title: "title", Shrink: true}, {Title: "URL", Shrink: true}}, rows)
}

// relevanceNote says what is judged, and by what.
func relevanceNote(r *catalogue.Relevance) string {
	note := "HTML pages that are no copies, and accepted documents."
	if r.Topic != "" {
		note += " The topic is " + screen.Escape(r.Topic) + "."
	}
	if len(r.Terms) > 0 {
		note += " Its terms: " + screen.Escape(strings.Join(r.Terms, ", ")) + "."
	}
	return note
}

// tenth returns the name of a tenth of the range of relevance.
func tenth(i int) string { return fmt.Sprintf("%.1f to %.1f", float64(i)/10, float64(i+1)/10) }

// share returns a number from 0 to 1.
func share(x float64) string { return strconv.FormatFloat(x, 'f', 2, 64) }

// relevanceSection shows how relevant pages and documents are to the topic of the library.
func relevanceSection(r *catalogue.Report) section {
	s := section{ID: "relevance", Title: "Relevance to the topic"}
	if r.Relevance == nil {
		return s
	}
	s.Note = relevanceNote(r.Relevance)
	var rows []chart.Row
	var cells [][]string
	for i := len(r.Relevance.Pages) - 1; i >= 0; i-- {
		pages, documents := r.Relevance.Pages[i], r.Relevance.Documents[i]
		rows = append(rows, chart.Row{Label: tenth(i), Values: []float64{float64(pages), float64(documents)}})
		cells = append(cells, []string{tenth(i), screen.Count(pages), screen.Count(documents)})
	}
	return s.draw("Bars: the pages and the documents of each tenth of the relevance.", bars(rows, "pages", "documents")).
		table(cells, column{"relevance", false}, column{"pages", true}, column{"documents", true})
}
