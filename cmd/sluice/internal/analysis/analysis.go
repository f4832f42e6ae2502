// Package analysis writes the statistics of sites, and the plan of the next cycle, as tables for people.
package analysis

import (
	"fmt"
	"io"
	"time"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/catalogue"
	"sluice/internal/cycle/stats"
)

// writer writes tables and keeps the first error.
type writer struct {
	out   io.Writer
	width int
	begun bool // a table was written
	err   error
}

const (
	maxRows  = 25 // of one table; the JSON has all
	barWidth = 20 // columns of a full bar
)

// newWriter returns a writer of tables as wide as the terminal.
func newWriter(out io.Writer) *writer { return &writer{out: out, width: screen.TerminalWidth(out, 0)} }

// table writes the first rows of a table below its title, with the number of those that it leaves out. A table without rows is left out.
func (w *writer) table(title string, rows [][]string, columns ...screen.Column) {
	if len(rows) == 0 || w.err != nil {
		return
	}
	if w.begun {
		fmt.Fprintln(w.out)
	}
	w.begun = true
	fmt.Fprintln(w.out, title)
	shown := rows[:min(len(rows), maxRows)]
	table := screen.Table{Columns: columns, Rows: shown, Width: w.width, Indent: 2}
	if w.err = table.Write(w.out); w.err == nil && len(rows) > len(shown) {
		_, w.err = fmt.Fprintf(w.out, "  (%s more; --json lists all)\n", screen.Count(int64(len(rows)-len(shown))))
	}
}

// note writes a line below a table.
func (w *writer) note(format string, args ...any) {
	if w.err == nil {
		_, w.err = fmt.Fprintf(w.out, "  "+format+"\n", args...)
	}
}

// number returns a column of numbers.
func number(title string) screen.Column { return screen.Column{Title: title, Right: true} }

// name returns a column of names, which may be shortened.
func name(title string) screen.Column { return screen.Column{Title: title, Shrink: true} }

// WriteStatistics writes the statistics of a library. With a site, it writes only what concerns that host.
func WriteStatistics(out io.Writer, s *stats.Statistics, site string) error {
	w := newWriter(out)
	w.sites(s.Sites)
	w.history(s.Sites)
	w.stops(s.Stops)
	if site == "" {
		w.levels(s)
		w.errors(s.Errors)
		w.acceptance(&s.Acceptance)
		w.byCycle(s.ByCycle)
		w.stopDirectories(s.StopDirectories)
	}
	w.avoided(s.Avoided)
	w.patterns(s.Patterns)
	if site == "" {
		w.cited(s.Cited)
	}
	if !w.begun && w.err == nil {
		_, w.err = fmt.Fprintln(out, "Nothing was visited yet.")
	}
	return w.err
}

// sites writes what came of each site.
func (w *writer) sites(sites []stats.Site) {
	var rows [][]string
	for i := range sites {
		s := &sites[i]
		time := ""
		if s.Seconds > 0 {
			time = screen.Span(seconds(s.Seconds))
		}
		rows = append(rows, []string{s.Host, screen.Count(s.Visited), screen.Count(s.Found), screen.Count(s.Downloaded), screen.Count(s.Accepted), screen.Count(s.Rejected),
			fmt.Sprint(s.DDR), fmt.Sprint(s.ADR), fmt.Sprint(s.RDR), screen.Count(s.SSRC), time})
	}
	w.table("Sites, by ADR and SSRC", rows, name("site"), number("visited"), number("found"), number("downloaded"), number("accepted"), number("rejected"),
		number("DDR %"), number("ADR %"), number("RDR %"), number("SSRC"), number("time"))
}

// seconds returns a duration.
func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// history writes the figures of sites by crawl, for those that were crawled more than once.
func (w *writer) history(sites []stats.Site) {
	var rows [][]string
	for i := range sites {
		s := &sites[i]
		if len(s.History) < 2 {
			continue
		}
		for k := range s.History {
			r := &s.History[k]
			host := ""
			if k == 0 {
				host = s.Host
			}
			rows = append(rows, []string{host, screen.Time(r.Begun), screen.Count(r.Visited), screen.Count(r.Downloaded), screen.Count(r.Accepted), screen.Count(r.Rejected),
				fmt.Sprint(stats.Percent(r.Downloaded, r.Visited)), fmt.Sprint(stats.Percent(r.Accepted, r.Accepted+r.Rejected)), screen.Span(r.Finished.Sub(r.Started))})
		}
	}
	w.table("History: the figures at the end of each crawl", rows, name("site"), screen.Column{Title: "crawl began"}, number("visited"), number("downloaded"),
		number("accepted"), number("rejected"), number("DDR %"), number("ADR %"), number("time"))
}

