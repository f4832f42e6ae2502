package fulltext_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"sluice/internal/fulltext"
	"sluice/search"
	"sluice/text"
)

// naive holds one text against a query by looking at all its words.
type naive struct{ title, body []string }

func (n naive) all() [][]string { return [][]string{n.title, n.body} }

func (n naive) word(w string, columns [][]string) bool {
	return slices.ContainsFunc(columns, func(c []string) bool {
		return slices.ContainsFunc(c, func(have string) bool {
			s := text.Stem(w, "en")
			return have == w || have == s || text.Stem(have, "en") == s
		})
	})
}

func (n naive) phrase(words []string, columns [][]string) bool {
	return slices.ContainsFunc(columns, func(c []string) bool {
		return strings.Contains(" "+strings.Join(c, " ")+" ", " "+strings.Join(words, " ")+" ")
	})
}

func TestSearchAgreesWithFullScan(t *testing.T) {
	word := rapid.SampledFrom(strings.Fields("crawl crawler crawling crawls net nets netting graph graphs web rank ranking ranked ranks page"))
	words := func(most int) *rapid.Generator[[]string] { return rapid.SliceOfN(word, 1, most) }
	dir, n := t.TempDir(), 0
	rapid.Check(t, func(t *rapid.T) {
		n++
		x, err := fulltext.Open(t.Context(), filepath.Join(dir, fmt.Sprint(n)))
		if err != nil {
			t.Fatal(err)
		}
		defer x.Close()
		docs := map[string]naive{}
		var entries []fulltext.Entry
		for i := range rapid.IntRange(1, 12).Draw(t, "documents") {
			d := naive{words(4).Draw(t, "title"), words(10).Draw(t, "body")}
			docs[fmt.Sprint(i)] = d
			entries = append(entries, fulltext.Entry{Key: fmt.Sprint(i), Title: strings.Join(d.title, " "), Text: strings.Join(d.body, ", "), Language: "en"})
		}
		split := rapid.IntRange(0, len(entries)).Draw(t, "split")
		for _, part := range [][]fulltext.Entry{entries[:split], entries[split:], entries[:split/2]} {
			if err := x.Put(t.Context(), part); err != nil {
				t.Fatal(err)
			}
		}
		for range 5 {
			// Up to three clauses: words, phrases, words of titles, one or the other, none of it.
			var parts []string
			var tests []func(naive) bool
			for range rapid.IntRange(1, 3).Draw(t, "clauses") {
				ws := words(3).Draw(t, "words")
				switch rapid.IntRange(0, 5).Draw(t, "kind") {
				case 0:
					parts = append(parts, ws[0])
					tests = append(tests, func(d naive) bool { return d.word(ws[0], d.all()) })
				case 1:
					parts = append(parts, `"`+strings.Join(ws, " ")+`"`)
					tests = append(tests, func(d naive) bool { return d.phrase(ws, d.all()) })
				case 2:
					parts = append(parts, "title:"+ws[0])
					tests = append(tests, func(d naive) bool { return d.word(ws[0], [][]string{d.title}) })
				case 3:
					parts = append(parts, strings.Join(ws, " OR "))
					tests = append(tests, func(d naive) bool {
						return slices.ContainsFunc(ws, func(w string) bool { return d.word(w, d.all()) })
					})
				case 4:
					parts = append(parts, "-"+ws[0])
					tests = append(tests, func(d naive) bool { return !d.word(ws[0], d.all()) })
				case 5:
					parts = append(parts, ws[0][:2]+"*")
					tests = append(tests, func(d naive) bool {
						return slices.ContainsFunc(slices.Concat(d.title, d.body), func(w string) bool { return strings.HasPrefix(w, ws[0][:2]) })
					})
				}
			}
			var want []string
			for key, d := range docs {
				if !slices.ContainsFunc(tests, func(test func(naive) bool) bool { return !test(d) }) {
					want = append(want, key)
				}
			}
			slices.Sort(want)
			query := strings.Join(parts, " ")
			r, err := x.Search(t.Context(), search.Query{Text: query, Limit: 100})
			if err != nil {
				t.Fatalf("%s: %v", query, err)
			}
			if got := keysOf(r); strings.Join(got, " ") != strings.Join(want, " ") || r.Complete != len(want) {
				t.Fatalf("%s: found %q, want %q", query, got, want)
			}
		}
	})
}

// keysOf returns the keys of the hits that have all the words.
func keysOf(r *search.Result) (all []string) {
	for _, h := range r.Hits {
		if !h.Partial {
			all = append(all, h.Key)
		}
	}
	slices.Sort(all)
	return all
}

func FuzzQuery(f *testing.F) {
	for _, s := range []string{"neural networks", `"a b" -c`, "title:logic OR author:x", "algo* algoritm~ b~2", "year:2001..", "site:a.b type:pdf", `" OR`, "-", "a:b",
		"{title} : x", "x NEAR/3 y", "*", "^x", "a+b", "=en=sort", "ﬁ ½ ﷺ", "title:\"x\"y", "-\"", "the of and", "'s 's", "or OR or"} {
		f.Add(s)
	}
	x := shelfIndex(f)
	f.Fuzz(func(t *testing.T, s string) {
		r, err := x.Search(t.Context(), search.Query{Text: s})
		if err != nil {
			bad, ok := err.(*search.QueryError)
			if !ok || bad.Offset < 0 || bad.Offset > len(s) {
				t.Fatalf("%q: %v", s, err)
			}
			return
		}
		for _, h := range r.Hits {
			for _, s := range h.Snippets {
				end := 0
				for _, m := range s.Marks {
					if m.Start < end || m.End <= m.Start || m.End > len(s.Text) || !utf8.ValidString(s.Text[m.Start:m.End]) {
						t.Fatalf("marks %v in %q", s.Marks, s.Text)
					}
					end = m.End
				}
				if strings.ContainsFunc(s.Text, unicode.IsControl) {
					t.Fatalf("snippet %q", s.Text)
				}
			}
		}
	})
}
