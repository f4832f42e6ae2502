package lab_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"sluice/internal/lab"
	"sluice/learn/classifier"
	"sluice/text/vector"
	"sluice/topic"
	"sluice/weburl"
)

func TestPairedTests(t *testing.T) {
	// Probabilities as tables of Student's t and of the binomial distribution have them.
	for _, c := range []struct {
		values, others []float64
		t, sign        float64
	}{
		{[]float64{1, 2, 3, 4, 5}, []float64{0, 0, 0, 0, 0}, 0.0132, 0.0625},
		{[]float64{3, 1, 4, 1, 5, 9, 2, 6}, []float64{2, 7, 1, 8, 2, 8, 1, 8}, 0.6017, 0.7266},
		{[]float64{2, 2}, []float64{1, 1}, 1, 0.5},
		{[]float64{1, 1}, []float64{1, 1}, 1, 1},
		{[]float64{2}, []float64{1}, 1, 1},
		{nil, nil, 1, 1},
	} {
		p := lab.Compared(c.values, c.others)
		if math.Abs(p.T-c.t) > 0.0005 || math.Abs(p.Sign-c.sign) > 0.0005 {
			t.Errorf("%v and %v: t test %.4f, sign test %.4f; want %.4f, %.4f", c.values, c.others, p.T, p.Sign, c.t, c.sign)
		}
	}
}

func TestManyPairsHaveSmallProbabilities(t *testing.T) {
	values, others := make([]float64, 1000), make([]float64, 1000)
	for i := range values {
		values[i] = 1 + float64(i%7)/10
	}
	if p := lab.Compared(values, others); p.Better != 1000 || !(p.T < 1e-9) || !(p.Sign < 1e-9) || math.IsNaN(p.T) || math.IsNaN(p.Sign) {
		t.Errorf("%+v", p)
	}
}

// TestCutWalkIsNotFast: it counts with the requests by which all can be reached, not with the few that it made.
func TestCutWalkIsNotFast(t *testing.T) {
	web := open(t, lab.Options{}, tree())
	plan := lab.Plan{Targets: lab.Documents(web, nil), Strategies: []string{"depth-first"}, OnWalk: func(name string, _ int, w *lab.Walk) {
		if name == "depth-first" {
			w.Known, w.Relevance, w.Requests, w.Status, w.Bytes, w.Found = w.Known[:1], w.Relevance[:1], w.Requests[:1], w.Status[:1], w.Bytes[:1], nil
		}
	}}
	c, err := lab.Compare(t.Context(), "tree", web, plan)
	if err != nil {
		t.Fatal(err)
	}
	totals := lab.Totals([]*lab.Comparison{c})
	for _, r := range c.Rows {
		if r.Strategy == "depth-first" && (r.OfBreadth < 1 || r.RoomUsed[0] > 0 || r.RoomUsed[1] > 0) {
			t.Errorf("equal value %v, room used %v of a walk of one request", r.OfBreadth, r.RoomUsed)
		}
	}
	for _, total := range totals {
		if total.Strategy == "depth-first" && total.OfBreadth < 1 {
			t.Errorf("%+v of a walk of one request", total)
		}
		if !math.IsNaN(float64(total.AreaPlusMinus)) {
			t.Errorf("±%v of one walk", total.AreaPlusMinus)
		}
	}
	if b, err := json.Marshal(totals); err != nil {
		t.Errorf("JSON %s, %v", b, err)
	}
}

