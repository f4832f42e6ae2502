//go:build yardstick

package genre_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"sluice/document/genre"
	"sluice/learn"
)

// enough is how many examples of a genre are needed to measure how well it is recognized.
const enough = 10

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
