package analysis

import (
	"fmt"
	"io"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/catalogue"
)

// WriteKnowledge writes what crawls have learned of directories and patterns of URLs.
func WriteKnowledge(out io.Writer, entries []catalogue.KnowledgeEntry) error {
	if len(entries) == 0 {
		_, err := fmt.Fprintln(out, "Nothing was learned yet. A directory needs three crawls without a document, a stop directory five rejected documents.")
		return err
	}
	table := screen.Table{Width: screen.TerminalWidth(out, 0), Columns: []screen.Column{
		{Title: "kind"}, {Title: "entry", Shrink: true}, {Title: "pages", Right: true}, {Title: "crawls", Right: true}, {Title: "rejected", Right: true}, {Title: "since"}, {Title: "state"},
	}}
	for i := range entries {
		e := &entries[i]
		table.Rows = append(table.Rows, []string{string(e.Kind), e.Value, counted(e.Pages), counted(int64(e.Crawls)), counted(e.Documents), screen.Time(e.Since), string(e.State)})
	}
	return table.Write(out)
}

// counted returns a count; nothing of none.
func counted(n int64) string {
	if n == 0 {
		return ""
	}
	return screen.Count(n)
}

// stops writes the sites that crawls have stopped early.
func (w *writer) stops(all []catalogue.SiteStop) {
	var rows [][]string
	for i := range all {
		s := &all[i]
		rows = append(rows, []string{s.Host, screen.Time(s.At), s.Rule, screen.Count(s.Pages), screen.Count(s.Found), screen.Count(s.Waiting), fmt.Sprintf("%s to %s", screen.Count(s.MissedLow), screen.Count(s.MissedHigh))})
	}
	w.table("Sites that were stopped early, and the documents that they are expected to have missed", rows, name("site"), screen.Column{Title: "stopped"}, screen.Column{Title: "rule"},
		number("pages"), number("found"), number("waiting"), number("missed"))
}
