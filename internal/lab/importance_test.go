package lab_test

import (
	"math"
	"testing"

	"sluice/internal/lab"
	"sluice/topic"
)

func TestImportanceOfPages(t *testing.T) {
	web := open(t, lab.Options{}, map[string]string{
		"a.example/index.html": "<!doctype html><p>zebra crossing rules <a href=one.html></a><a href=two.html></a><a href=x.pdf></a>",
		"a.example/one.html":   "<!doctype html><p>networks neural, neural networks <a href=two.html></a>",
		"a.example/two.html":   "<!doctype html><p>yellow walls crossing zebra rules",
		"a.example/x.pdf":      "%PDF-1.4",
	})
	d, err := topic.FromWords("neural networks")
	if err != nil {
		t.Fatal(err)
	}
	targets := lab.Documents(web, nil)
	if targets.Topic, err = topic.New(d, nil); err != nil {
		t.Fatal(err)
	}
	c, err := lab.Compare(t.Context(), "web", web, lab.Plan{Targets: targets, Strategies: []string{"depth-first"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range c.Rows[1:] { // all but the oracle, which requests the first page only
		want := lab.Importance{
			Keywords:   1.0 / 3,
			Query:      1.0 / 3,                       // one page has nothing but the words
			Seeds:      (1 + 0 + 3/math.Sqrt(15)) / 3, // the seed itself, nothing, three words of five
			Rank:       (1 + 0.25 + 0.25) / 3,         // the first, and two that share the last places
			Popularity: (1.0 + 2.0) / 3,               // one is linked to once, two twice
		}
		got := r.Importance
		for _, v := range [][2]float64{{got.Keywords, want.Keywords}, {got.Query, want.Query}, {got.Seeds, want.Seeds}, {got.Rank, want.Rank}, {got.Popularity, want.Popularity}} {
			if math.Abs(v[0]-v[1]) > 0.01 {
				t.Errorf("%s: %+v, want %+v", r.Strategy, got, want)
				break
			}
		}
	}
}
