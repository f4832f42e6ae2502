//go:build yardstick

package fulltext_test

import (
	"compress/gzip"
	"encoding/json"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"sluice/internal/conformancetest"
	"sluice/internal/fulltext"
	"sluice/search"
	"sluice/text"
)

// TestQualityKnownItems looks among abstracts for one that the searcher remembers: by its
// title, by three words of it in any order, by a misspelt word of it.
func TestQualityKnownItems(t *testing.T) {
	f, err := os.Open(conformancetest.Path(t, "corpora", "abstracts.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	type row struct{ ID, Venue, Title, Text string }
	var rows []row
	for d := json.NewDecoder(z); len(rows) < 5000; {
		var r row
		if err := d.Decode(&r); err != nil {
			break
		}
		rows = append(rows, r)
	}
	x := openIndex(t)
	for part := range slices.Chunk(rows, 500) {
		var entries []fulltext.Entry
		for _, r := range part {
			entries = append(entries, fulltext.Entry{Key: r.ID, Title: r.Title, Abstract: r.Text, Language: "en"})
		}
		if err := x.Put(t.Context(), entries); err != nil {
			t.Fatal(err)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	asked, first, ten, words10, words, fuzzy, fuzzyAsked := 0, 0, 0, 0, 0, 0, 0
	find := func(query, id string) int {
		r, err := x.Search(t.Context(), search.Query{Text: query})
		if err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		return slices.IndexFunc(r.Hits, func(h search.Hit) bool { return h.Key == id })
	}
	for range 300 {
		r := rows[random.IntN(len(rows))]
		title := strings.Map(func(c rune) rune {
			if strings.ContainsRune(`":*~`, c) {
				return ' '
			}
			return c
		}, r.Title)
		asked++
		switch at := find(title, r.ID); {
		case at == 0:
			first++
			ten++
		case at > 0:
			ten++
		}
		var content []string
		for w := range text.Words(r.Title) {
			if !text.Stop(w, "en") && len(w) > 3 && !slices.Contains(content, w) {
				content = append(content, w)
			}
		}
		if len(content) < 3 {
			continue
		}
		random.Shuffle(len(content), func(i, k int) { content[i], content[k] = content[k], content[i] })
		words++
		if find(strings.Join(content[:3], " "), r.ID) >= 0 {
			words10++
		}
		if w := content[0]; len(w) > 6 {
			content[0] = w[:2] + w[3:4] + w[2:3] + w[4:] + "~1" // two letters change places
			fuzzyAsked++
			if find(strings.Join(content[:3], " "), r.ID) >= 0 {
				fuzzy++
			}
		}
	}
	t.Logf("QUALITY search of %d abstracts by title: %d of %d first, %d among ten; by three words of the title: %d of %d among ten; one of them misspelt: %d of %d",
		len(rows), first, asked, ten, words10, words, fuzzy, fuzzyAsked)
	if first*100 < 95*asked || words10*100 < 85*words || fuzzy*100 < 80*fuzzyAsked {
		t.Error("want 95 % first, 85 % and 80 % among ten")
	}
}
