package lab

import (
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Table is a table for people.
type Table struct {
	Title string
	About string
	Head  []string // the first column is text, the others are numbers
	Rows  [][]string
}

// Tables returns comparisons as tables: of each web how soon the targets were known, and what the first pages were worth; then, of
// more webs than one or more runs, what they have in common.
func Tables(cs []*Comparison) []Table {
	var all []Table
	for _, c := range cs {
		all = append(all, c.lengths(), c.worths())
	}
	if totals := ResultsOf(cs).Totals; len(totals) > 0 {
		all = append(all, totalTable(totals), pairTable(totals), measureTable(totals))
	}
	return all
}

// Strategies returns the names of the strategies of a comparison, in the order of its walks: first the oracle and breadth-first.
func (c *Comparison) Strategies() []string {
	var names []string
	for _, r := range c.Rows {
		if !slices.Contains(names, r.Strategy) {
			names = append(names, r.Strategy)
		}
	}
	return names
}

// runs returns how often each strategy walked.
func (c *Comparison) runs() int {
	n := 0
	for _, r := range c.Rows {
		n = max(n, r.Run+1)
	}
	return n
}

// of returns the walks of a strategy, in the order of their runs.
func (c *Comparison) of(strategy string) []Row {
	var rows []Row
	for _, r := range c.Rows {
		if r.Strategy == strategy {
			rows = append(rows, r)
		}
	}
	return rows
}

// values returns a measure of rows.
func values(rows []Row, of func(*Row) float64) []float64 {
	all := make([]float64, len(rows))
	for i := range rows {
		all[i] = of(&rows[i])
	}
	return all
}

// mean returns the mean of a measure of rows.
func mean(rows []Row, of func(*Row) float64) float64 {
	m, _ := Mean(values(rows, of))
	return m
}

// lengths returns how soon the targets were known.
func (c *Comparison) lengths() Table {
	t := Table{
		Title: c.Web,
		About: fmt.Sprintf("%s can be reached by %s.", counted(c.Targets, "target"), counted(c.Reachable, "request")),
		Head:  []string{"strategy", "recall", "50 %", "80 %", "90 %", "100 %", "of b-f", "room 80", "room 90", "area", "±", "of oracle", "by bytes"},
	}
	for _, name := range c.Strategies() {
		rows := c.of(name)
		row := []string{name, fixed(2, mean(rows, func(r *Row) float64 { return r.Recall }))}
		for i := range Shares {
			row = append(row, fixed(0, mean(rows, func(r *Row) float64 { return r.length(i) })))
		}
		gain, plusMinus := Mean(values(rows, func(r *Row) float64 { return r.AreaGain }))
		row = append(row, fixed(2, mean(rows, func(r *Row) float64 { return r.OfBreadth })),
			fixed(2, mean(rows, func(r *Row) float64 { return r.RoomUsed[0] })), fixed(2, mean(rows, func(r *Row) float64 { return r.RoomUsed[1] })),
			fixed(2, gain), fixed(2, plusMinus), fixed(2, mean(rows, func(r *Row) float64 { return r.AreaOfOracle })),
			fixed(2, mean(rows, func(r *Row) float64 { return r.BytesGain })))
		t.Rows = append(t.Rows, row)
	}
	return t
}

// length returns a search length, NaN if the share was never reached.
func (r *Row) length(i int) float64 {
	if n := r.SearchLengths[i]; n >= 0 {
		return float64(n)
	}
	return math.NaN()
}

// measures are what walks are worth by their first pages, beside the first.
var measures = []struct {
	name, title string // in JSON, and of a column
	digits      int
	of          func(*Row) float64
	shown       func(*Comparison) bool
}{
	{"target_recall", "recall", 3, func(r *Row) float64 { return r.Recall }, func(*Comparison) bool { return true }},
	{"harvest_rate", "harvest", 3, func(r *Row) float64 { return r.HarvestRate }, hasTopic},
	{"mean_relevance", "relevance", 3, func(r *Row) float64 { return r.MeanRelevance }, hasTopic},
	{"keywords", "keywords", 3, func(r *Row) float64 { return r.Keywords }, hasWords},
	{"query_similarity", "query", 3, func(r *Row) float64 { return r.Query }, hasWords},
	{"pool_rank", "rank", 3, func(r *Row) float64 { return r.Rank }, hasTopic},
	{"seed_similarity", "seeds", 3, func(r *Row) float64 { return r.Seeds }, func(*Comparison) bool { return true }},
	{"popularity", "links", 1, func(r *Row) float64 { return r.Popularity }, func(*Comparison) bool { return true }},
	{"overlap", "overlap", 2, func(r *Row) float64 { return r.Overlap }, func(c *Comparison) bool { return c.has(func(r *Row) bool { return r.Overlap > 0 }) }},
	{"precision", "wanted", 2, func(r *Row) float64 { return r.Precision }, func(c *Comparison) bool { return c.has(func(r *Row) bool { return r.Genres != nil }) }},
}

// hasTopic reports whether the pages of a comparison are judged.
func hasTopic(c *Comparison) bool { return c.Topic }

// hasWords reports whether pages are compared with the words of a topic: one that is a classifier has none.
func hasWords(c *Comparison) bool {
	return c.has(func(r *Row) bool { return r.Keywords > 0 || r.Query > 0 })
}

// worths returns what the first pages of the walks were worth.
func (c *Comparison) worths() Table {
	t := Table{Title: c.Web + ": pages", About: fmt.Sprintf("Means over the first %s of each walk.", counted(c.First, "request")), Head: []string{"strategy"}}
	shown := measures[1:] // the recall is that of the whole walk
	for _, m := range shown {
		if m.shown(c) {
			t.Head = append(t.Head, m.title)
		}
	}
	genres := c.genres()
	t.Head = append(t.Head, genres...)
	for _, name := range c.Strategies() {
		row := []string{name}
		for _, m := range shown {
			if m.shown(c) {
				row = append(row, fixed(m.digits, mean(c.of(name), m.of)))
			}
		}
		for _, genre := range genres {
			row = append(row, fixed(2, mean(c.of(name), func(r *Row) float64 { return r.shareOf(genre) })))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// genres returns the genres of the first documents of all walks, in the order of the alphabet.
func (c *Comparison) genres() []string {
	all := map[string]bool{}
	for i := range c.Rows {
		for genre := range c.Rows[i].Genres {
			all[genre] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// shareOf returns the share of a genre among the first documents whose genre is known.
func (r *Row) shareOf(genre string) float64 {
	n := 0
	for _, count := range r.Genres {
		n += count
	}
	return float64(r.Genres[genre]) / float64(max(1, n))
}

// has reports whether a walk has something.
func (c *Comparison) has(what func(*Row) bool) bool {
	return slices.ContainsFunc(c.Rows, func(r Row) bool { return what(&r) })
}

// totalTable returns the means of totals as a table.
func totalTable(totals []Total) Table {
	t := Table{
		Title: "All webs",
		About: "Means over webs and runs. The room used counts where breadth-first needs over 100 requests more than the oracle.",
		Head:  []string{"strategy", "room 80", "±", "room 90", "±", "of b-f", "area", "±", "worst %"},
	}
	for _, of := range totals {
		t.Rows = append(t.Rows, []string{of.Strategy, fixed(2, float64(of.Room[0])), fixed(2, float64(of.RoomPlusMinus[0])),
			fixed(2, float64(of.Room[1])), fixed(2, float64(of.RoomPlusMinus[1])),
			fixed(2, of.OfBreadth), fixed(2, of.AreaGain), fixed(2, float64(of.AreaPlusMinus)), fixed(1, 100*of.Worst)})
	}
	return t
}

// pairTable returns the paired comparisons of totals as a table.
func pairTable(totals []Total) Table {
	t := Table{
		Title: "All webs: pairs",
		About: "Pairs of one web and run in which a strategy has more area than breadth-first, or less, and in which the best strategy has more than it. p: the probability of such a difference by chance, by the paired t test and by the sign test.",
		Head:  []string{"strategy", "over b-f", "under", "p (t)", "p (sign)", "best over it", "under", "p (t)", "p (sign)"},
	}
	for _, of := range totals {
		row := []string{of.Strategy}
		for _, p := range []Pairs{of.BreadthFirst, of.Best} {
			row = append(row, strconv.Itoa(p.Better), strconv.Itoa(p.Worse), fixed(4, p.T), fixed(4, p.Sign))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// measureTable returns the means of the other measures of totals as a table.
func measureTable(totals []Total) Table {
	t := Table{
		Title: "All webs: pages",
		About: "Means over webs and runs of what the walks and their first pages are worth, with their 95 % confidence intervals; p: the probability of such a difference from breadth-first by chance, by the paired t test.",
		Head:  []string{"strategy"},
	}
	for _, m := range measures {
		if _, ok := totals[0].Measures[m.name]; ok {
			t.Head = append(t.Head, m.title, "±", "p")
		}
	}
	for _, of := range totals {
		row := []string{of.Strategy}
		for _, m := range measures {
			if s, ok := of.Measures[m.name]; ok {
				row = append(row, fixed(m.digits, float64(s.Mean)), fixed(m.digits, float64(s.PlusMinus)), fixed(3, s.BreadthFirst.T))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// fixed returns a number with so many digits after the point; a dash if it is none.
func fixed(digits int, v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "–"
	}
	return strconv.FormatFloat(v, 'f', digits, 64)
}

// counted returns a number with its noun.
func counted(n int, noun string) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	if n != 1 {
		noun += "s"
	}
	return s + " " + noun
}

// WriteCSV writes the walks of comparisons as CSV with a header. A search length is empty if its share was never reached.
func WriteCSV(w io.Writer, cs []*Comparison) error {
	out := csv.NewWriter(w)
	_ = out.Write([]string{"web", "strategy", "run", "requests", "bytes", "targets", "target_recall", "requests_50", "requests_80", "requests_90", "requests_100",
		"room_used_80", "room_used_90", "of_breadth_first", "area", "area_gain", "area_of_oracle", "bytes_gain", "bytes_of_oracle", "harvest_rate", "mean_relevance", "keywords",
		"query_similarity", "seed_similarity", "pool_rank", "popularity", "overlap", "precision", "genres"}) // Flush has its error
	for _, c := range cs {
		for _, r := range c.Rows {
			row := []string{c.Web, r.Strategy, fmt.Sprint(r.Run), fmt.Sprint(r.Requests), fmt.Sprint(r.Bytes), fmt.Sprint(r.Targets), fixed(4, r.Recall)}
			for _, n := range r.SearchLengths {
				row = append(row, strings.TrimPrefix(strconv.Itoa(n), "-1"))
			}
			for _, v := range []float64{r.RoomUsed[0], r.RoomUsed[1], r.OfBreadth, r.Area, r.AreaGain, r.AreaOfOracle, r.BytesGain, r.BytesOfOracle, r.HarvestRate, r.MeanRelevance,
				r.Keywords, r.Query, r.Seeds, r.Rank, r.Popularity, r.Overlap, r.Precision} {
				row = append(row, strconv.FormatFloat(v, 'f', 4, 64))
			}
			_ = out.Write(append(row, genreList(r.Genres)))
		}
	}
	out.Flush()
	return out.Error()
}

// genreList returns the counts of genres in a field.
func genreList(counts map[string]int) string {
	var list []string
	for genre, n := range counts {
		list = append(list, fmt.Sprintf("%s %d", genre, n))
	}
	slices.Sort(list)
	return strings.Join(list, "; ")
}
