package vicinity_test

import (
	"fmt"
	"strings"
	"testing"

	"sluice/focus/internal/vicinity"
	"sluice/page"
	"sluice/weburl"
)

func parse(t *testing.T, html string) *page.Page {
	t.Helper()
	u, err := weburl.Parse("http://a.example/")
	if err != nil {
		t.Fatal(err)
	}
	var parser page.Parser
	return parser.Parse([]byte(html), page.Source{URL: u, ContentType: "text/html"})
}

// number returns the number of the keywords a and b.
func number(word string) int { return strings.Index("ab", word) }

func TestCountsFallWithTheDistance(t *testing.T) {
	link := func(text string) string { return `<a href=x>` + text + `</a> ` }
	for _, c := range []struct {
		name, html string
		window     int
		want       []float64 // of keyword a, by link
	}{
		{"in the link", link("x") + link("a") + link("x"), 5, []float64{0.5, 1, 0.5}},
		{"between links", link("x") + " a " + link("x") + link("x"), 5, []float64{0.5, 0.5, 0.25}},
		{"before all links", "a " + link("x") + link("x"), 5, []float64{0.5, 0.25}},
		{"twice", link("a a"), 5, []float64{1.75}},
		{"at most the highest level", link("a a a"), 5, []float64{1.75}},
		{"the window ends", link("x") + link("x") + link("x") + link("a") + link("x") + link("x"), 1, []float64{0, 0, 0.5, 1, 0.5, 0}},
		{"of an image", `<a href=x><img src=i alt="a"></a> ` + link("x"), 5, []float64{1, 0}},
		{"no link", "a a a", 5, nil},
	} {
		counts := vicinity.Of(parse(t, c.html), c.window, number)
		var got []float64
		for i := range counts {
			got = append(got, counts[i].Value(0))
			if counts[i].Value(1) != 0 {
				t.Errorf("%s: link %d has keyword b", c.name, i)
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: counts %v, want %v", c.name, got, c.want)
		}
	}
}

func TestPageOfManyLinks(t *testing.T) {
	p := parse(t, strings.Repeat(`<a href=x>a b</a>`, 200_000))
	if counts := vicinity.Of(p, 5, number); len(counts) != len(p.Links) || counts[100].Value(1) == 0 {
		t.Errorf("%d counts of %d links", len(counts), len(p.Links))
	}
	if counts := vicinity.Of(parse(t, `<a href=x>a</a>`), 5, func(string) int { return 99 }); counts[0] != (vicinity.Counts{}) {
		t.Error("a keyword beyond the last is counted")
	}
}
