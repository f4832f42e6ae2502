package harvest

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"sluice/document/bibliography"
	"sluice/document/bibtex"
	"sluice/internal/catalogue"
	"sluice/internal/catalogue/catalogtest"
)

// closedLibrary has no document, and its rules forbid all requests.
type closedLibrary struct {
	emptyLibrary
	asked map[string]int // requests by URL; nil: they are not counted
	most  uint64         // bytes of the heap, at the beginning of a round
}

func (l *closedLibrary) Answer(context.Context, string) (*Answer, error) { return nil, nil }

func (l *closedLibrary) Visit(_ context.Context, urls []string) ([]Visit, error) {
	if l.asked == nil {
		l.most = max(l.most, heap())
	}
	visits := make([]Visit, len(urls))
	for i, u := range urls {
		if visits[i] = (Visit{Refused: "scope"}); l.asked != nil {
			l.asked[u]++
		}
	}
	return visits, nil
}

// heap returns the bytes in use.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse
}

// putNumbered puts works with an address of their own into a catalogue.
func putNumbered(t testing.TB, wanted *catalogue.Wanted, first, n int) {
	t.Helper()
	var works []catalogue.WantedWork
	for i := first; i < first+n; i++ {
		works = append(works, catalogue.WantedWork{Key: fmt.Sprint(i), Record: numberedRecord(i)})
		if len(works) == 1000 || i == first+n-1 {
			if _, err := wanted.Put(t.Context(), works, time.Now()); err != nil {
				t.Fatal(err)
			}
			works = works[:0]
		}
	}
}

// numberedRecord returns record n of a large bibliography, each author of which has a few works.
func numberedRecord(n int) bibliography.Record {
	word := func(k int) string { // of letters, one of 17,576
		m := n * k % (26 * 26 * 26)
		return string([]byte{'q', byte('a' + m%26), byte('a' + m/26%26), byte('a' + m/26/26), 'o', 'n'})
	}
	return bibliography.Record{Key: fmt.Sprint("conf/x/", n), Title: fmt.Sprintf("On %s and %s for the %s of %s by %s", word(1), word(3), word(7), word(11), word(13)),
		Authors: []bibtex.Name{{Given: "Jane " + word(17), Family: word(19)}, {Given: "John", Family: fmt.Sprint(word(23), n/7%1000)}, {Given: "Wei", Family: fmt.Sprint(word(29), n/5%1000)}},
		Year:    1950 + n%75, Venue: "Conference of " + word(31), URLs: []string{fmt.Sprintf("http://%s.example/%d.pdf", word(1), n)}}
}

func TestPortionsLookForEachWorkOnce(t *testing.T) {
	ctx, wanted := t.Context(), catalogtest.Memory(t).Wanted
	lib := &closedLibrary{asked: map[string]int{}}
	for run, works := range []int{5, 8} { // the second one has missed works, and new ones
		putNumbered(t, wanted, 3*run, 5)
		clear(lib.asked)
		var last Progress
		h := New(lib, wanted, Options{OnRound: func(p Progress) { last = p }})
		h.portion = 2
		if err := h.Run(ctx); err != nil {
			t.Fatal(err)
		}
		counts, err := wanted.Counts(ctx)
		if err != nil || counts[catalogue.WantedMissed] != int64(works) || len(counts) != 1 {
			t.Errorf("run %d: %v, %v; want %d missed", run, counts, err, works)
		}
		if len(lib.asked) != works || last.Wanted != works {
			t.Errorf("run %d: %d addresses are asked for, of %d works; want %d", run, len(lib.asked), last.Wanted, works)
		}
		for url, n := range lib.asked {
			if n != 1 {
				t.Errorf("run %d: %s is asked for %d times", run, url, n)
			}
		}
	}
	all, err := wanted.List(ctx, catalogue.WantedQuery{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range all {
		attempts := 2
		if i >= 5 {
			attempts = 1
		}
		if o := &all[i].Outcome; o.Cause != string(NotRequested) || o.URL == "" || all[i].Attempts != attempts {
			t.Errorf("work %d: %+v after %d attempts, want %d", i, o, all[i].Attempts, attempts)
		}
	}
}

// BenchmarkMemory measures the most memory of a harvest of many works that finds nothing: what is in use when a round begins, and the whole heap with what
// waits to be collected.
func BenchmarkMemory(b *testing.B) {
	for _, works := range []int{20_000, 200_000, 1_000_000} {
		b.Run(fmt.Sprint(works), func(b *testing.B) {
			c, err := catalogue.Open(b.Context(), filepath.Join(b.TempDir(), "catalog.db"), catalogue.Options{})
			if err != nil {
				b.Fatal(err)
			}
			defer c.Close()
			putNumbered(b, c.Wanted, 0, works)
			before := heap()
			for b.Loop() {
				lib := new(closedLibrary)
				if err := New(lib, c.Wanted, Options{}).Run(b.Context()); err != nil {
					b.Fatal(err)
				}
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				b.ReportMetric(float64(lib.most-before)/(1<<20), "MB-in-use")
				b.ReportMetric(float64(m.HeapSys)/(1<<20), "MB-of-heap")
			}
		})
	}
}
