package report

import (
	"time"

	"sluice/cmd/sluice/internal/screen"
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
	w.table("Changes since "+c.Since.Local().Format(time.DateTime),
		[]screen.Column{{}, number("new"), number("changed"), number("unchanged"), number("gone")},
		[][]string{row("pages", &c.Pages), row("documents", &c.Documents)})
}
