package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"sluice/document/content"
	"sluice/document/describe"
	"sluice/internal/catalogue"
	"sluice/internal/catalogue/catalogtest"
)

var largeDocuments = flag.Int("documents", 100_000, "documents in the library of BenchmarkLargeLibrary")

// syntheticWords are the words of synthetic titles.
var syntheticWords = strings.Fields(`adaptive analysis approach archive automatic bayesian classification clustering collection crawler data deep
	detection digital distributed documents efficient evaluation extraction fast focused graph hidden index information inference large learning library
	linear link metadata method mining models networks neural optimal pages parallel query random ranking retrieval robust sampling scalable search
	semantic sequential similarity sparse statistical structure survey systems text theory topic topical tree web`)

// synthetic returns the i-th document of a large library, which cites some of those before it. It is the same each time.
func synthetic(i, references int) catalogue.Filing {
	title := func(i int) (string, string, int) {
		r := rand.New(rand.NewPCG(17, uint64(i)))
		words := make([]string, 5+r.IntN(6))
		for n := range words {
			words[n] = syntheticWords[r.IntN(len(syntheticWords))]
		}
		return strings.Join(words, " "), fmt.Sprintf("Ann Author%d", r.IntN(20_000)), 1980 + r.IntN(45)
	}
	name, author, year := title(i)
	d := catalogtest.Paper(fmt.Sprint("synthetic ", i), fmt.Sprintf("http://host%d.example/papers/paper%d.pdf", i%2000, i))
	d.Fields = []describe.Field{
		{Name: "title", Value: name, Source: "first page", Confidence: 0.9}, {Name: "author", Value: author, Source: "first page", Confidence: 0.9},
		{Name: "year", Value: strconv.Itoa(year), Source: "file", Confidence: 0.9},
		{Name: "abstract", Value: strings.Repeat(name+". ", 8), Source: "first page", Confidence: 0.8},
	}
	r := rand.New(rand.NewPCG(18, uint64(i)))
	for range min(i, references) {
		name, author, year := title(r.IntN(i))
		d.References = append(d.References, content.Reference{Raw: author + ": " + name, Title: name, Authors: []string{author}, Year: year})
	}
	return d
}

// BenchmarkLargeLibrary reports the times of whole commands on a library of 100,000 synthetic documents with ten references each,
// and links from pages of other hosts to a tenth of them. The library is made first, which takes many minutes.
func BenchmarkLargeLibrary(b *testing.B) {
	dir := filepath.Join(b.TempDir(), "library")
	if code, _, complaints := runCommand("crawl", "-d", dir, "--proxy", "http://127.0.0.1:1", "--retries", "0", "--delay", "1ms", "--progress", "none",
		"http://www.site.example/"); code == exitUsage {
		b.Fatal(complaints)
	}
	cat, err := catalogue.Open(b.Context(), filepath.Join(dir, "catalog.db"), catalogue.Options{})
	if err != nil {
		b.Fatal(err)
	}
	serial, err := cat.LastSerial(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	const atOnce = 500
	for from := 0; from < *largeDocuments; from += atOnce {
		g := catalogtest.NewGroup(serial+int64(from/atOnce)+1, from, atOnce)
		var filings []catalogue.Filing
		for i := from; i < min(*largeDocuments, from+atOnce); i++ {
			d := synthetic(i, 10)
			if i%10 == 0 {
				g.DocumentAnchors = append(g.DocumentAnchors, catalogue.Anchor{URL: d.Locations[0].URL, Page: g.Fetches[i-from].URL, Text: "paper", Sure: true})
			}
			filings = append(filings, d)
		}
		if err := cat.Commit(b.Context(), g); err != nil {
			b.Fatal(err)
		}
		if _, err := cat.Documents.File(b.Context(), filings...); err != nil {
			b.Fatal(err)
		}
	}
	if err := cat.Close(); err != nil {
		b.Fatal(err)
	}
	if code, _, complaints := runCommand("rebuild", "--index", "-d", dir); code != exitDone {
		b.Fatal(complaints)
	}
	one := synthetic(*largeDocuments/2, 10)
	for _, args := range [][]string{
		{"documents", "--limit", "20"}, {"documents", "--limit", "20", "--where", "year >= 2001 and title contains crawler"},
		{"documents", "--limit", "20", "--sort", "-year"}, {"documents", "--limit", "20", "--sort", "-citations"},
		{"documents", "--limit", "20", "--sort", "-linked_from"}, {"show", one.SHA256[:12]}, {"show", one.SHA256, "--json"},
		{"search", "focused crawler"}, {"search", "--sort", "citations", "topical web"}, {"search"}, {"search", "--author", "author17", "survey"},
		{"search", "--where", "year >= 2001", "focused crawler"},
	} {
		b.Run(strings.Join(args, "_"), func(b *testing.B) {
			for b.Loop() {
				if code, _, complaints := runCommand(append(args, "-d", dir)...); code != exitDone {
					b.Fatal(complaints)
				}
			}
		})
	}
}
