package report

import (
	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/catalogue"
	"sluice/internal/chart"
	"sluice/library"
)

// changes writes what is new, changed, unchanged and gone since a moment.
func (w *writer) changes(c *library.Changes) {
	if c == nil {
		return
	}
	row := func(name string, n *library.ChangeCounts) []string {
		return []string{name, screen.Count(n.New), screen.Count(n.Changed), screen.Count(n.Unchanged), screen.Count(n.Gone)}
	}
	w.table("Changes since "+screen.Time(c.Since),
		[]screen.Column{{}, number("new"), number("changed"), number("unchanged"), number("gone")},
		[][]string{row("pages", &c.Pages), row("documents", &c.Documents)})
}

// changeSection shows what is new, changed, unchanged and gone since a moment.
func changeSection(r *catalogue.Report) section {
	c := r.Changes
	if c == nil {
		return section{}
	}
	var rows []chart.Row
	var cells [][]string
	for _, change := range []struct {
		name             string
		pages, documents int64
	}{
		{"new", c.Pages.New, c.Documents.New},
		{"changed", c.Pages.Changed, c.Documents.Changed},
		{"unchanged", c.Pages.Unchanged, c.Documents.Unchanged},
		{"gone", c.Pages.Gone, c.Documents.Gone},
	} {
		rows = append(rows, chart.Row{Label: change.name, Values: []float64{float64(change.pages), float64(change.documents)}})
		cells = append(cells, []string{change.name, screen.Count(change.pages), screen.Count(change.documents)})
	}
	s := section{ID: "changes", Title: "Changes since " + c.Since.Local().Format("2 January 2006 15:04 MST"),
		Note: "Gone: the URL answers now that it has nothing, or its host could not be reached. URLs that were not visited since then are not counted."}
	return s.draw("Bars: the URLs that are new, changed, unchanged and gone, divided into pages and documents.", bars(rows, "pages", "documents")).
		table(cells, column{"", false}, column{"pages", true}, column{"documents", true})
}
