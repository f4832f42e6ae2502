// Package report writes the report of a library as tables for people.
package report

import (
	"fmt"
	"io"
	"slices"
	"time"

	"sluice/cmd/sluice/internal/progress"
	"sluice/cmd/sluice/internal/screen"
	"sluice/crawl"
	"sluice/internal/catalogue"
)

// writer writes the tables of a report and keeps the first error.
type writer struct {
	out   io.Writer
	width int
	begun bool // a table was written
	err   error
}

const defaultWidth = 80 // columns of a report that does not go to a terminal

// Write writes the whole report: what has changed, the documents, then what was visited, sites, counts, errors and crawls. Empty
// tables are left out.
func Write(out io.Writer, r *catalogue.Report) error {
	w := &writer{out: out, width: screen.TerminalWidth(out, defaultWidth)}
	w.changes(r.Changes)
	w.documents(r)
	w.relevance(r.Relevance)
	w.totals(r)
	sites := r.Sites
	if r.Others != nil {
		others := *r.Others
		others.Name = "(others)"
		// The slice is cut to its length before the append, so that the caller's report is not
		// overwritten.
		sites = append(sites[:len(sites):len(sites)], others)
	}
	w.tallies("Sites", "host", sites)
	w.tallies("HTTP status", "status", named(r.Status, "0", "no answer"))
	w.tallies("Types", "type", named(r.Types, "", "(none)"))
	w.tallies("Depth: links from a seed", "depth", r.Depths)
	w.tallies("Directory level", "level", r.Levels)
	w.causes("Errors by cause", r.Errors)
	w.challenges(r.Challenges)
	w.withoutTLS(r.WithoutTLS)
	w.refused(r.Refused)
	w.crawls(r.Crawls)
	w.cycles(r.Cycles)
	return w.err
}

// named replaces a name that means nothing to people.
// It returns a copy, because the report belongs to the caller and may be written again as JSON.
func named(tallies []catalogue.Tally, name, word string) []catalogue.Tally {
	out := append([]catalogue.Tally(nil), tallies...)
	for i := range out {
		if out[i].Name == name {
			out[i].Name = word
		}
	}
	return out
}

// table writes a table below its title. A table without rows is left out, title included.
func (w *writer) table(title string, columns []screen.Column, rows [][]string) {
	if len(rows) == 0 || w.err != nil {
		return
	}
	if w.begun {
		fmt.Fprintln(w.out)
	}
	w.begun = true
	fmt.Fprintln(w.out, title)
	table := screen.Table{Columns: columns, Rows: rows, Width: w.width, Indent: 2}
	w.err = table.Write(w.out)
}

// note writes a remark on the table before.
func (w *writer) note(text string) {
	for _, part := range wrap(text, w.width-2) {
		if w.err == nil {
			_, w.err = fmt.Fprintln(w.out, "  "+part)
		}
	}
}

// totals writes the table of the crawls: what was visited, its size, and how long it took.
func (w *writer) totals(r *catalogue.Report) {
	w.lines("Totals", totals(r))
}

// lines writes lines with their names. Those that are too long are wrapped.
func (w *writer) lines(title string, lines []line) {
	longest := 0
	for _, l := range lines {
		longest = max(longest, len(l.Name))
	}
	var rows [][]string
	for _, l := range lines {
		for i, part := range wrap(l.Text(), w.width-longest-4) {
			if i > 0 {
				l.Name = ""
			}
			rows = append(rows, []string{l.Name, part})
		}
	}
	w.table(title, make([]screen.Column, 2), rows)
}

