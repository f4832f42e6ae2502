// Package harvestreport writes what became of the works that a harvest looks for: for people, as JSON, or as one page for a browser.
package harvestreport

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/catalogue"
	"sluice/internal/harvest"
)

// Report is what became of wanted works.
type Report struct {
	Library string           `json:"library"` // its name
	Date    time.Time        `json:"date"`    // of the report
	Summary *harvest.Summary `json:"summary"`
	Works   []Work           `json:"works"` // in the order in which they were added
}

// Work is what became of one work.
type Work struct {
	ID         int64     `json:"id"`
	Key        string    `json:"key,omitempty"` // as its bibliography writes it
	Title      string    `json:"title"`
	Authors    []string  `json:"authors,omitempty"`
	Year       int       `json:"year,omitempty"`
	Venue      string    `json:"venue,omitempty"`
	DOI        string    `json:"doi,omitempty"`
	Sources    []string  `json:"sources,omitempty"` // bibliographies
	State      string    `json:"state"`             // wanted, found, missed
	Document   string    `json:"document,omitempty"`
	URL        string    `json:"url,omitempty"` // where it was found, or where the search ended
	Way        string    `json:"way,omitempty"`
	Version    string    `json:"version,omitempty"`
	Confidence float64   `json:"confidence,omitempty"`
	Reached    string    `json:"reached,omitempty"` // how far the search came
	Cause      string    `json:"cause,omitempty"`   // why it came no further
	Reasons    []string  `json:"reasons,omitempty"` // of the match, or details of the cause
	Requests   int       `json:"requests"`
	Attempts   []Attempt `json:"attempts,omitempty"`
}

// Attempt is one attempt to get a work.
type Attempt struct {
	At       time.Time `json:"at"`
	Way      string    `json:"way"`
	URL      string    `json:"url,omitempty"`
	Reached  string    `json:"reached,omitempty"`
	Cause    string    `json:"cause,omitempty"`
	Requests int       `json:"requests"`
}

// New returns the report of works; history returns the attempts for one.
func New(name string, works []catalogue.WantedWork, history func(*catalogue.WantedWork) ([]catalogue.WantedAttempt, error)) (*Report, error) {
	r := &Report{Library: name, Date: time.Now()}
	attempts := make([][]catalogue.WantedAttempt, len(works))
	n := 0
	var err error
	r.Summary, err = harvest.Summarize(works, func(w *catalogue.WantedWork) ([]catalogue.WantedAttempt, error) {
		var err error
		attempts[n], err = history(w)
		n++
		return attempts[n-1], err
	})
	if err != nil {
		return nil, err
	}
	for i := range works {
		r.Works = append(r.Works, newWork(&works[i], attempts[i]))
	}
	return r, nil
}

// newWork returns what became of a work.
func newWork(w *catalogue.WantedWork, attempts []catalogue.WantedAttempt) Work {
	o := &w.Outcome
	out := Work{ID: w.ID, Key: w.Record.Key, Title: w.Record.Title, Year: w.Record.Year, Venue: w.Record.Venue, DOI: w.Record.DOI, Sources: w.Sources, State: string(w.State), Document: o.SHA256,
		URL: o.URL, Way: o.Way, Version: o.Version, Confidence: o.Confidence, Reached: o.Reached, Cause: o.Cause, Reasons: o.Reasons}
	for _, a := range w.Record.Authors {
		out.Authors = append(out.Authors, a.String())
	}
	for _, a := range attempts {
		out.Attempts = append(out.Attempts, Attempt(a))
		out.Requests += a.Requests
	}
	return out
}

// Outcome returns in a line how the work was found, or why not.
func (w *Work) Outcome() string {
	switch w.State {
	case string(catalogue.WantedFound):
		if harvest.WayOf(w.Way) == harvest.WayHeld {
			return "in the library before" + strings.TrimPrefix(w.Way, string(harvest.WayHeld))
		}
		line := "found (" + w.Way
		if w.Version != "" {
			line += "; " + w.Version
		}
		return line + ")"
	case string(catalogue.WantedMissed):
		line := w.Cause
		if len(w.Reasons) > 0 && w.Reasons[0] != "" {
			line += ": " + w.Reasons[0]
		}
		return line
	}
	return "not looked for yet"
}

// Detail returns what a list that is divided by states and causes leaves to say of a work.
func (w *Work) Detail() string {
	switch {
	case w.State == string(catalogue.WantedMissed):
		return strings.TrimPrefix(strings.TrimPrefix(w.Outcome(), w.Cause), ": ")
	case w.State == string(catalogue.WantedFound):
		return w.Outcome()
	}
	return ""
}

