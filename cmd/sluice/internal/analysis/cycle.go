package analysis

import (
	"fmt"
	"io"
	"time"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/catalogue"
	"sluice/internal/cycle"
	"sluice/library"
)

// WriteCycle writes what is recorded of a cycle: its figures, its steps, its sites, and the hosts that were refused in it.
func WriteCycle(out io.Writer, d *cycle.Details) error {
	w := newWriter(out)
	var steps, sites, refused [][]string
	for _, s := range d.Steps {
		steps = append(steps, []string{s.Step, screen.Time(s.Begun), took(s.Begun, s.Finished), s.Outcome})
	}
	for i, s := range d.Sites {
		sites = append(sites, []string{fmt.Sprint(i + 1), s.Host, s.Class, s.Reason, s.Outcome})
	}
	for _, h := range d.Refused {
		refused = append(refused, []string{h.Host, h.Reason})
	}
	w.table(fmt.Sprintf("Cycle %d", d.ID), figures([]catalogue.Cycle{d.Cycle}), figureColumns...)
	w.table("Its steps", steps, screen.Column{Title: "step"}, screen.Column{Title: "begun"}, number("took"), name("outcome"))
	w.table("Its sites", sites, number(""), screen.Column{Title: "site"}, screen.Column{Title: "class"}, name("chosen because"), name("outcome"))
	w.table("Hosts that were refused", refused, screen.Column{Title: "host"}, name("reason"))
	return w.err
}

// WriteCycles writes the figures of all cycles.
func WriteCycles(out io.Writer, all []catalogue.Cycle) error {
	w := newWriter(out)
	w.table("Cycles", figures(all), figureColumns...)
	return w.err
}

// figureColumns are the columns of figures.
var figureColumns = []screen.Column{number("cycle"), {Title: "begun"}, number("took"), number("new sites"), number("revisited"), number("refused"), number("requested"),
	number("accepted"), number("rejected"), {Title: "pages new, changed, same, gone"}, {Title: "documents new, changed, same, gone"}, {Title: "state"}}

// figures returns the figures of cycles as rows.
func figures(all []catalogue.Cycle) (rows [][]string) {
	for _, c := range all {
		rows = append(rows, []string{fmt.Sprint(c.ID), screen.Time(c.Begun), took(c.Begun, c.Finished), screen.Count(c.NewSites), screen.Count(c.Revisited), screen.Count(c.RefusedHosts),
			screen.Count(c.Requested), screen.Count(c.Accepted), screen.Count(c.Rejected), changes(&c.Pages), changes(&c.Documents), state(&c)})
	}
	return rows
}

// changes returns what is new, changed, unchanged and gone.
func changes(n *library.ChangeCounts) string {
	return fmt.Sprintf("%s, %s, %s, %s", screen.Count(n.New), screen.Count(n.Changed), screen.Count(n.Unchanged), screen.Count(n.Gone))
}

// state says how far a cycle has come.
func state(c *catalogue.Cycle) string {
	if !c.Finished.IsZero() {
		return "finished"
	}
	if n := len(c.Steps); n > 0 {
		return "at step " + c.Steps[n-1].Step
	}
	return "waits for a site"
}

// took returns the time between two moments; empty if the second is not known, or the clock was set back.
func took(begun, finished time.Time) string {
	if d := finished.Sub(begun); d >= 0 {
		return screen.Span(d)
	}
	return ""
}
