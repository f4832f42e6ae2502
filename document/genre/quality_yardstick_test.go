//go:build yardstick

package genre_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
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
	"sluice/internal/labelledtest"
	"sluice/learn"
)

var (
	update   = flag.Bool("update", false, "write default.model, trained on the labelled documents")
	setAside = flag.Bool("set-aside", false, "measure on the owners set aside: once, when the code is finished")
)

// shipped are the parts of the owners that the filter which ships has learned from.
var shipped = []labelledtest.Part{labelledtest.Work, labelledtest.SetAside, labelledtest.Reserve}

// TestMain lets the test binary be the processes that a document.Reader starts.
func TestMain(m *testing.M) {
	if document.Serve() {
		return
	}
	os.Exit(m.Run())
}

// labelled reads the labelled documents of the real sites that are there. Scans have no genre.
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
	file := func(l genre.Label) string { return filepath.Join(web, "sites", l.Host, filepath.FromSlash(l.Path)) }
	rows := len(labels)
	if labels = slices.DeleteFunc(labels, func(l genre.Label) bool { return !labelledtest.FileExists(file(l)) }); len(labels) < rows {
		t.Logf("%d rows left out: their documents are not there", rows-len(labels))
	}
	reader := labelledtest.NewReader(t)
	all := make([]genre.Example, len(labels))
	unread := make([]error, len(labels))
	var wait sync.WaitGroup
	next := make(chan int)
	for range 2 {
		wait.Go(func() {
			for i := range next {
				l := labels[i]
				d, err := reader.Read(t.Context(), file(l), l.URL())
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
		g, weight := genre.Other, 0.1
		if !all && (strings.Contains(row.Kind, "web ") || strings.HasPrefix(row.Kind, "encyclopedia")) {
			// The filter learns from them what a page of the Web is that is no document.
			d.Type, weight = "html", 0.3
		}
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
		examples = append(examples, genre.Example{Document: d, Genre: g, Site: row.Kind, Weight: weight})
	}
	if lines.Err() != nil || len(examples) == 0 {
		t.Fatal(lines.Err(), len(examples))
	}
	return examples
}

// owners returns the labelled documents of owners in the parts.
func owners(t *testing.T, which ...labelledtest.Part) []genre.Example {
	var all []genre.Example
	for _, d := range labelledtest.Documents(t, which...) {
		all = append(all, genre.Example{Document: d.Read, Clues: genre.Clues{URL: d.URL()}, Genre: genre.Genre(d.Genre), Site: d.Owner})
	}
	return all
}

// hold fails the test when a share is below its bar.
func hold(t *testing.T, what string, is, bar float64) {
	t.Helper()
	if is < bar {
		t.Errorf("%s: %.1f %%, want %v", what, is, bar)
	}
}

// TestQualityGenre judges every labelled document by a filter that has seen
// none of its site or owner, and holds what comes against the bars. With -update
// the filter that ships is trained and written.
func TestQualityGenre(t *testing.T) {
	web := labelled(t)
	work := owners(t, labelledtest.Work)
	repositories := public(t)
	both := slices.Concat(web, work)
	known := slices.Concat(both, repositories)
	filter, q, err := genre.Train(slices.Concat(known, doctype(t, false)), genre.TrainOptions{Folds: folds})
	if err != nil {
		t.Fatal(err)
	}
	sites := outcome{web, q.Verdicts[:len(web)]}
	side, kind := sites.print(t, "sites")
	isMeasured := labelledtest.CheckCount(t, "labelled documents of the sites", len(web), 340)
	if isMeasured {
		hold(t, "sites, accept/reject", side, 97)
		hold(t, "sites, genre", kind, 92)
	}
	mostElsewhere(sites)
	side, kind = outcome{work, q.Verdicts[len(web):len(both)]}.print(t, "work")
	if isMeasured = labelledtest.CheckCount(t, "labelled documents of owners", len(work), 110) && isMeasured; isMeasured {
		hold(t, "work, accept/reject", side, 95)
		hold(t, "work, genre", kind, 85)
	}
	side, kind = outcome{repositories, q.Verdicts[len(both):len(known)]}.print(t, "public")
	if isMeasured { // else the filter has learned from few others
		hold(t, "public, accept/reject", side, 93)
		hold(t, "public, genre", kind, 85)
	}
	all := outcome{known, q.Verdicts[:len(known)]}
	all.print(t, "all")
	all.confidence("all")

	// The texts of doctype were not learned from by a filter of the sites
	// alone: how far does it carry?
	alone, _, err := genre.Train(web, genre.TrainOptions{Folds: -1})
	if err != nil {
		t.Fatal(err)
	}
	right, texts := 0, 0
	for _, x := range doctype(t, true) {
		texts++
		if alone.Judge(x.Document, x.Clues).Accepted == (x.Genre == genre.Paper) {
			right++
		}
	}
	fmt.Printf("QUALITY genre doctype, accepted or not by a filter of the sites alone: %d of %d, %.1f %%\n", right, texts, percent(right, texts))

	if len(shipped) > 1 { // it learns from more than is measured here
		if filter, _, err = genre.Train(slices.Concat(web, owners(t, shipped...), repositories, doctype(t, false)), genre.TrainOptions{Folds: folds}); err != nil {
			t.Fatal(err)
		}
	}
	made, err := filter.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	fmt.Printf("QUALITY genre the filter's file has %d bytes\n", len(made))
	if *update {
		if !isMeasured {
			t.Fatal("too few labelled documents are there to train the filter that ships")
		}
		if err := os.WriteFile("default.model", made, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if isMeasured {
		corrections(t, filter, both)
	}
	agree := 0
	for _, x := range both {
		if v := genre.Default().Judge(x.Document, x.Clues); v.Genre == filter.Judge(x.Document, x.Clues).Genre {
			agree++
		}
	}
	fmt.Printf("QUALITY genre the filter that ships agrees with one trained now in %d of %d\n", agree, len(both))
	if isMeasured && percent(agree, len(both)) < 97 {
		t.Errorf("default.model is not what training makes now: write it by -update")
	}
}

// folds is the number of parts of a cross-validation over sites and owners.
const folds = 24

// TestQualityGenreSetAside judges the documents of the owners set aside by a
// filter of the sites and the other owners' documents. It is not run by default:
// what has been looked at is no measure any more.
func TestQualityGenreSetAside(t *testing.T) {
	if !*setAside {
		t.Skip("the owners set aside are measured once, by -set-aside")
	}
	known := slices.Concat(labelled(t), owners(t, labelledtest.Work), public(t), doctype(t, false))
	filter, _, err := genre.Train(known, genre.TrainOptions{Folds: folds})
	if err != nil {
		t.Fatal(err)
	}
	aside := outcome{examples: owners(t, labelledtest.SetAside)}
	for _, x := range aside.examples {
		aside.verdicts = append(aside.verdicts, filter.Judge(x.Document, x.Clues))
	}
	side, kind := aside.print(t, "set aside")
	aside.confidence("set aside")
	hold(t, "set aside, accept/reject", side, 98)
	hold(t, "set aside, genre", kind, 90)
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
