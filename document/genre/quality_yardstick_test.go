//go:build yardstick

package genre_test

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"sluice/document"
	"sluice/document/content"
	"sluice/document/genre"
	"sluice/internal/conformancetest"
	"sluice/learn"
)

var update = flag.Bool("update", false, "write default.model, trained on the labelled documents")

// TestMain lets the test binary be the processes that a document.Reader starts.
func TestMain(m *testing.M) {
	if document.Serve() {
		return
	}
	os.Exit(m.Run())
}

// measured are the genres with at least fifteen examples; rules decide the
// others.
var measured = []string{"paper", "thesis", "report", "slides", "cv", "course", "other"}

// labelled reads all labelled documents of the real sites. Scans have no genre.
func labelled(t *testing.T) []genre.Example {
	web := conformancetest.Path(t, "web")
	f, err := os.Open(filepath.Join(web, "labels.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	labels, err := genre.ReadLabels(f)
	if err != nil {
		t.Fatal(err)
	}
	reader := document.NewReader(document.Options{TempDir: t.TempDir(), Workers: 2, Tools: map[string]string{"tesseract": "none"}})
	defer reader.Close()
	all := make([]genre.Example, len(labels))
	unread := make([]error, len(labels))
	var wait sync.WaitGroup
	next := make(chan int)
	for range 2 {
		wait.Go(func() {
			for i := range next {
				l := labels[i]
				name := filepath.Join(web, "sites", l.Host, filepath.FromSlash(l.Path))
				d, err := reader.Read(context.Background(), name, document.Hint{URL: l.URL()})
				if err != nil {
					unread[i] = err
					continue
				}
				all[i] = genre.Example{Document: d, Clues: genre.Clues{URL: l.URL()}, Genre: l.Genre, Site: l.Host}
			}
		})
	}
	for i := range labels {
		next <- i
	}
	close(next)
	wait.Wait()
	for i, err := range unread {
		if err != nil && !errors.Is(err, document.ErrNoText) {
			t.Logf("not read: %s: %v", labels[i].URL(), err)
		}
	}
	all = slices.DeleteFunc(all, func(x genre.Example) bool { return x.Document == nil })
	fmt.Printf("QUALITY genre documents: %d labelled, %d with text\n", len(labels), len(all))
	if len(all) < len(labels)*95/100 {
		t.Errorf("%d of %d documents were read", len(all), len(labels))
	}
	return all
}

// doctype returns the texts of the corpus doctype. Of pages of universities it
// is not said what they are but no papers; they are of use only where that is
// the question.
func doctype(t *testing.T, all bool) []genre.Example {
	f, err := os.Open(conformancetest.Path(t, "corpora", "doctype.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var examples []genre.Example
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var row struct {
			Label, Kind, Text string
			Pages, Chars      int
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		d := &content.Document{Type: "text", Text: row.Text, Pages: row.Pages}
		if row.Chars > len(row.Text)+100 {
			d.Cut = "size"
		}
		g := genre.Other
		switch {
		case row.Label == "paper":
			g = genre.Paper
		case strings.HasPrefix(row.Kind, "lecture slides"):
			g = genre.Slides
		case strings.Contains(row.Kind, "form"):
			g = genre.Form
		case strings.HasPrefix(row.Kind, "academic") && !all:
			continue
		}
		examples = append(examples, genre.Example{Document: d, Genre: g, Site: row.Kind, Weight: 0.1})
	}
	if lines.Err() != nil || len(examples) == 0 {
		t.Fatal(lines.Err(), len(examples))
	}
	return examples
}

func percent(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }

// TestQualityGenre judges every labelled document by a filter that has seen
// none of its site, and holds what comes against the bars. With -update the
// filter that ships is trained and written.
func TestQualityGenre(t *testing.T) {
	web := labelled(t)
	examples := append(slices.Clone(web), doctype(t, false)...)
	filter, q, err := genre.Train(examples, genre.TrainOptions{Folds: 16})
	if err != nil {
		t.Fatal(err)
	}
	var genres, accepted learn.Confusion
	bySite := map[string]*learn.Confusion{}
	for i, x := range web {
		v := q.Verdicts[i]
		genres.Add(string(x.Genre), string(v.Genre))
		accepted.Add(accept(slices.Contains(genre.Wanted, x.Genre)), accept(v.Accepted))
		if v.Genre != x.Genre {
			t.Logf("%s is %s, called %s (%.2f): %s", x.Clues.URL, x.Genre, v.Genre, v.Confidence, v)
		}
		if bySite[x.Site] == nil {
			bySite[x.Site] = &learn.Confusion{}
		}
		bySite[x.Site].Add(string(x.Genre), string(v.Genre))
	}
	right, all := accepted.Accuracy()
	fmt.Printf("QUALITY genre accept/reject over %d sites: %d of %d, %.1f %%\n", len(bySite), right, all, percent(right, all))
	if percent(right, all) < 95 {
		t.Errorf("accept/reject: %.1f %%, want 95", percent(right, all))
	}
	right, all = genres.Accuracy(measured...)
	fmt.Printf("QUALITY genre over %s: %d of %d, %.1f %%\n", strings.Join(measured, " "), right, all, percent(right, all))
	if percent(right, all) < 85 {
		t.Errorf("genre: %.1f %%, want 85", percent(right, all))
	}
	table(&accepted)
	table(&genres)
	for _, g := range measured {
		biggest, most := "", 0
		for _, site := range slices.Sorted(maps.Keys(bySite)) {
			if n := bySite[site].Measure(g).Examples; n > most {
				biggest, most = site, n
			}
		}
		there := bySite[biggest].Count(g, g)
		m := genres.Measure(g)
		fmt.Printf("QUALITY genre %s: found %d of %d on the site that has most, unseen in training, %d of %d elsewhere\n",
			g, there, most, genres.Count(g, g)-there, m.Examples-most)
	}

	// The texts of doctype were not learned from by a filter of the sites
	// alone: how far does it carry?
	alone, _, err := genre.Train(web, genre.TrainOptions{Folds: -1})
	if err != nil {
		t.Fatal(err)
	}
	right, all = 0, 0
	for _, x := range doctype(t, true) {
		all++
		if alone.Judge(x.Document, x.Clues).Accepted == (x.Genre == genre.Paper) {
			right++
		}
	}
	fmt.Printf("QUALITY genre doctype, accepted or not by a filter of the sites alone: %d of %d, %.1f %%\n", right, all, percent(right, all))

	made, err := filter.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	fmt.Printf("QUALITY genre the filter's file has %d bytes\n", len(made))
	if *update {
		if err := os.WriteFile("default.model", made, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	corrections(t, filter, web)
	agree := 0
	for _, x := range web {
		if v := genre.Default().Judge(x.Document, x.Clues); v.Genre == filter.Judge(x.Document, x.Clues).Genre {
			agree++
		}
	}
	fmt.Printf("QUALITY genre the filter that ships agrees with one trained now in %d of %d\n", agree, len(web))
	if percent(agree, len(web)) < 97 {
		t.Errorf("default.model is not what training makes now: write it by -update")
	}
}

// corrections returns a filter one correction after the other, each against all
// that it knew, and counts what changes.
func corrections(t *testing.T, f *genre.Filter, web []genre.Example) {
	was := make([]genre.Genre, len(web))
	for i, x := range web {
		was[i] = f.Judge(x.Document, x.Clues).Genre
	}
	given, learned, others := 0, 0, 0
	for i := 7; i < len(web); i += len(web) / 11 {
		x := web[i]
		x.Genre = genre.Genres[given%len(genre.Genres)]
		if x.Genre == was[i] {
			x.Genre = genre.Slides
		}
		next, err := f.Learn([]genre.Example{x})
		if err != nil {
			t.Fatal(err)
		}
		given++
		for j, y := range web {
			switch g := next.Judge(y.Document, y.Clues).Genre; {
			case j == i && g == x.Genre:
				learned++
			case j != i && g != was[j]:
				others++
			}
		}
	}
	mean := float64(others) / float64(given)
	fmt.Printf("QUALITY genre corrections, against what was known: %d of %d learned at once, each changes %.1f of %d other verdicts\n", learned, given, mean, len(web)-1)
	if learned*10 < given*7 || mean > float64(len(web))/50 {
		t.Errorf("corrections: %d of %d learned, %.1f others changed each", learned, given, mean)
	}
}

// TestQualityGenreDoctype tells papers from other texts by cross-validation on
// the corpus doctype alone.
func TestQualityGenreDoctype(t *testing.T) {
	examples := doctype(t, true)
	for i := range examples {
		examples[i].Site = fmt.Sprint(i) // of no row is it known who published it
		examples[i].Weight = 1
	}
	_, q, err := genre.Train(examples, genre.TrainOptions{Folds: 10})
	if err != nil {
		t.Fatal(err)
	}
	var c learn.Confusion
	for i, v := range q.Verdicts {
		c.Add(paper(examples[i].Genre), paper(v.Genre))
	}
	right, all := c.Accuracy()
	fmt.Printf("QUALITY genre doctype paper/other by cross-validation: %d of %d, %.1f %%\n", right, all, percent(right, all))
	table(&c)
	if percent(right, all) < 97.5 {
		t.Errorf("paper/other: %.1f %%, want 97.5", percent(right, all))
	}
}

func accept(yes bool) string {
	if yes {
		return "accept"
	}
	return "reject"
}

func paper(g genre.Genre) string {
	if g == genre.Paper {
		return "paper"
	}
	return "other"
}

// table prints a confusion matrix, each line as a line of quality.
func table(c *learn.Confusion) {
	var b strings.Builder
	c.WriteTo(&b)
	for line := range strings.Lines(b.String()) {
		fmt.Print("QUALITY genre | ", line)
	}
}
