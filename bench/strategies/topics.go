//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sluice/internal/lab"
	"sluice/internal/webboxtest"
	"sluice/learn/classifier"
	"sluice/page"
	"sluice/topic"
	"sluice/weburl"
)

// classes are the classes of pages that are looked for, with words for each that were written down before the first walk.
var classes = []struct{ name, words string }{
	{"course", "course homework lecture syllabus"},
	{"student", "graduate student home page"},
	{"faculty", "professor research interests publications"},
	{"project", "research project group system"},
}

// university is a web with pages of these classes.
type university struct{ name, web string }

var universities = []university{{"cornell", "webkb-cornell"}, {"washington", "webkb-washington"}, {"misc", "webkb-misc"}}

// topics compares with pages of a class as targets: the topic is a classifier that was trained on the other universities, and then
// words.
func (o *options) topics(ctx context.Context, out io.Writer, webs []webboxtest.Web) error {
	pages, err := webboxtest.LabelledPages()
	if err != nil {
		return err
	}
	var trained, words []*lab.Comparison
	for _, u := range universities {
		i := slices.IndexFunc(webs, func(w webboxtest.Web) bool { return w.Name == u.web })
		if i < 0 {
			return fmt.Errorf("no web %s", u.web)
		}
		model, err := train(pages, u.name)
		if err != nil {
			return err
		}
		for _, class := range classes {
			byModel, err := topic.New(topic.Definition{Name: class.name, Model: "webkb", Good: []string{class.name}}, model)
			if err != nil {
				return err
			}
			d, err := topic.FromWords(class.words)
			if err != nil {
				return err
			}
			byWords, err := topic.New(d, nil)
			if err != nil {
				return err
			}
			for _, t := range []struct {
				about *topic.Topic
				all   *[]*lab.Comparison
			}{{byModel, &trained}, {byWords, &words}} {
				c, err := o.cell(ctx, webs[i], class.name, pages, t.about)
				if err != nil {
					return err
				}
				*t.all = append(*t.all, c)
			}
		}
	}
	fmt.Fprint(out, "## Pages of a class\n\n")
	if err := o.drawMeans(out, trained); err != nil {
		return err
	}
	writeTable(out, sums("By a classifier that was trained on the other universities", trained))
	writePairs(out, trained)
	writeTable(out, sums("By words", words))
	writePairs(out, words)
	return nil
}

// writePairs writes the strategies pair by pair, and the measures of their pages.
func writePairs(out io.Writer, cs []*lab.Comparison) {
	all := lab.Tables(cs)
	pairs, measures := all[2*len(cs)+1], all[2*len(cs)+2]
	pairs.Title, measures.Title = "The same, pair by pair", "The same, by their pages"
	writeTable(out, pairs)
	writeTable(out, measures)
}

// drawMeans writes the mean curves of the best strategies beside the document, those of each measure.
func (o *options) drawMeans(out io.Writer, cs []*lab.Comparison) error {
	if o.doc == "" {
		return nil
	}
	for _, lines := range lab.MeanCharts(cs, "topics") {
		measure, isFirst := strings.CutSuffix(lines.ID, "-1")
		if !isFirst {
			continue
		}
		lines.Standalone = true
		name := strings.TrimSuffix(filepath.Base(o.doc), ".md") + "-" + measure + ".svg"
		fmt.Fprintf(out, "![%s: the oracle, breadth-first and the best four](%s)\n\n", lines.Title, name)
		if err := os.WriteFile(filepath.Join(filepath.Dir(o.doc), name), []byte(lines.SVG()), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// cell compares on one web with the pages of one class as targets.
func (o *options) cell(ctx context.Context, w webboxtest.Web, class string, pages []webboxtest.LabelledPage, about *topic.Topic) (c *lab.Comparison, err error) {
	web, _, err := openWeb(ctx, w)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, web.Close()) }()
	listed := map[weburl.Key]bool{}
	for _, p := range pages {
		if u, err := weburl.Parse(p.URL); err == nil && p.Label == class {
			listed[u.Key()] = true
		}
	}
	targets := lab.Pages(listed)
	targets.Topic = about
	name := w.Name + ", " + class
	return lab.Compare(ctx, name, web, lab.Plan{Targets: targets, Strategies: o.strategies, Time: o.limit, OnWalk: o.progress(name)})
}

// sums returns the requests of comparisons, summed over them.
func sums(title string, cs []*lab.Comparison) lab.Table {
	t := lab.Table{
		Title: title, About: fmt.Sprintf("Sums over %d cells of a web and a class; the worst cell, in percent of the web's requests over breadth-first; means of the first pages.", len(cs)),
		Head: []string{"strategy", "80 %", "90 %", "room 80", "room 90", "worst %", "of b-f", "harvest", "relevance", "area"},
	}
	first, oracle := sumOf(cs, lab.BreadthFirst), sumOf(cs, lab.OracleName)
	totals := lab.Totals(cs)
	for _, total := range totals {
		s := sumOf(cs, total.Strategy)
		row := []string{total.Strategy}
		for _, n := range s.requests {
			row = append(row, fmt.Sprintf("%.0f", n))
		}
		for i := range s.requests {
			row = append(row, fmt.Sprintf("%.2f", lab.RoomUsed(int(s.requests[i]), int(first.requests[i]), int(oracle.requests[i]))))
		}
		n := float64(len(cs))
		t.Rows = append(t.Rows, append(row, fmt.Sprintf("%.1f", 100*total.Worst), fmt.Sprintf("%.2f", total.OfBreadth), fmt.Sprintf("%.3f", s.harvest/n),
			fmt.Sprintf("%.3f", s.relevance/n), fmt.Sprintf("%.2f", total.AreaGain)))
	}
	return t
}

// sum is what a strategy needed in all cells.
type sum struct {
	requests           [2]float64 // until 80 and 90 %
	harvest, relevance float64
}

// sumOf sums up the walks of a strategy.
func sumOf(cs []*lab.Comparison, strategy string) (s sum) {
	for _, c := range cs {
		for _, r := range c.Rows {
			if r.Strategy != strategy {
				continue
			}
			for i := range s.requests {
				n := r.SearchLengths[i+1]
				if n < 0 {
					n = int(math.Max(float64(r.Requests), float64(c.Reachable)))
				}
				s.requests[i] += float64(n)
			}
			s.harvest += r.HarvestRate
			s.relevance += r.MeanRelevance
		}
	}
	return s
}

// train trains a classifier on the pages of all universities but one.
func train(pages []webboxtest.LabelledPage, without string) (*classifier.Model, error) {
	trainer, err := classifier.New(classifier.Options{Method: classifier.SVM})
	if err != nil {
		return nil, err
	}
	parser := page.Parser{Rules: weburl.DefaultRules}
	for _, p := range pages {
		u, err := weburl.Parse(p.URL)
		if err != nil || p.University == without {
			continue
		}
		parsed := parser.Parse([]byte(strings.Clone(p.HTML)), page.Source{URL: u, ContentType: "text/html"})
		if err := trainer.Add(p.Label, topic.Page(parsed, nil)...); err != nil {
			return nil, err
		}
		parsed.Release()
	}
	return trainer.Train()
}