// totals returns what was visited, its size, and how long it took.
func totals(r *catalogue.Report) []line {
	t := &r.Totals
	lines := []line{
		{Name: "visited", Total: visited(t)},
		{Name: "of them", Total: fmt.Sprintf("%s copied, %s unchanged, %s cut off, on %s",
			screen.Count(t.Copies), screen.Count(t.NotModified), screen.Count(t.Truncated), screen.Counted(t.Sites, "site"))},
		{Name: "DDR", Total: fmt.Sprintf("%.3f", r.Rates.DDR), Note: "document download rate: documents ÷ other URLs visited"},
		{Name: "links refused", Total: screen.Count(t.Refused)},
		{Name: "bytes", Total: screen.Bytes(t.Bytes), Note: screen.Bytes(t.Wire) + " over the wire"},
		{Name: "active for", Total: screen.Span(seconds(r.Rates.Active))},
		{Name: "speed", Total: screen.Rate(r.Rates.URLsPerSecond) + " fetches/s", Note: screen.Bytes(int64(r.Rates.BytesPerSecond)) + "/s"},
	}
	if t.Waiting > 0 {
		lines = append(lines, line{Name: "failed so far", Total: screen.Count(t.Waiting), Note: "will be retried; not counted as pages"})
	}
	if expected := progress.Expected((*crawl.Forecast)(r.Forecast)); expected != "" {
		lines = append(lines, line{Name: "forecast", Total: expected})
	}
	if r.Rates.First != nil && r.Rates.Last != nil {
		lines = append(lines, line{Name: "between", Total: screen.Time(*r.Rates.First) + " and " + screen.Time(*r.Rates.Last)})
	}
	return lines
}

// visited returns the number of URLs that were visited as the sum of what they are.
func visited(t *catalogue.Totals) string {
	l := line{Total: screen.Counted(t.Visited, "URL"), Parts: nonzero(counted(t.Pages, "page"), counted(t.Documents, "document"),
		counted(t.Redirects, "redirect"), counted(t.Errors, "error"), counted(t.Challenges, "challenge"))}
	return l.Text()
}

// counted returns a part of a sum with the noun in the right number.
func counted(n int64, noun string) part {
	if n != 1 {
		noun += "s"
	}
	return part{n, noun}
}

// seconds returns a duration; the catalogue stores times as seconds.
func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

const (
	// barWidth is the number of columns of a full bar.
	barWidth = 10
	maxRows  = 25 // of one table; the others are summed up in one row
)

// hasChallenges reports whether a table of counts needs a column for challenges.
func hasChallenges(tallies []catalogue.Tally) bool {
	return slices.ContainsFunc(tallies, func(t catalogue.Tally) bool { return t.Challenges > 0 })
}

// tallies writes a table of counts by name, each row with a bar of its URLs relative to the largest.
func (w *writer) tallies(title, name string, tallies []catalogue.Tally) {
	tallies = shorten(tallies)
	most := int64(1)
	for _, t := range tallies {
		most = max(most, t.URLs())
	}
	columns := []screen.Column{{Title: name, Shrink: true}, number("pages"), number("documents"), number("redirects"), number("errors")}
	challenged := hasChallenges(tallies)
	if challenged {
		columns = append(columns, number("challenges"))
	}
	var rows [][]string
	for _, t := range tallies {
		row := []string{t.Name, screen.Count(t.Pages), screen.Count(t.Documents), screen.Count(t.Redirects), screen.Count(t.Errors)}
		if challenged {
			row = append(row, screen.Count(t.Challenges))
		}
		rows = append(rows, append(row, screen.Bytes(t.Bytes), screen.Bar(float64(t.URLs())/float64(most), barWidth)))
	}
	w.table(title, append(columns, number("bytes"), screen.Column{}), rows)
}

// shorten sums up the last rows of a table that is longer than a screen.
func shorten(tallies []catalogue.Tally) []catalogue.Tally {
	if len(tallies) <= maxRows {
		return tallies
	}
	rest := catalogue.Tally{Name: fmt.Sprintf("(%d more)", len(tallies)-maxRows+1)}
	// The last row of the table is the sum, so maxRows-1 rows stay as they are.
	for _, t := range tallies[maxRows-1:] {
		rest.Pages += t.Pages
		rest.Documents += t.Documents
		rest.Redirects += t.Redirects
		rest.Errors += t.Errors
		rest.Challenges += t.Challenges
		rest.Bytes += t.Bytes
	}
	return append(tallies[:maxRows-1:maxRows-1], rest)
}

// number returns a column of numbers, which are aligned at the right.
func number(title string) screen.Column { return screen.Column{Title: title, Right: true} }

