package fulltext_test

import (
	"fmt"
	"testing"

	"sluice/internal/fulltext"
	"sluice/search"
)

// A condition holds for texts behind the most that a result can have, and all counts are of those that it selects.
func TestSearchAmongSelection(t *testing.T) {
	x := openIndex(t)
	var entries []fulltext.Entry
	for i := range 2*search.MaxLimit + 100 {
		entries = append(entries, fulltext.Entry{Key: fmt.Sprintf("http://a.example/%d", i), Page: true, Title: "crawlers", Text: "crawlers", Site: "a.example", Citations: 5})
	}
	for i := range 3 { // these come last by their words
		entries = append(entries, fulltext.Entry{Key: fmt.Sprintf("http://b.example/%d", i), Page: true, Text: "Of lamps and wicks, and once of crawlers.", Site: "b.example", Year: 2000 + i})
	}
	if err := x.Put(t.Context(), entries); err != nil {
		t.Fatal(err)
	}
	all := find(t, x, search.Query{Text: "crawlers", Limit: search.MaxLimit})
	for _, h := range all.Hits {
		if h.Site == "b.example" {
			t.Fatal("a text that should come last is among the first")
		}
	}
	among := func(keys ...string) *fulltext.Selection {
		var s fulltext.Selection
		for i, key := range keys {
			relevance := float64(i) / 4
			s.Add(key, &relevance)
		}
		s.Add("http://b.example/unknown", nil)
		return &s
	}
	q := search.Query{Text: "crawlers", Filters: search.Filters{Where: "relevance > 0.5"}}
	for _, c := range []struct {
		what string
		q    search.Query
		keys []string
		want string
	}{
		{"three of the last", q, []string{"http://b.example/0", "http://b.example/1", "http://b.example/2"}, "http://b.example/0 http://b.example/1 http://b.example/2"},
		{"one of the first", q, []string{"http://a.example/7", "http://b.example/2"}, "http://a.example/7 http://b.example/2"},
		{"nothing", q, nil, ""},
		{"another filter", search.Query{Text: "crawlers", Filters: search.Filters{Where: "relevance > 0.5", From: 2001}},
			[]string{"http://a.example/7", "http://b.example/0", "http://b.example/2"}, "http://b.example/2"},
		{"no words", search.Query{Filters: q.Filters}, []string{"http://b.example/1"}, "http://b.example/1"},
	} {
		r, err := x.SearchAmong(t.Context(), among(c.keys...), c.q)
		if err != nil {
			t.Fatal(err)
		}
		n := len(r.Hits)
		if got := keys(r); got != c.want || r.Total != n || r.Pages != n || r.Complete != n || r.More {
			t.Errorf("%s: found %s, %d in all, %d pages, %d complete; want %s", c.what, got, r.Total, r.Pages, r.Complete, c.want)
		}
		counted := 0
		for _, f := range r.Facets["site"] {
			counted += f.N
		}
		if counted != n {
			t.Errorf("%s: sites are counted %v", c.what, r.Facets["site"])
		}
	}
	r, err := x.SearchAmong(t.Context(), among(), q)
	if err != nil || len(r.Notes) != 1 || r.Notes[0] != "nothing matches the condition relevance > 0.5" {
		t.Errorf("without a match the notes are %q, %v", r.Notes, err)
	}
}

func TestSortByTopic(t *testing.T) {
	x := shelfIndex(t)
	var judged fulltext.Selection
	for key, relevance := range map[string]float64{"art": 0.2, "dist": 0.9, "http://uni.example/": 1} {
		judged.Add(key, &relevance)
	}
	r, err := x.SearchAmong(t.Context(), &judged, search.Query{Text: "networks", Sort: search.ByTopic})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, h := range r.Hits {
		got = append(got, h.Key)
	}
	// A page comes behind all documents, and what has no relevance behind what has.
	if want := "[dist art nets http://uni.example/]"; fmt.Sprint(got) != want {
		t.Errorf("sorted by the topic: %s, want %s", got, want)
	}
}
