package fulltext_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"sluice/internal/fulltext"
	"sluice/search"
)

func TestHitAndFacets(t *testing.T) {
	x := shelfIndex(t)
	r := find(t, x, search.Query{Text: "neural network"})
	if r.Complete != 1 || r.Total != 4 || len(r.Hits) != 4 {
		t.Fatalf("%d hits of %d, %d of them with all words", len(r.Hits), r.Total, r.Complete)
	}
	h := r.Hits[0]
	h.Score, h.Snippets = 0, nil
	want := search.Hit{Key: "nets", Title: "Learning in Neural Networks", Authors: []string{"Ada Müller", "Bob Kahn"}, Year: 2003,
		Genre: "paper", Type: "ps", Site: "www.ml.example", Language: "en", Citations: 3}
	if d := cmp.Diff(want, h); d != "" {
		t.Error(d)
	}
	r = find(t, x, search.Query{Limit: 1})
	facets := map[string][]search.Count{
		"genre":    {{Value: "paper", N: 2}, {Value: "book", N: 1}, {Value: "thesis", N: 1}},
		"type":     {{Value: "pdf", N: 3}, {Value: "html", N: 1}, {Value: "ps", N: 1}},
		"site":     {{Value: "uni.example", N: 2}, {Value: "cs.stanford.example", N: 1}, {Value: "ml.example", N: 1}, {Value: "www.ml.example", N: 1}},
		"language": {{Value: "en", N: 4}, {Value: "de", N: 1}},
		"subject":  {{Value: "Learning", N: 1}, {Value: "Software", N: 1}, {Value: "Theory", N: 1}},
		"year":     {{Value: "1968", N: 1}, {Value: "2001", N: 1}, {Value: "2003", N: 1}, {Value: "2010", N: 1}},
	}
	if d := cmp.Diff(facets, r.Facets); d != "" || r.Total != 5 || len(r.Hits) != 1 {
		t.Errorf("of %d, %d hits: %s", r.Total, len(r.Hits), d)
	}
}

func TestSnippetShowsTheWords(t *testing.T) {
	x := openIndex(t)
	filler := strings.Repeat("Nothing to see here, move along. ", 3000)
	if err := x.Put(t.Context(), []fulltext.Entry{
		{Key: "deep", Language: "en", Text: filler + "At last the Crawlers\nwere crawling\x00 the\u202e Wéb at night. " + filler},
		{Key: "abstract", Language: "en", Abstract: "Only here are zebras."},
	}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		query, key string
		marked     []string
	}{
		{"crawls web", "deep", []string{"crawling", "Wéb"}},
		{"crawler web", "deep", []string{"Crawlers", "Wéb"}},
		{`"the web at night"`, "deep", []string{"the", "Wéb", "at", "night"}},
		{"craw*", "deep", []string{"Crawlers", "crawling"}},
		{"crawlesr~", "deep", []string{"Crawlers"}},
		{"zebra", "abstract", []string{"zebras"}},
	} {
		r := find(t, x, search.Query{Text: c.query})
		if len(r.Hits) != 1 || r.Hits[0].Key != c.key || len(r.Hits[0].Snippets) == 0 {
			t.Errorf("%s: %+v", c.query, r.Hits)
			continue
		}
		s := r.Hits[0].Snippets[0]
		var marked []string
		for _, m := range s.Marks {
			marked = append(marked, s.Text[m.Start:m.End])
		}
		if d := cmp.Diff(c.marked, marked); d != "" || len(s.Text) > 600 || strings.ContainsFunc(s.Text, unicode.IsControl) || strings.Contains(s.Text, "\u202e") {
			t.Errorf("%s: %q: %s", c.query, s.Text, d)
		}
	}
}

func TestEveryHitHasItsSnippet(t *testing.T) {
	x := openIndex(t)
	filler := strings.Repeat("Nothing to see here, move along. ", 4000)
	var theses []fulltext.Entry
	for i := range 10 {
		theses = append(theses, fulltext.Entry{Key: fmt.Sprint(i), Language: "en", Text: "Of crawlers. " + filler + filler + filler + "Of webs."})
	}
	if err := x.Put(t.Context(), theses); err != nil {
		t.Fatal(err)
	}
	for i, h := range find(t, x, search.Query{Text: "crawler web"}).Hits {
		if len(h.Snippets) == 0 || len(h.Snippets[0].Marks) == 0 {
			t.Errorf("hit %d: snippets %+v", i, h.Snippets)
		}
	}
}