// levels writes the documents by directory level, and the level limit.
func (w *writer) levels(s *stats.Statistics) {
	var rows [][]string
	for _, l := range s.Levels {
		rows = append(rows, []string{fmt.Sprint(l.Level), screen.Count(l.Documents), fmt.Sprint(l.Share), screen.Bar(float64(l.Share)/100, barWidth)})
	}
	w.table("Documents by directory level", rows, number("level"), number("documents"), number("share %"), screen.Column{})
	if s.LevelLimit >= 0 {
		w.note("level limit: %d, the deepest level with a document. A site with five documents has a limit of its own; %d sites have. Others get this one if --level-sites have.", s.LevelLimit, s.LevelSites)
	}
}

// errors writes the URLs that brought nothing, by class.
func (w *writer) errors(classes []stats.ErrorClass) {
	var rows [][]string
	for _, c := range classes {
		rows = append(rows, []string{c.Class, screen.Count(c.URLs), percent(c.ShareOfErrors), percent(c.ShareOfVisited)})
	}
	w.table("URLs that brought nothing, by class", rows, name("class"), number("URLs"), number("of these"), number("of all visited"))
}

// percent returns a share as a percentage.
func percent(share float64) string { return fmt.Sprintf("%.2f %%", share*100) }

// acceptance writes the documents by size and by type.
func (w *writer) acceptance(a *catalogue.Acceptance) {
	var rows [][]string
	for i, c := range a.Sizes {
		if c.Accepted+c.Rejected == 0 {
			continue
		}
		label := screen.Bytes(c.From) + " and more"
		if i+1 < len(a.Sizes) {
			label = screen.Bytes(c.From) + " to " + screen.Bytes(a.Sizes[i+1].From)
		}
		share := float64(c.Accepted) / float64(c.Accepted+c.Rejected)
		rows = append(rows, []string{label, screen.Count(c.Accepted), screen.Count(c.Rejected), fmt.Sprint(stats.Percent(c.Accepted, c.Accepted+c.Rejected)), screen.Bar(share, barWidth)})
	}
	w.table("Accepted documents by size", rows, screen.Column{Title: "size"}, number("accepted"), number("rejected"), number("ADR %"), screen.Column{})
	rows = nil
	for _, t := range a.Types {
		floor := ""
		if t.Accepted > 0 {
			floor = screen.Bytes(t.Floor)
		}
		rows = append(rows, []string{t.Type, screen.Count(t.Accepted), screen.Count(t.Rejected), fmt.Sprint(stats.Percent(t.Accepted, t.Accepted+t.Rejected)), floor, screen.Count(t.Below)})
	}
	w.table("Accepted documents by type; none smaller than its floor was accepted", rows, name("type"), number("accepted"), number("rejected"), number("ADR %"),
		number("floor"), number("rejected below it"))
}

// stopDirectories writes the names under which every document was rejected.
func (w *writer) stopDirectories(all []stats.StopDirectory) {
	var rows [][]string
	for _, d := range all {
		rows = append(rows, []string{d.Name, screen.Count(d.Rejected), screen.Count(d.Documents), screen.Count(d.OfPagesRejected), screen.Count(d.OfPagesDocuments)})
	}
	w.table("Stop directories: names under which every document was rejected, over all sites", rows, name("name"), number("rejected"), number("documents"),
		number("rejected, by linking page"), number("documents, by linking page"))
}

// avoided writes the directories in which nothing was ever found.
func (w *writer) avoided(all []stats.Directory) {
	var rows [][]string
	for _, d := range all {
		rows = append(rows, []string{d.URL, screen.Count(d.Pages), fmt.Sprint(d.Crawls)})
	}
	w.table("Avoided directories: nothing in them led to a document in any crawl", rows, name("directory"), number("pages"), number("crawls"))
}

// patterns writes the patterns of URLs that never led to a document.
func (w *writer) patterns(all []stats.Pattern) {
	var rows [][]string
	for _, p := range all {
		rows = append(rows, []string{p.Pattern, screen.Count(p.Pages)})
	}
	w.table("Patterns of URLs that never led to a document (0 is any number, x a long hash)", rows, name("pattern"), number("pages"))
}

// cited writes the documents that most pages link to.
func (w *writer) cited(all []catalogue.CitedDocument) {
	var rows [][]string
	for _, d := range all {
		title := d.Title
		if title == "" {
			title = d.URL
		}
		rows = append(rows, []string{screen.Count(d.DLCC), screen.Count(d.DLC), title})
	}
	w.table("Documents by DLCC (pages of other hosts that link to them) and DLC (URLs that have them)", rows, number("DLCC"), number("DLC"), name("document"))
}