// causes writes the failed URLs by cause.
func (w *writer) causes(title string, tallies []catalogue.Tally) {
	var rows [][]string
	for _, t := range tallies {
		rows = append(rows, []string{t.Name, screen.Count(t.Errors)})
	}
	w.table(title, []screen.Column{{Title: "cause", Shrink: true}, number("URLs")}, rows)
}

// challenges writes the URLs that hosts answered with a challenge instead of what was asked for.
func (w *writer) challenges(challenges []catalogue.ChallengeCount) {
	var rows [][]string
	for _, c := range shortenChallenges(challenges) {
		rows = append(rows, []string{c.Host, c.Kind, screen.Count(c.URLs)})
	}
	w.table("Challenges by host", []screen.Column{{Title: "host", Shrink: true}, {Title: "kind", Shrink: true}, number("URLs")}, rows)
}

// withoutTLS writes the hosts that were fetched over http, because TLS failed.
func (w *writer) withoutTLS(hosts []catalogue.HostWithoutTLS) {
	w.table(titleWithoutTLS, []screen.Column{{Title: "host", Shrink: true}, {Title: "cause", Shrink: true}}, hostRows(hosts))
}

const titleWithoutTLS = "Hosts fetched over http, because https failed"

// hostRows returns the rows of a table of hosts with their causes. Its last one counts those that are too many.
func hostRows(hosts []catalogue.HostWithoutTLS) [][]string {
	var rows [][]string
	for i, h := range hosts {
		if i == maxRows-1 && len(hosts) > maxRows {
			return append(rows, []string{fmt.Sprintf("(%d more)", len(hosts)-i), ""})
		}
		rows = append(rows, []string{h.Host, h.Cause})
	}
	return rows
}

// shortenChallenges sums up the last rows of a table that is longer than a screen.
func shortenChallenges(challenges []catalogue.ChallengeCount) []catalogue.ChallengeCount {
	if len(challenges) <= maxRows {
		return challenges
	}
	rest := catalogue.ChallengeCount{Host: fmt.Sprintf("(%d more)", len(challenges)-maxRows+1)}
	for _, c := range challenges[maxRows-1:] {
		rest.URLs += c.URLs
	}
	return append(challenges[:maxRows-1:maxRows-1], rest)
}

// refused writes the refused links by cause, with the number of hosts that they lead to.
func (w *writer) refused(refused []catalogue.Refused) {
	var rows [][]string
	for _, r := range refused {
		rows = append(rows, []string{r.Cause, screen.Count(r.Links), screen.Count(r.Hosts)})
	}
	w.table("Links refused by cause", []screen.Column{{Title: "cause", Shrink: true}, number("links"), number("hosts")}, rows)
}

// cycles writes what came of each cycle.
func (w *writer) cycles(cycles []catalogue.Cycle) {
	w.table("Cycles", []screen.Column{number("cycle"), {Title: "begun"}, number("new sites"), number("revisited"), number("refused"), number("requested"), number("accepted"),
		number("rejected"), number("pages changed"), number("pages gone")}, cycleCells(cycles))
}

// cycleCells returns the rows of the table of cycles.
func cycleCells(cycles []catalogue.Cycle) (rows [][]string) {
	for _, c := range cycles {
		row := []string{fmt.Sprint(c.ID), screen.Time(c.Begun)}
		for _, n := range []int64{c.NewSites, c.Revisited, c.RefusedHosts, c.Requested, c.Accepted, c.Rejected, c.Pages.Changed, c.Pages.Gone} {
			row = append(row, screen.Count(n))
		}
		rows = append(rows, row)
	}
	return rows
}

// crawls writes one row per crawl of the library.
func (w *writer) crawls(crawls []catalogue.CrawlRun) {
	var rows [][]string
	for _, c := range crawls {
		rows = append(rows, []string{
			fmt.Sprint(c.ID), screen.Time(c.Started), screen.Span(seconds(c.Active)),
			fmt.Sprint(c.Sessions), c.State, c.Reason,
		})
	}
	w.table("Crawls", []screen.Column{number("crawl"), {Title: "started"}, number("active for"), number("sessions"), {Title: "state"}, {Title: "reason", Shrink: true}}, rows)
}
