package fulltext_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"sluice/internal/fulltext"
	"sluice/search"
)

// TestEmptyQuerySortsByCitations: then by title, whatever came first into the index.
func TestEmptyQuerySortsByCitations(t *testing.T) {
	want := []fulltext.Entry{
		{Key: "d", Title: "Zebras", Citations: 7}, {Key: "h", Title: "Ants, and Their Ways", Authors: []string{"Ada Marsh"}},
		{Key: "b", Title: "ants and theorems", Authors: []string{"Ada Maria Marsh"}}, {Key: "g", Title: "Überblick", Authors: []string{"Marsh"}},
		{Key: "c", URL: "http://z.example/"}, {Key: "e", Title: "Zoos"}, {Key: "f", Title: "Zoos"},
	}
	for seed := range uint64(5) {
		x := openIndex(t)
		mixed := slices.Clone(want)
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(mixed), func(i, k int) { mixed[i], mixed[k] = mixed[k], mixed[i] })
		if err := x.Put(t.Context(), mixed); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			q    search.Query
			want string
		}{{search.Query{}, "d h b c g e f"}, {search.Query{Filters: search.Filters{Author: "marsh"}}, "h b g"}, {search.Query{Text: "-zebras"}, "h b c g e f"}} {
			var got []string
			for _, h := range find(t, x, c.q).Hits {
				got = append(got, h.Key)
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("seed %d, %+v: %q, want %s", seed, c.q, got, c.want)
			}
		}
	}
}

func TestOrderOfHits(t *testing.T) {
	x := openIndex(t)
	var all []fulltext.Entry
	for i := range 30 { // so that a word of few texts tells something
		all = append(all, fulltext.Entry{Key: fmt.Sprintf("filler%d", i), Text: "nothing of note at all", Language: "en"})
	}
	same := "A text of some words about lattices and other things."
	all = append(all,
		fulltext.Entry{Key: "body", Title: "Other things", Text: same, Language: "en", Year: 2020, LinkedFrom: 3},
		fulltext.Entry{Key: "title", Title: "Lattices", Text: same, Language: "en", Year: 1990, Citations: 1},
		fulltext.Entry{Key: "cited", Title: "Other things", Text: same, Language: "en", Year: 2000, Citations: 50},
	)
	if err := x.Put(t.Context(), all); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		sort search.Sort
		want []string
	}{
		{search.ByRelevance, []string{"title", "cited", "body"}},
		{search.ByCitations, []string{"cited", "title", "body"}},
		{search.ByYear, []string{"body", "cited", "title"}},
		{search.ByLinks, []string{"body", "title", "cited"}},
	} {
		for offset := range c.want {
			r := find(t, x, search.Query{Text: "lattices", Sort: c.sort, Offset: offset, Limit: 1})
			if len(r.Hits) != 1 || r.Hits[0].Key != c.want[offset] || r.Total != 3 {
				t.Errorf("sort %d, hit %d of %d: %+v, want %s", c.sort, offset, r.Total, r.Hits, c.want[offset])
			}
		}
	}
	for _, q := range []search.Query{{Offset: -1}, {Offset: 1 << 30}, {Limit: -1}, {Limit: 1 << 30}} {
		if _, err := x.Search(t.Context(), q); err == nil {
			t.Errorf("%+v is no error", q)
		}
	}
}

