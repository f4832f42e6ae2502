package analysis

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/catalogue"
	"sluice/internal/cycle"
	"sluice/internal/cycle/candidate"
	"sluice/library"
)

// WriteCycle writes what is recorded of a cycle: its figures, its steps, its sites, and the hosts that were refused in it.
func WriteCycle(out io.Writer, d *cycle.Details) error {
	w := newWriter(out)
	var steps, sites [][]string
	for _, s := range d.Steps {
		steps = append(steps, []string{s.Step, screen.Time(s.Begun), took(s.Begun, s.Finished), s.Outcome})
	}
	for i, s := range d.Sites {
		sites = append(sites, []string{fmt.Sprint(i + 1), s.Host, s.Class, s.Reason, s.Outcome})
	}
	w.table(fmt.Sprintf("Cycle %d, %s", d.ID, state(&d.Cycle)), summary(&d.Cycle), screen.Column{}, name(""))
	w.table("Its steps", steps, screen.Column{Title: "step"}, screen.Column{Title: "begun"}, number("took"), name("outcome"))
	w.table("Its sites", sites, number(""), screen.Column{Title: "site"}, screen.Column{Title: "class"}, name("chosen because"), name("outcome"))
	w.table("Hosts that were refused, by reason", refusals(d.Refused), number("hosts"), screen.Column{Title: "reason"}, name("such as"))
	return w.err
}

// summary returns the figures of a cycle, one a row.
func summary(c *catalogue.Cycle) (rows [][]string) {
	add := func(label, format string, args ...any) {
		rows = append(rows, []string{label, fmt.Sprintf(format, args...)})
	}
	begun := screen.Time(c.Begun)
	if t := took(c.Begun, c.Finished); t != "" && !c.Finished.IsZero() {
		begun += ", took " + t
	}
	add("begun", "%s", begun)
	add("sites", "%s new, %s crawled again; %s refused", screen.Count(c.NewSites), screen.Count(c.Revisited), screen.Counted(c.RefusedHosts, "host"))
	add("requested", "%s", screen.Counted(c.Requested, "URL"))
	add("accepted", "%s that the library did not have; %s rejected", screen.Counted(c.Accepted, "document"), screen.Count(c.Rejected))
	for _, of := range []struct {
		what string
		n    library.ChangeCounts
	}{{"pages", c.Pages}, {"documents", c.Documents}} {
		add(of.what, "%s new, %s changed, %s unchanged, %s gone", screen.Count(of.n.New), screen.Count(of.n.Changed), screen.Count(of.n.Unchanged), screen.Count(of.n.Gone))
	}
	return rows
}

// shownHosts is how many hosts are named that were refused for the same reason.
const shownHosts = 5

// refusals counts refused hosts by reason, the most frequent first.
func refusals(all []candidate.Host) (rows [][]string) {
	hosts := map[string][]string{}
	for i := range all {
		hosts[all[i].Reason] = append(hosts[all[i].Reason], all[i].Host)
	}
	reasons := slices.SortedFunc(maps.Keys(hosts), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(hosts[b]), len(hosts[a])), strings.Compare(a, b))
	})
	for _, reason := range reasons {
		of := hosts[reason]
		rows = append(rows, []string{screen.Count(int64(len(of))), reason, strings.Join(of[:min(len(of), shownHosts)], ", ")})
	}
	return rows
}

// WriteCycles writes the figures of all cycles.
func WriteCycles(out io.Writer, all []catalogue.Cycle) error {
	w := newWriter(out)
	w.table("Cycles", figures(all), figureColumns...)
	return w.err
}

// figureColumns are the columns of figures.
var figureColumns = []screen.Column{number("cycle"), {Title: "begun"}, number("took"), number("new sites"), number("revisited"), number("hosts refused"), number("requested"),
	number("accepted"), number("rejected"), {Title: "state"}, {Title: "pages new, changed, same, gone", Optional: true}, {Title: "documents new, changed, same, gone", Optional: true}}

// figures returns the figures of cycles as rows.
func figures(all []catalogue.Cycle) (rows [][]string) {
	for _, c := range all {
		rows = append(rows, []string{fmt.Sprint(c.ID), screen.Time(c.Begun), took(c.Begun, c.Finished), screen.Count(c.NewSites), screen.Count(c.Revisited), screen.Count(c.RefusedHosts),
			screen.Count(c.Requested), screen.Count(c.Accepted), screen.Count(c.Rejected), state(&c), changes(&c.Pages), changes(&c.Documents)})
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