// TestTotalsHaveAllMeasures: each measure of walks has its mean, its interval and its pairs with breadth-first, and all outputs show it.
func TestTotalsHaveAllMeasures(t *testing.T) {
	d, err := topic.FromWords("papers, three")
	if err != nil {
		t.Fatal(err)
	}
	about, err := topic.New(d, nil)
	if err != nil {
		t.Fatal(err)
	}
	files := tree()
	files["b.example/index.html"] = `<!doctype html><title>Papers</title><a href=http://a.example/>other</a>`
	web := open(t, lab.Options{Seeds: []string{"http://a.example/", "http://b.example/"}}, files)
	targets := lab.Documents(web, nil)
	targets.Topic = about
	plan := lab.Plan{Targets: targets, Strategies: []string{"depth-first", "best-first"}, Runs: 2, Robust: true, Genres: map[weburl.Key]string{}}
	for _, name := range []string{"one", "two", "three"} {
		u, err := weburl.Parse("http://a.example/" + name + ".pdf")
		if err != nil {
			t.Fatal(err)
		}
		plan.Genres[u.Key()] = "paper"
	}
	var cs []*lab.Comparison
	for _, name := range []string{"first", "second"} {
		c, err := lab.Compare(t.Context(), name, web, plan)
		if err != nil {
			t.Fatal(err)
		}
		cs = append(cs, c)
	}
	names := []string{"target_recall", "harvest_rate", "mean_relevance", "keywords", "query_similarity", "seed_similarity", "pool_rank", "popularity", "overlap", "precision"}
	for _, total := range lab.Totals(cs) {
		for _, name := range names {
			s, ok := total.Measures[name]
			if !ok || math.IsNaN(float64(s.Mean)) || math.IsNaN(float64(s.PlusMinus)) {
				t.Errorf("%s: %s is %+v", total.Strategy, name, s)
			}
		}
		if total.Strategy == lab.BreadthFirst && total.Measures["target_recall"].Mean != 1 {
			t.Errorf("recall %v of breadth-first", total.Measures["target_recall"].Mean)
		}
	}
	var table strings.Builder
	for _, x := range lab.Tables(cs) {
		fmt.Fprintln(&table, x.Title, x.Head)
	}
	for _, column := range []string{"recall", "harvest", "relevance", "keywords", "query", "rank", "seeds", "links", "overlap", "wanted", "paper", "by bytes", "of b-f", "of oracle", "p (t)", "p (sign)"} {
		if !strings.Contains(table.String(), column) {
			t.Errorf("no table has %q:\n%s", column, table.String())
		}
	}
	var csv, page bytes.Buffer
	if err := errors.Join(lab.WriteCSV(&csv, cs), lab.WriteHTML(&page, cs)); err != nil {
		t.Fatal(err)
	}
	for _, column := range append(names, "requests_50", "requests_80", "requests_90", "requests_100", "bytes_gain", "bytes_of_oracle", "area_of_oracle", "of_breadth_first", "genres") {
		if !strings.Contains(csv.String(), column) {
			t.Errorf("CSV has no column %s", column)
		}
	}
	for _, title := range []string{"Mean target recall", "Mean harvest rate", "Mean average relevance", "Targets known over bytes", "Harvest rate over requests", "Average relevance over requests"} {
		if !strings.Contains(page.String(), title) {
			t.Errorf("the page has no chart %q", title)
		}
	}
}

// TestAreaOverBytes: targets that small pages bring count for more than those of large ones.
func TestAreaOverBytes(t *testing.T) {
	for _, c := range []struct {
		known []int
		bytes []int64
		want  float64
	}{
		{[]int{2, 2}, []int64{10, 100}, 0.9},
		{[]int{0, 2}, []int64{90, 100}, 0},
		{[]int{1, 2}, []int64{50, 100}, 0.25},
		{[]int{2}, []int64{50}, 0.5}, // it ends early, and keeps what it knows
		{[]int{2}, []int64{1000}, 0}, // its first page is larger than all that count
		{nil, nil, 0},
	} {
		w := &lab.Walk{Known: c.known, Bytes: c.bytes}
		if got := w.AreaByBytes(2, 100); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%v targets after %v bytes: %v, want %v", c.known, c.bytes, got, c.want)
		}
	}
}

// TestClassifierHasNoWords: no table compares pages with the words of a topic that has none.
func TestClassifierHasNoWords(t *testing.T) {
	trainer, err := classifier.New(classifier.Options{Method: classifier.NaiveBayes})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(trainer.Add("papers", vector.Field{Text: "papers, one, two"}), trainer.Add("other", vector.Field{Text: "nothing"})); err != nil {
		t.Fatal(err)
	}
	model, err := trainer.Train()
	if err != nil {
		t.Fatal(err)
	}
	about, err := topic.New(topic.Definition{Name: "papers", Model: "m", Good: []string{"papers"}}, model)
	if err != nil {
		t.Fatal(err)
	}
	web := open(t, lab.Options{Seeds: []string{"http://a.example/"}}, tree())
	targets := lab.Documents(web, nil)
	targets.Topic = about
	c, err := lab.Compare(t.Context(), "a", web, lab.Plan{Targets: targets, Strategies: []string{"best-first"}, Runs: 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range lab.Tables([]*lab.Comparison{c}) {
		if slices.Contains(x.Head, "keywords") || slices.Contains(x.Head, "query") {
			t.Errorf("%s has columns %q", x.Title, x.Head)
		}
	}
}
