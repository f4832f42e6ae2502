//go:build linux

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sluice/focus"
	"sluice/internal/chart"
	"sluice/internal/lab"
	"sluice/internal/webboxtest"
	"sluice/page"
	"sluice/text/vector"
	"sluice/topic"
	"sluice/weburl"
)

// What the publication of infospiders-db has (Küçük, "Evolving strategies for web crawler", Işık 2009, section 4.2 and figures 4.3 to 4.5, which
// are pictures: two of their values are in the text).
const (
	publishedSeeds      = 10   // where infospiders starts
	publishedRelevance  = 0.53 // average, of infospiders-db at 50 pages
	publishedPopulation = 70   // of infospiders-db at 500 pages
)

// spiderPages are the numbers of pages at which the publication compares.
var spiderPages = []int{50, 100, 250, 500}

// The database of infospiders-db, as a library makes one of earlier crawls.
const (
	earlierCrawl  = 1000 // requests, breadth-first
	databaseSeeds = 50   // its most relevant pages
	otherPages    = 200  // of little relevance, of which the machine learns
	othersBelow   = 0.1
)

// spiderNames are the crawlers that are compared.
var spiderNames = []string{lab.BreadthFirst, "infospiders", "infospiders-db"}

// spiderCell is what a crawler brought of a topic, page by page.
type spiderCell struct {
	class, cosine []float64 // of each page, by the classifier and by the words
	population    []int     // after each page
}

// spiderGroups are webs that are alike. The classifier of each is trained without the university, whose pages it has.
var spiderGroups = []struct {
	name, title string
	webs        []university
}{
	{"universities", "On universities of 1996 and 1997, where four in five links are dead", universities},
	{"sites", "On small sites", []university{{"cornell", webboxtest.Sites}}},
}

// spiderText is what stands before the tables.
const spiderText = `## Agents beside their publication

The average relevance of the first pages and the agents that live, at the numbers of pages of the publication (Küçük, "Evolving strategies for web
crawler", Işık 2009). Each crawl begins at %d pages of one of %d classes, or on small sites at as many home pages, and looks for the words of the class;
"infospiders-db" begins at the %d most relevant of the first %d requests of a breadth-first crawl, too, from which the machine learns that judges its
pages. Dead links are no pages, but cost energy. *By classifier*: by one that was trained on other universities; *by words*: by the cosine. Cells whose
agents have died count with the pages that they brought, and with no agent. The text of the publication has two figures, both of its variant with a
database: an average relevance of %.2f at 50 pages, which falls with more, and %d agents at 500. Without a database its relevance stays nearly the same.

`

// spiders compares agents with their publication: their populations, and the average relevance of the first pages.
func (o *options) spiders(ctx context.Context, out io.Writer, webs []webboxtest.Web) error {
	pages, err := webboxtest.LabelledPages()
	if err != nil {
		return err
	}
	fmt.Fprintf(out, spiderText, publishedSeeds, len(classes), databaseSeeds, earlierCrawl, publishedRelevance, publishedPopulation)
	for _, g := range spiderGroups {
		all := map[string][]spiderCell{}
		for _, u := range g.webs {
			i := slices.IndexFunc(webs, func(w webboxtest.Web) bool { return w.Name == u.web })
			if i < 0 {
				return fmt.Errorf("no web %s", u.web)
			}
			if err := o.spidersOf(ctx, webs[i], u, pages, all); err != nil {
				return err
			}
		}
		if err := o.drawSpiders(out, g.name, all); err != nil {
			return err
		}
		writeTable(out, spiderTable(g.title, all))
	}
	return nil
}

