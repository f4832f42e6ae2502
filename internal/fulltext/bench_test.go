package fulltext_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sluice/internal/fulltext"
	"sluice/search"
	"sluice/text"
)

// zipf makes texts of words of which few are frequent, as in real ones.
type zipf struct {
	r          *rand.Rand
	z          *rand.Zipf
	vocabulary []string
}

func newZipf(words int) *zipf {
	r := rand.New(rand.NewPCG(1, 2))
	g := &zipf{r: r, z: rand.NewZipf(r, 1.1, 2, uint64(words-1))}
	for range words {
		b := make([]byte, 3+r.IntN(8))
		for k := range b {
			b[k] = byte('a' + r.IntN(26))
		}
		g.vocabulary = append(g.vocabulary, string(b))
	}
	return g
}

func (g *zipf) words(n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(g.vocabulary[g.z.Uint64()])
	}
	return b.String()
}

func (g *zipf) entry(i, words int) fulltext.Entry {
	return fulltext.Entry{
		Key: fmt.Sprintf("%064x", i), URL: fmt.Sprintf("http://s%d.example.edu/%d.pdf", i%50, i), Site: fmt.Sprintf("s%d.example.edu", i%50),
		Title: g.words(8), Authors: []string{"Ada " + g.words(1), "Bob " + g.words(1)}, Subjects: []string{fmt.Sprintf("Subject %d", i%20)},
		Text: g.words(words), Genre: []string{"paper", "thesis", "report"}[i%3], Type: []string{"pdf", "ps"}[i%2], Language: "en",
		Year: 1980 + i%40, Citations: g.r.IntN(30),
	}
}

func openIndex(t testing.TB) *fulltext.Index {
	t.Helper()
	x, err := fulltext.Open(t.Context(), filepath.Join(t.TempDir(), "text.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	return x
}

// BenchmarkPut puts documents of 10 KB, a hundred at a time.
func BenchmarkPut(b *testing.B) {
	x, g := openIndex(b), newZipf(50_000)
	var all []fulltext.Entry
	for i := range 1000 {
		all = append(all, g.entry(i, 1500))
	}
	b.SetBytes(int64(len(all[0].Text)))
	n, cpu := 0, cpuTime()
	for b.Loop() {
		if n%100 == 0 {
			at := n % len(all)
			for i := range all[at : at+100] {
				all[at+i].Key = fmt.Sprintf("%064x", n+i)
			}
			if err := x.Put(b.Context(), all[at:at+100]); err != nil {
				b.Fatal(err)
			}
		}
		n++
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "docs/s")
	b.ReportMetric((cpuTime()-cpu).Seconds()*1000/float64(n), "cpu-ms/doc")
}

// BenchmarkSearch asks 20,000 documents of 400 words for one to three words of their titles;
// each third query is a phrase.
func BenchmarkSearch(b *testing.B) {
	x, g := openIndex(b), newZipf(50_000)
	var titles []string
	for i := 0; i < 20_000; i += 500 {
		var all []fulltext.Entry
		for k := range 500 {
			e := g.entry(i+k, 400)
			titles = append(titles, e.Title)
			all = append(all, e)
		}
		if err := x.Put(b.Context(), all); err != nil {
			b.Fatal(err)
		}
	}
	var took []time.Duration
	cpu := cpuTime()
	for b.Loop() {
		words := strings.Fields(titles[g.r.IntN(len(titles))])
		from, n := g.r.IntN(5), 1+g.r.IntN(3)
		query := strings.Join(words[from:from+n], " ")
		if len(took)%3 == 0 {
			query = `"` + query + `"`
		}
		start := time.Now()
		r, err := x.Search(b.Context(), search.Query{Text: query})
		if err != nil || r.Total == 0 || len(r.Hits) == 0 || len(r.Hits[0].Snippets) == 0 {
			b.Fatalf("%s: %v, %+v", query, err, r)
		}
		took = append(took, time.Since(start))
	}
	b.ReportMetric((cpuTime()-cpu).Seconds()*1000/float64(len(took)), "cpu-ms/search")
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
}

// BenchmarkMisspeltWords asks 3,000 small texts for 20 words that no text has, with diacritics and without. Each is near to many words of the texts.
func BenchmarkMisspeltWords(b *testing.B) {
	x, r := openIndex(b), rand.New(rand.NewPCG(1, 2))
	changed := func(word string, letters int) string {
		w := []rune(word)
		for range letters {
			w[1+r.IntN(len(w)-1)] = []rune("aeiounrst")[r.IntN(9)]
		}
		return string(w)
	}
	var words []string
	for range 200 {
		w := []rune{rune('a' + r.IntN(26))}
		for range 9 {
			w = append(w, []rune("aeiounrstéèüö")[r.IntN(13)])
		}
		words = append(words, string(w))
	}
	var all []fulltext.Entry
	for i := range 3000 {
		var of []string
		for range 20 {
			of = append(of, changed(words[r.IntN(len(words))], r.IntN(3)))
		}
		all = append(all, fulltext.Entry{Key: fmt.Sprint(i), Text: strings.Join(of, " "), Language: "fr"})
	}
	if err := x.Put(b.Context(), all); err != nil {
		b.Fatal(err)
	}
	var query []string
	for _, w := range words[:20] {
		query = append(query, changed(w, 1)+"x")
	}
	marked := strings.Join(query, " ")
	for _, c := range []struct{ name, query string }{{"diacritics", marked}, {"plain", text.Plain(marked)}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := x.Search(b.Context(), search.Query{Text: c.query}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
