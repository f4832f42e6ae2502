package wanted_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"time"

	"sluice/document/bibliography"
	"sluice/document/bibtex"
	"sluice/internal/catalogue"
	"sluice/internal/harvest/wanted"
)

// counting is a store that keeps nothing.
type counting struct{ last int64 }

func (c *counting) List(context.Context, catalogue.WantedQuery) ([]catalogue.WantedWork, error) {
	return nil, nil
}

func (c *counting) Get(context.Context, int64) (w catalogue.WantedWork, ok bool, err error) {
	return w, true, nil
}

func (c *counting) Put(_ context.Context, works []catalogue.WantedWork, _ time.Time) (int, error) {
	for i := range works {
		c.last++
		works[i].ID = c.last
	}
	return len(works), nil
}

// numberedRecord returns record n of a large bibliography.
func numberedRecord(n int) bibliography.Record {
	word := func(k int) string { // of letters, one of 17,576
		m := n * k % (26 * 26 * 26)
		return string([]byte{'q', byte('a' + m%26), byte('a' + m/26%26), byte('a' + m/26/26), 'o', 'n'})
	}
	return bibliography.Record{Key: fmt.Sprint("conf/x/", n), Title: fmt.Sprintf("On %s and %s for the %s of %s by %s", word(1), word(3), word(7), word(11), word(13)),
		Authors: []bibtex.Name{{Given: "Jane " + word(17), Family: word(19)}, {Given: "John", Family: word(23)}, {Given: "Wei", Family: word(29)}}, Year: 1950 + n%75,
		Venue: "Conference of " + word(31), DOI: fmt.Sprintf("10.1000/x.%d", n), IDs: []string{fmt.Sprint("dblp:conf/x/", n)}, URLs: []string{fmt.Sprintf("https://doi.org/10.1000/x.%d", n)},
		Abstract: "An abstract of some length, which is stored and not compared, so that it need not be in memory while a bibliography is read."}
}

// BenchmarkMemory measures the memory for each work of a large list.
func BenchmarkMemory(b *testing.B) {
	const works = 200_000
	for b.Loop() {
		l, err := wanted.Open(b.Context(), &counting{})
		if err != nil {
			b.Fatal(err)
		}
		before := heap()
		a, err := l.Add(b.Context(), "large.bib", func(yield func(bibliography.Record, error) bool) {
			for n := range works {
				if !yield(numberedRecord(n), nil) {
					return
				}
			}
		}, nil)
		if err != nil || a.New != works {
			b.Fatalf("%+v, %v", a, err)
		}
		b.ReportMetric(float64(heap()-before)/works, "B/work")
		runtime.KeepAlive(l)
	}
}

// heap returns the bytes in use.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse
}