// spidersOf adds the cells of one web.
func (o *options) spidersOf(ctx context.Context, w webboxtest.Web, u university, pages []webboxtest.LabelledPage, all map[string][]spiderCell) (err error) {
	web, _, err := openWeb(ctx, w)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, web.Close()) }()
	model, err := train(pages, u.name)
	if err != nil {
		return err
	}
	home := web.Seeds()
	for _, class := range classes {
		c := spiderCrawl{web: web, words: class.words, home: home, labelled: w.Name != webboxtest.Sites}
		if c.judge, err = topic.New(topic.Definition{Name: class.name, Model: "webkb", Good: []string{class.name}}, model); err != nil {
			return err
		}
		d, err := topic.FromWords(class.words)
		if err != nil {
			return err
		}
		if c.about, err = topic.New(d, nil); err != nil {
			return err
		}
		web.SetSeeds(home)
		if err := c.readDatabase(ctx); err != nil {
			return err
		}
		for run := range o.runs {
			seeds, err := c.drawSeeds(ctx, pages, class.name, uint64(run)+1)
			if err != nil {
				return err
			}
			for _, name := range spiderNames {
				cell, err := c.crawl(ctx, name, seeds, uint64(run)+1)
				if err != nil {
					return err
				}
				fmt.Fprintf(os.Stderr, "%s, %s: %s, run %d of %d: %d pages\n", w.Name, class.name, name, run+1, o.runs, len(cell.class))
				all[name] = append(all[name], cell)
			}
		}
	}
	return nil
}

// spiderCrawl is what the crawls for one topic on one web share.
type spiderCrawl struct {
	web      *lab.Web
	home     []weburl.URL // its seeds
	labelled bool         // it has pages with labels
	words    string
	about    *topic.Topic // of words
	judge    *topic.Topic // of a classifier
	database []weburl.URL
	machine  focus.PageJudge
}

// readDatabase makes the database of an earlier crawl.
func (c *spiderCrawl) readDatabase(ctx context.Context) error {
	targets := lab.Relevant(c.about)
	walk, err := lab.Run(ctx, c.web, focus.BreadthFirst{}, targets, lab.Limits{Requests: earlierCrawl})
	if err != nil {
		return err
	}
	order := make([]int, 0, len(walk.Requests))
	var others [][]vector.Field
	for i, r := range walk.Relevance {
		p, _, err := c.page(ctx, walk, i)
		if err != nil {
			return err
		}
		if p == nil {
			continue
		}
		if r > 0 {
			order = append(order, i)
		}
		if r < othersBelow && len(others) < otherPages {
			others = append(others, topic.Page(p, nil))
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(walk.Relevance[b], walk.Relevance[a]) })
	var relevant [][]vector.Field
	for _, i := range order[:min(len(order), databaseSeeds)] {
		p, u, err := c.page(ctx, walk, i)
		if err != nil {
			return err
		}
		c.database = append(c.database, u)
		if walk.Relevance[i] >= c.about.Threshold() {
			relevant = append(relevant, topic.Page(p, nil))
		}
	}
	c.machine, err = focus.TrainPageJudge(relevant, others)
	return err
}

// page returns the page that a request of a walk brought, nil if it brought none.
func (c *spiderCrawl) page(ctx context.Context, w *lab.Walk, request int) (*page.Page, weburl.URL, error) {
	u, err := weburl.Parse(w.Requests[request])
	if err != nil || w.Status[request] != http.StatusOK {
		return nil, u, err
	}
	a, err := c.web.Get(ctx, u)
	if err != nil {
		return nil, u, err
	}
	return a.Page, u, nil
}

// drawSeeds draws pages of a class, in place of the answers of a search engine; of small sites, which have few, home pages.
func (c *spiderCrawl) drawSeeds(ctx context.Context, pages []webboxtest.LabelledPage, class string, seed uint64) (found []weburl.URL, err error) {
	pool := c.home
	if c.labelled {
		pool = nil
		for _, p := range pages {
			if u, err := weburl.Parse(p.URL); err == nil && p.Label == class && c.web.Has(u) {
				pool = append(pool, u)
			}
		}
	}
	random := rand.New(rand.NewPCG(seed, 0))
	for _, i := range random.Perm(len(pool)) {
		if len(found) == publishedSeeds {
			break
		}
		a, err := c.web.Get(ctx, pool[i])
		if err != nil {
			return nil, err
		}
		if a.Page != nil {
			found = append(found, pool[i])
		}
	}
	return found, nil
}