// TestOrderOfTexts shows what comes before what among texts of the same length.
func TestOrderOfTexts(t *testing.T) {
	text := func(words string) string { return words + strings.Repeat(" filling", 20-strings.Count(words, " ")) }
	rest := func(n int, words string) (all []fulltext.Entry) {
		for i := range n {
			all = append(all, fulltext.Entry{Key: fmt.Sprint("rest", i), Title: "Something else", Text: text(words), Language: "en"})
		}
		return all
	}
	for _, c := range []struct {
		name, query string
		texts       []fulltext.Entry
		want        string
	}{
		{"a document before a page that has the words more often", "lattice theory", append(rest(20, "nothing"),
			fulltext.Entry{Key: "page", Page: true, Title: "Lattice theory", Text: text("lattice theory lattice theory lattice theory")},
			fulltext.Entry{Key: "document", Title: "Sums", Text: text("a theory of every lattice")},
		), "document page"},
		{"a page with both words near each other before a document with one", "lattice theory", append(rest(20, "nothing"),
			fulltext.Entry{Key: "document", Title: "Sums", Text: text("a theory")},
			fulltext.Entry{Key: "page", Page: true, Title: "Lattice theory", Text: text("the theory of a lattice")},
		), "page document"},
		{"a document with one word before a page with both far apart", "lattice theory", append(rest(20, "nothing"),
			fulltext.Entry{Key: "document", Title: "Sums", Text: text("a theory")},
			fulltext.Entry{Key: "page", Page: true, Title: "Notes", Text: "lattice " + strings.Repeat("filling ", 200) + "theory"},
		), "document page"},
		{"of a sentence, a document with most words before a page with all", "how does the theory of a distributive lattice explain the sums of modules", append(rest(20, "nothing"),
			fulltext.Entry{Key: "page", Page: true, Title: "Links", Text: text("how theory distributive lattice explain sums modules")},
			fulltext.Entry{Key: "document", Title: "Sums", Text: text("how the theory of a distributive lattice explains the sums")},
		), "document page"},
		{"all words before a rare one many times", "lattice theory", append(rest(20, "theory"),
			fulltext.Entry{Key: "one", Title: "Lattices", Text: text("lattice lattice lattice")},
			fulltext.Entry{Key: "both", Title: "Sums", Text: text("lattice theory")},
		), "both one"},
		{"words next to each other before words apart", "lattice theory", append(rest(20, "nothing"),
			fulltext.Entry{Key: "apart", Title: "Sums", Text: text("of some lattice filling theory")},
			fulltext.Entry{Key: "near", Title: "Sums", Text: text("of some lattice theory")},
		), "near apart"},
		{"words in their order before the reverse", "lattice theory", append(rest(20, "nothing"),
			fulltext.Entry{Key: "reverse", Title: "Sums", Text: text("some of theory lattice")},
			fulltext.Entry{Key: "order", Title: "Sums", Text: text("some of lattice theory")},
		), "order reverse"},
		{"the title before the body", "lattice", append(rest(20, "nothing"),
			fulltext.Entry{Key: "body", Title: "Sums", Text: text("lattice lattice nothing")},
			fulltext.Entry{Key: "title", Title: "Lattice", Text: text("nothing at all")},
		), "title body"},
		{"a document with the words near each other before a long one with them far apart", "lattice theory", append(rest(20, "nothing"),
			fulltext.Entry{Key: "apart", Title: "Sums", Text: strings.Repeat("lattice ", 20) + strings.Repeat("filling ", 2000) + strings.Repeat("theory ", 20)},
			fulltext.Entry{Key: "near", Title: "Sums", Text: strings.Repeat("filling ", 2000) + "of theory and lattice"},
		), "near apart"},
		{"a page with the words near each other before a long document with them far apart", "lattice theory", append(rest(20, "nothing"),
			fulltext.Entry{Key: "document", Title: "Sums", Text: "lattice " + strings.Repeat("filling ", 2000) + "theory"},
			fulltext.Entry{Key: "page", Page: true, Title: "Notes", Text: text("a theory of lattices")},
		), "page document"},
		{"a document with the words near each other before a page with them in its title", "lattice theory", append(rest(20, "nothing"),
			fulltext.Entry{Key: "document", Title: "Sums", Text: text("a theory of lattices")},
			fulltext.Entry{Key: "page", Page: true, Title: "Lattice theory", Text: text("lattice theory lattice theory")},
		), "document page"},
		{"the words near each other, though the query repeats them, before twenty words apart", "lattice theory lattice theory", append(rest(20, "nothing"),
			fulltext.Entry{Key: "apart", Title: "Sums", Text: strings.Repeat("lattice "+strings.Repeat("filling ", 20)+"theory "+strings.Repeat("filling ", 20), 40)},
			fulltext.Entry{Key: "near", Title: "Sums", Text: strings.Repeat("filling ", 2000) + "of theory and lattice"},
		), "near apart"},
		{"a long document with the words in its fields before one with them far apart", "lattice theory", append(rest(20, "nothing"),
			fulltext.Entry{Key: "apart", Title: "Sums", Text: strings.Repeat("lattice ", 20) + strings.Repeat("filling ", 2000) + strings.Repeat("theory ", 20)},
			fulltext.Entry{Key: "fields", Title: "Lattices", Anchors: []string{"On the theory"}, Text: "lattice " + strings.Repeat("filling ", 2000) + "theory"},
		), "fields apart"},
		{"a short document before a long one with the words far apart", "lattice theory", append(rest(20, "nothing"),
			fulltext.Entry{Key: "short", Title: "Sums", Text: "lattice " + strings.Repeat("filling ", 500) + "theory"},
			fulltext.Entry{Key: "apart", Title: "Sums", Text: strings.Repeat("lattice ", 200) + strings.Repeat("filling ", 2000) + strings.Repeat("theory ", 200)},
		), "short apart"},
		{"a page with the words near each other before one with them far apart", "lattice theory", append(rest(20, "nothing"),
			fulltext.Entry{Key: "apart", Page: true, Title: "Sums", Text: strings.Repeat("lattice ", 20) + strings.Repeat("filling ", 200) + strings.Repeat("theory ", 20)},
			fulltext.Entry{Key: "near", Page: true, Title: "Sums", Text: strings.Repeat("filling ", 200) + "of theory and lattice"},
		), "near apart"},
		{"a name of letters and digits as two words before the words far apart", "CS 414", append(rest(20, "nothing"),
			fulltext.Entry{Key: "apart", Title: "Sums", Text: strings.Repeat("414 ", 9) + strings.Repeat("filling ", 2000) + "cs cs cs"},
			fulltext.Entry{Key: "name", Title: "Sums", Text: strings.Repeat("filling ", 2000) + "CS414"},
		), "name apart"},
		{"a heading before the body", "lattice", append(rest(20, "nothing"),
			fulltext.Entry{Key: "body", Title: "Sums", Text: text("a lattice and nothing")},
			fulltext.Entry{Key: "heading", Title: "Sums", Headings: []string{"Sums", "Lattices"}, Text: text("a lattice and nothing")},
		), "heading body"},
		{"the text of a link before the body", "lattice", append(rest(20, "nothing"),
			fulltext.Entry{Key: "body", Title: "Sums", Text: text("a lattice and nothing")},
			fulltext.Entry{Key: "anchor", Title: "Sums", Anchors: []string{"Lattices"}, Text: text("nothing at all")},
		), "anchor body"},
		{"the title before the body, of a word that every text has", "lattices", append(rest(4, "a lattice for everyone"),
			fulltext.Entry{Key: "body", Title: "Sums", Text: text(strings.Repeat("lattice ", 9) + "lattice")},
			fulltext.Entry{Key: "title", Title: "On the lattice", Text: text("a lattice")},
		), "title body"},
	} {
		t.Run(c.name, func(t *testing.T) {
			first, second, _ := strings.Cut(c.want, " ")
			for range 2 {
				x := openIndex(t)
				if err := x.Put(t.Context(), c.texts); err != nil {
					t.Fatal(err)
				}
				var got []string
				for _, h := range find(t, x, search.Query{Text: c.query, Limit: 100}).Hits {
					if !strings.HasPrefix(h.Key, "rest") {
						got = append(got, h.Key)
					}
				}
				if !slices.Equal(got, []string{first, second}) {
					t.Errorf("found %q; want %q, %q", got, first, second)
				}
				// Again with keys and order of arrival exchanged: the order is not that of equals.
				exchanged := map[string]string{first: second, second: first}
				for i, e := range c.texts {
					c.texts[i].Key = e.Key
					if other := exchanged[e.Key]; other != "" {
						c.texts[i].Key = other
					}
				}
				slices.Reverse(c.texts)
				first, second = second, first
			}
		})
	}
}