// Byline returns the authors and the year.
func (w *Work) Byline() string {
	const most = 3
	names := strings.Join(w.Authors[:min(len(w.Authors), most)], ", ")
	if len(w.Authors) > most {
		names += " and others"
	}
	switch {
	case w.Year > 0 && names != "":
		return names + ", " + strconv.Itoa(w.Year)
	case w.Year > 0:
		return strconv.Itoa(w.Year)
	}
	return names
}

// Write writes the report for people: totals, ways, and each work.
func Write(out io.Writer, r *Report, width int) error {
	s := r.Summary
	fmt.Fprintf(out, "%s: %s in the library before, %s found, %s missed", screen.Counted(int64(s.Wanted), "wanted work"), screen.Count(int64(s.Held)), screen.Count(int64(s.Found)),
		screen.Count(int64(s.Missed)))
	if s.Open > 0 {
		fmt.Fprintf(out, ", %s not looked for yet", screen.Count(int64(s.Open)))
	}
	fmt.Fprintf(out, "\nrecall: %s of all, %s of those that were missing; %s\n\n", percent(s.Recall), percent(s.MissingRecall), screen.Counted(int64(s.Requests), "request"))
	tables := []*screen.Table{
		{Columns: []screen.Column{{Title: "way"}, {Title: "found", Right: true}, {Title: "requests", Right: true}, {Title: "per paper", Right: true}}, Rows: wayRows(s), Width: width},
		{Columns: []screen.Column{{Title: "venue", Shrink: true}, {Title: "wanted", Right: true}, {Title: "held", Right: true}, {Title: "found", Right: true}, {Title: "of all", Right: true}, {Title: "of missing", Right: true}}, Rows: venueRows(s.Venues), Width: width},
		{Columns: []screen.Column{{Title: "year"}, {Title: "wanted", Right: true}, {Title: "held", Right: true}, {Title: "found", Right: true}, {Title: "of all", Right: true}, {Title: "of missing", Right: true}}, Rows: groupRows(s.Years), Width: width},
		{Columns: []screen.Column{{Title: "why works were missed"}, {Title: "works", Right: true}, {Title: "what you can do"}}, Rows: causeRows(s)}, // advice is not shortened
	}
	for _, t := range tables {
		if len(t.Rows) == 0 {
			continue
		}
		if err := t.Write(out); err != nil {
			return err
		}
		fmt.Fprintln(out)
	}
	for i := range r.Works {
		w := &r.Works[i]
		fmt.Fprintln(out, screen.Escape(cmp.Or(w.Title, untitled)))
		for _, line := range []string{w.Byline(), w.Outcome(), w.URL} {
			if line != "" {
				fmt.Fprintf(out, "    %s\n", screen.Escape(line))
			}
		}
	}
	return nil
}

// percent returns a share in per cent.
func percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

// untitled stands for the title of a record that has none.
const untitled = "(no title)"

// maxVenues is the most venues that are written.
const maxVenues = 20

func wayRows(s *harvest.Summary) (rows [][]string) {
	for _, w := range s.Ways {
		each := ""
		if w.Found > 0 {
			each = fmt.Sprintf("%.1f", w.PerFound)
		}
		rows = append(rows, []string{string(w.Way), strconv.Itoa(w.Found), strconv.Itoa(w.Requests), each})
	}
	return rows
}

// venueRows returns the rows of the largest venues, and one for all others.
func venueRows(venues []harvest.Group) [][]string {
	if n := len(venues) - maxVenues; n > 1 {
		others := harvest.Group{Name: screen.Count(int64(n)) + " other venues"}
		for _, v := range venues[maxVenues:] {
			others.Wanted, others.Held, others.Found = others.Wanted+v.Wanted, others.Held+v.Held, others.Found+v.Found
		}
		others.SetRecall()
		venues = append(slices.Clone(venues[:maxVenues]), others)
	}
	return groupRows(venues)
}

func groupRows(groups []harvest.Group) (rows [][]string) {
	if len(groups) == 1 && groups[0].Name == "" {
		return nil
	}
	for _, g := range groups {
		name := g.Name
		if name == "" {
			name = "unknown"
		}
		missing := "" // all were held
		if g.Wanted > g.Held {
			missing = percent(g.MissingRecall)
		}
		rows = append(rows, []string{name, strconv.Itoa(g.Wanted), strconv.Itoa(g.Held), strconv.Itoa(g.Found), percent(g.Recall), missing})
	}
	return rows
}

func causeRows(s *harvest.Summary) (rows [][]string) {
	for _, c := range s.Causes {
		rows = append(rows, []string{c.Name, strconv.Itoa(c.N), harvest.Cause(c.Name).Advice()})
	}
	return rows
}