// crawl crawls until as many pages have come as are compared.
func (c *spiderCrawl) crawl(ctx context.Context, name string, seeds []weburl.URL, seed uint64) (cell spiderCell, err error) {
	s, err := focus.Named(name, seed)
	if err != nil {
		return cell, err
	}
	var counted focus.Strategy
	agents, ok := s.(*focus.InfoSpiders)
	switch {
	case !ok:
		counted = &bounded{Strategy: s}
	case agents.Database:
		agents.Judge = c.machine
		seeds = append(slices.Clone(seeds), c.database...)
		fallthrough
	default:
		counted = &colony{InfoSpiders: agents}
	}
	c.web.SetSeeds(seeds)
	walk, err := lab.Run(ctx, c.web, counted, lab.Targets{Topic: c.about, Judged: func(float64) bool { return false }}, lab.Limits{})
	if err != nil {
		return cell, err
	}
	if s, ok := counted.(*colony); ok {
		cell.population = s.population
	}
	words, err := vector.NewVocabulary(vector.Analyzer{Stems: true, NoStops: true})
	if err != nil {
		return cell, err
	}
	query, err := words.Add(vector.Field{Text: c.words})
	if err != nil {
		return cell, err
	}
	query.Sort()
	for i := range walk.Requests {
		p, _, err := c.page(ctx, walk, i)
		if err != nil {
			return cell, err
		}
		if p == nil {
			continue
		}
		counts, err := words.Add(topic.Page(p, nil)...)
		if err != nil {
			return cell, err
		}
		counts.Sort()
		cell.class = append(cell.class, c.judge.Relevance(topic.Page(p, nil)...))
		cell.cosine = append(cell.cosine, vector.Cosine(counts, query))
	}
	return cell, nil
}

// bounded is a strategy that ends the walk when enough pages have come.
type bounded struct {
	focus.Strategy
	pages int
}

// Learn implements [focus.Strategy].
func (s *bounded) Learn(v *focus.Visit) {
	if s.Strategy.Learn(v); v.Page != nil {
		s.pages++
	}
}

// Choose implements [focus.Strategy].
func (s *bounded) Choose(lanes []focus.LaneState, n int) []focus.Share {
	if s.pages >= spiderPages[len(spiderPages)-1] {
		return nil
	}
	return s.Strategy.Choose(lanes, n)
}

// colony is a population of agents that is counted after each page, and ends as bounded does.
type colony struct {
	*focus.InfoSpiders
	population []int
}

// Learn implements [focus.Strategy].
func (s *colony) Learn(v *focus.Visit) {
	if s.InfoSpiders.Learn(v); v.Page != nil {
		s.population = append(s.population, s.Population())
	}
}

// Choose implements [focus.Strategy].
func (s *colony) Choose(lanes []focus.LaneState, n int) []focus.Share {
	if len(s.population) >= spiderPages[len(spiderPages)-1] {
		return nil
	}
	return s.InfoSpiders.Choose(lanes, n)
}

// meanOfFirst returns the mean over cells of the mean of the first pages of each, with its 95 % confidence interval. A cell with fewer pages,
// whose agents died, counts with those.
func meanOfFirst(cells []spiderCell, pages int, of func(*spiderCell) []float64) (mean, plusMinus float64) {
	var means []float64
	for i := range cells {
		values := of(&cells[i])
		if m, _ := lab.Mean(values[:min(pages, len(values))]); len(values) > 0 {
			means = append(means, m)
		}
	}
	return lab.Mean(means)
}

