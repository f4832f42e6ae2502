package catalogue_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sluice/document/describe"
	"sluice/library"
)

func TestSelectionFollowsConditionOrderAndLimit(t *testing.T) {
	c, r := shelf(t)
	for i, year := range []string{"2001", "", "1999", "2005"} {
		d := paper(fmt.Sprint(i), fmt.Sprintf("http://a.example/%d.pdf", i))
		d.Fields = []describe.Field{{Name: "title", Value: fmt.Sprint("Paper ", i)}}
		if year != "" {
			d.Fields = append(d.Fields, describe.Field{Name: "year", Value: year})
		}
		stored(t, r, fmt.Sprint(i), d)
	}
	for _, test := range []struct {
		q    library.Query
		want string
	}{
		{library.Query{}, "Paper 0, Paper 1, Paper 2, Paper 3"},
		{library.Query{Limit: 2}, "Paper 0, Paper 1"},
		{library.Query{Sort: "year"}, "Paper 2, Paper 0, Paper 3, Paper 1"},
		{library.Query{Sort: "-year"}, "Paper 3, Paper 0, Paper 2, Paper 1"},
		{library.Query{Where: "year >= 2001", Sort: "-title"}, "Paper 3, Paper 0"},
		{library.Query{Where: "state = accepted and title contains 'paper'", Sort: "-year", Limit: 1}, "Paper 3"},
		{library.Query{Where: "state = waiting"}, ""},
	} {
		var titles []string
		for d, err := range c.Documents.Select(t.Context(), test.q) {
			if err != nil {
				t.Fatal(err)
			}
			titles = append(titles, d.Get("title"))
		}
		if got := strings.Join(titles, ", "); got != test.want {
			t.Errorf("Select(%+v) = %s, want %s", test.q, got, test.want)
		}
	}
	for _, q := range []library.Query{{Where: "year >"}, {Where: "nothing = 1"}, {Sort: "nothing"}, {Sort: "year; DROP TABLE pages"}} {
		for _, err := range c.Documents.Select(t.Context(), q) {
			if err == nil {
				t.Errorf("Select(%+v) yields a document, want an error", q)
			}
		}
	}
}

func TestPagesAndSitesAreSelected(t *testing.T) {
	c := memory(t)
	g := newGroup(1, 0, 450) // more than are read at once
	commit(t, c, g)
	var urls []string
	for f, err := range c.Pages(t.Context(), library.Query{Sort: "-url"}) {
		if err != nil {
			t.Fatal(err)
		}
		if f.Site == "" || f.Outcome == 0 {
			t.Fatalf("Pages yields %+v, want its site and outcome", f)
		}
		urls = append(urls, f.URL)
	}
	if len(urls) != 450 || !slices.IsSortedFunc(urls, func(a, b string) int { return strings.Compare(b, a) }) {
		t.Errorf("Pages yields %d URLs, want 450, the greatest first", len(urls))
	}
	first := g.Fetches[0]
	for s, err := range c.Sites(t.Context(), library.Query{Where: "host = " + first.Site}) {
		if err != nil || s.Host != first.Site || s.Domain != first.Domain || s.Pages+s.Documents == 0 || s.First.IsZero() {
			t.Errorf("Sites yields %+v, %v, want the counts of %s", s, err, first.Site)
		}
	}
}