func TestSnippetShowsSearchedWords(t *testing.T) {
	x := openIndex(t)
	if err := x.Put(t.Context(), []fulltext.Entry{{Key: "k", Language: "en", Authors: []string{"Ada Knuth"},
		Text: "The first crawler. " + strings.Repeat("Nothing to see here, move along. ", 2000) + "Crawlers, says Knuth."}}); err != nil {
		t.Fatal(err)
	}
	for _, q := range []search.Query{{Text: "crawler author:knuth"}, {Text: "crawler", Filters: search.Filters{Author: "Knuth"}}} {
		if r := find(t, x, q); len(r.Hits) != 1 || !strings.HasPrefix(r.Hits[0].Snippets[0].Text, "The first crawler.") {
			t.Errorf("%+v: %+v", q, r.Hits)
		}
	}
}

func TestSnippetPrefersWhatTheTextSays(t *testing.T) {
	filler := strings.Repeat("Nothing to see here, move along. ", 200)
	list := "\nReferences\n[1] A. Lee. Focused crawling of the deep web. In Heaps of Sand, 1999.\n"
	for _, c := range []struct{ name, abstract, text, want string }{
		{"the abstract", "Crawling is focused here.", "Focused crawling in the text.", "Crawling is focused here."},
		{"the text, if it shows more", "Crawling is done here.", "Focused crawling in the text.", "Focused crawling in the text."},
		{"the text, not its references", "", "Here crawling is meant. " + filler + list, "Here crawling is meant."},
		{"the references, if only they have a word", "", "Of beetles. " + filler + list, "[1] A. Lee. Focused crawling"},
		{"the text behind a table of contents", "", "Contents\nReferences\nIndex\n" + filler + " Focused crawling in the text.", "Focused crawling in the text."},
	} {
		x := openIndex(t)
		if err := x.Put(t.Context(), []fulltext.Entry{{Key: "k", Language: "en", Abstract: c.abstract, Text: c.text}}); err != nil {
			t.Fatal(err)
		}
		r := find(t, x, search.Query{Text: "focused crawling"})
		if len(r.Hits) != 1 || len(r.Hits[0].Snippets) == 0 || !strings.Contains(r.Hits[0].Snippets[0].Text, c.want) {
			t.Errorf("%s: %+v", c.name, r.Hits)
		}
	}
}

func TestSnippetOfALongWordIsShort(t *testing.T) {
	x := openIndex(t)
	if err := x.Put(t.Context(), []fulltext.Entry{{Key: "k", Text: "See: needle" + strings.Repeat("x", 30_000) + " and so on."}}); err != nil {
		t.Fatal(err)
	}
	r := find(t, x, search.Query{Text: "needle*"})
	if len(r.Hits) != 1 || len(r.Hits[0].Snippets) != 1 {
		t.Fatalf("%d hits", len(r.Hits))
	}
	s := r.Hits[0].Snippets[0]
	if len(s.Text) > 1000 || len(s.Marks) != 1 || !strings.HasPrefix(s.Text[s.Marks[0].Start:s.Marks[0].End], "needlexxx") {
		t.Errorf("%d bytes, marks %v: %.50q", len(s.Text), s.Marks, s.Text)
	}
}

func TestSnippetsDoNotMarkStopWords(t *testing.T) {
	x := openIndex(t)
	if err := x.Put(t.Context(), []fulltext.Entry{{Key: "t", Text: "These are the theses of a thesis on the rivers of the north", Language: "en"}}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ query, want string }{
		{"the thesis of a river", "theses thesis rivers"},
		{`"of the north" thesis`, "theses thesis of the north"},
		{"of the", "the of the of the"},
	} {
		if marked := marked(find(t, x, search.Query{Text: c.query})); marked != c.want {
			t.Errorf("%s: marked %q; want %q", c.query, marked, c.want)
		}
	}
}

// marked returns the words that the snippets of all hits mark.
func marked(r *search.Result) string {
	var all []string
	for _, h := range r.Hits {
		for _, s := range h.Snippets {
			for _, m := range s.Marks {
				all = append(all, s.Text[m.Start:m.End])
			}
		}
	}
	return strings.Join(all, " ")
}

func TestSnippetsMarkNamesOfLettersAndDigits(t *testing.T) {
	x := openIndex(t)
	if err := x.Put(t.Context(), []fulltext.Entry{{Key: "t", Text: "The notes of CS414 and of CS 414, room 7", Language: "en"}}); err != nil {
		t.Fatal(err)
	}
	for _, query := range []string{"CS414", "cs 414", "cs-414"} {
		if got, want := marked(find(t, x, search.Query{Text: query})), "CS414 CS 414"; got != want {
			t.Errorf("%s: marked %q; want %q", query, got, want)
		}
	}
}