// meanPopulation returns the mean population after so many pages; that of a cell whose walk has ended is 0.
func meanPopulation(cells []spiderCell, pages int) (mean, plusMinus float64) {
	var values []float64
	for i := range cells {
		n := 0
		if p := cells[i].population; pages <= len(p) {
			n = p[pages-1]
		}
		values = append(values, float64(n))
	}
	return lab.Mean(values)
}

// The measures of a cell.
var (
	byClass  = func(c *spiderCell) []float64 { return c.class }
	byCosine = func(c *spiderCell) []float64 { return c.cosine }
)

// spiderTable returns the means as a table.
func spiderTable(title string, all map[string][]spiderCell) lab.Table {
	t := lab.Table{
		Title: title, About: fmt.Sprintf("Means over %d crawls.", len(all[spiderNames[0]])),
		Head: []string{"strategy", "pages", "by classifier", "±", "by words", "±", "agents", "±", "published"},
	}
	for _, name := range spiderNames {
		for _, pages := range spiderPages {
			class, classRange := meanOfFirst(all[name], pages, byClass)
			cosine, cosineRange := meanOfFirst(all[name], pages, byCosine)
			row := []string{name, fmt.Sprint(pages), fmt.Sprintf("%.3f", class), fmt.Sprintf("%.3f", classRange), fmt.Sprintf("%.3f", cosine), fmt.Sprintf("%.3f", cosineRange)}
			if name == lab.BreadthFirst {
				row = append(row, "–", "–")
			} else {
				agents, plusMinus := meanPopulation(all[name], pages)
				row = append(row, fmt.Sprintf("%.1f", agents), fmt.Sprintf("%.1f", plusMinus))
			}
			t.Rows = append(t.Rows, append(row, publishedOf(name, pages)))
		}
	}
	return t
}

// publishedOf returns what the text of the publication has.
func publishedOf(name string, pages int) string {
	switch {
	case name == "infospiders-db" && pages == 50:
		return fmt.Sprintf("relevance %.2f", publishedRelevance)
	case name == "infospiders-db" && pages == 500:
		return fmt.Sprintf("%d agents", publishedPopulation)
	case name == "infospiders-db":
		return "relevance falls"
	case name == "infospiders":
		return "relevance stays"
	}
	return "–"
}

// drawSpiders writes the curves beside the document.
func (o *options) drawSpiders(out io.Writer, group string, all map[string][]spiderCell) error {
	if o.doc == "" {
		return nil
	}
	for _, m := range []struct {
		name, title, y string
		of             func([]spiderCell, int) float64
	}{
		{"relevance", "Average relevance of the first pages, by the classifier", "average relevance", func(cells []spiderCell, n int) float64 {
			v, _ := meanOfFirst(cells, n, byClass)
			return v
		}},
		{"population", "Agents that live", "agents", func(cells []spiderCell, n int) float64 {
			v, _ := meanPopulation(cells, n)
			return v
		}},
	} {
		lines := chart.Lines{
			Figure: chart.Figure{ID: "agents-" + group + "-" + m.name, Title: m.title, Description: "A line for each strategy.", Width: 900, Standalone: true},
			X:      chart.Axis{Label: "pages"}, Y: chart.Axis{Label: m.y}, Height: 320, Legend: true,
		}
		for _, strategy := range spiderNames {
			if m.name == "population" && strategy == lab.BreadthFirst {
				continue
			}
			series := chart.Series{Name: strategy}
			for n := 10; n <= spiderPages[len(spiderPages)-1]; n += 10 {
				series.Points = append(series.Points, chart.Point{X: float64(n), Y: m.of(all[strategy], n)})
			}
			lines.Series = append(lines.Series, series)
		}
		name := strings.TrimSuffix(filepath.Base(o.doc), ".md") + "-agents-" + group + "-" + m.name + ".svg"
		fmt.Fprintf(out, "![%s](%s)\n\n", m.title, name)
		if err := os.WriteFile(filepath.Join(filepath.Dir(o.doc), name), []byte(lines.SVG()), 0o644); err != nil {
			return err
		}
	}
	return nil
}
