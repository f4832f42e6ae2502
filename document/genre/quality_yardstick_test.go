//go:build yardstick

package genre_test

import (
	"bufio"
	"compress/gzip"
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
	"sluice/internal/labelledtest"
	"sluice/learn"
)

var (
	update   = flag.Bool("update", false, "write default.model, trained on the labelled documents")
	setAside = flag.Bool("set-aside", false, "measure on the owners set aside: once, when the code is finished")
)

// shipped are the parts of the owners that the filter which ships has learned from.
var shipped = []labelledtest.Part{labelledtest.Work}

// TestMain lets the test binary be the processes that a document.Reader starts.
func TestMain(m *testing.M) {
	if document.Serve() {
		return
	}
	os.Exit(m.Run())
}

// enough is how many examples of a genre are needed to measure how well it is recognized.
const enough = 10

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
	reader := labelledtest.NewReader(t)
	all := make([]genre.Example, len(labels))
	unread := make([]error, len(labels))
	var wait sync.WaitGroup
	next := make(chan int)
	for range 2 {
		wait.Go(func() {
			for i := range next {
				l := labels[i]
				name := filepath.Join(web, "sites", l.Host, filepath.FromSlash(l.Path))
				d, err := reader.Read(t.Context(), name, l.URL())
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

func percent(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }

// outcome is how documents that a filter had not seen were judged.
type outcome struct {
	examples []genre.Example
	verdicts []genre.Verdict
}

// measured returns the genres of which there are enough examples to measure.
func (o outcome) measured() []string {
	count := map[genre.Genre]int{}
	for _, x := range o.examples {
		count[x.Genre]++
	}
	var names []string
	for _, g := range genre.Genres {
		if count[g] >= enough {
			names = append(names, string(g))
		}
	}
	return names
}

// print prints the outcome, logs each wrong verdict, and returns the shares of
// documents accepted or rejected rightly, and of genres, in percent.
func (o outcome) print(t *testing.T, what string) (side, kind float64) {
	var genres, accepted learn.Confusion
	for i, x := range o.examples {
		v := o.verdicts[i]
		genres.Add(string(x.Genre), string(v.Genre))
		accepted.Add(accept(slices.Contains(genre.Wanted, x.Genre)), accept(v.Accepted))
		if v.Genre != x.Genre {
			t.Logf("%s is %s, called %s (%.2f): %s", x.Clues.URL, x.Genre, v.Genre, v.Confidence, v)
		}
	}
	right, all := accepted.Accuracy()
	side = percent(right, all)
	fmt.Printf("QUALITY genre %s: accept/reject %d of %d, %.1f %%\n", what, right, all, side)
	right, all = genres.Accuracy(o.measured()...)
	kind = percent(right, all)
	fmt.Printf("QUALITY genre %s: genre, over %s, %d of %d, %.1f %%\n", what, strings.Join(o.measured(), " "), right, all, kind)
	table(&accepted)
	table(&genres)
	return side, kind
}

// confidence prints how often verdicts are right, by how sure they are.
func (o outcome) confidence(what string) {
	bounds := []float64{0, 0.5, 0.7, 0.8, 0.9, 0.95, 1.01}
	for k, from := range bounds[:len(bounds)-1] {
		n, right, side, stated := 0, 0, 0, 0.0
		for i, v := range o.verdicts {
			if v.Confidence < from || v.Confidence >= bounds[k+1] {
				continue
			}
			n++
			stated += v.Confidence
			if v.Genre == o.examples[i].Genre {
				right++
			}
			if v.Accepted == slices.Contains(genre.Wanted, o.examples[i].Genre) {
				side++
			}
		}
		if n > 0 {
			fmt.Printf("QUALITY genre %s: confidence from %.2f: %d verdicts, mean %.2f, genre right %.2f, accept/reject right %.2f\n",
				what, from, n, stated/float64(n), float64(right)/float64(n), float64(side)/float64(n))
		}
	}
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
	both := slices.Concat(web, work)
	filter, q, err := genre.Train(slices.Concat(both, doctype(t, false)), genre.TrainOptions{Folds: folds})
	if err != nil {
		t.Fatal(err)
	}
	sites := outcome{web, q.Verdicts[:len(web)]}
	side, kind := sites.print(t, "sites")
	hold(t, "sites, accept/reject", side, 97)
	hold(t, "sites, genre", kind, 92)
	mostElsewhere(sites)
	side, kind = outcome{work, q.Verdicts[len(web):len(both)]}.print(t, "work")
	hold(t, "work, accept/reject", side, 93)
	hold(t, "work, genre", kind, 80)
	all := outcome{both, q.Verdicts[:len(both)]}
	all.print(t, "sites and work")
	all.confidence("sites and work")

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
		if filter, _, err = genre.Train(slices.Concat(web, owners(t, shipped...), doctype(t, false)), genre.TrainOptions{Folds: folds}); err != nil {
			t.Fatal(err)
		}
	}
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
	corrections(t, filter, both)
	agree := 0
	for _, x := range both {
		if v := genre.Default().Judge(x.Document, x.Clues); v.Genre == filter.Judge(x.Document, x.Clues).Genre {
			agree++
		}
	}
	fmt.Printf("QUALITY genre the filter that ships agrees with one trained now in %d of %d\n", agree, len(both))
	if percent(agree, len(both)) < 97 {
		t.Errorf("default.model is not what training makes now: write it by -update")
	}
}

// folds is the number of parts of a cross-validation over sites and owners.
const folds = 24

// mostElsewhere tells, for each genre, the site that has most documents of it
// from the others.
func mostElsewhere(o outcome) {
	var genres learn.Confusion
	bySite := map[string]*learn.Confusion{}
	for i, x := range o.examples {
		if bySite[x.Site] == nil {
			bySite[x.Site] = &learn.Confusion{}
		}
		bySite[x.Site].Add(string(x.Genre), string(o.verdicts[i].Genre))
		genres.Add(string(x.Genre), string(o.verdicts[i].Genre))
	}
	for _, g := range o.measured() {
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
}

// TestQualityGenreSetAside judges the documents of the owners set aside by a
// filter of the sites and the other owners' documents. It is not run by default:
// what has been looked at is no measure any more.
func TestQualityGenreSetAside(t *testing.T) {
	if !*setAside {
		t.Skip("the owners set aside are measured once, by -set-aside")
	}
	known := slices.Concat(labelled(t), owners(t, labelledtest.Work), doctype(t, false))
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
