package earlystop

import (
	"context"
	"errors"
	"maps"
	"strings"
	"testing"
)

// memory is a store.
type memory map[string][]byte

func (m memory) State(_ context.Context, key string) ([]byte, error) {
	if strings.HasSuffix(key, "broken.example") {
		return nil, errors.New("disk")
	}
	return m[key], nil
}

var published = Options{Pages: 10_000, Recheck: 1_000, Share: 0.01}

// crawl requests pages of a site, of which found have a document each, and returns the stop and after how many pages it came. The Book is closed and opened
// again from time to time.
func crawl(t *testing.T, o Options, pages int, found func(page int) int) (*Stop, int) {
	t.Helper()
	store := memory{}
	b := New(store, o)
	for range 20 {
		if err := b.AddLink(t.Context(), "a.example"); err != nil {
			t.Fatal(err)
		}
	}
	for n := 1; n <= pages; n++ {
		if err := b.AddLink(t.Context(), "a.example"); err != nil {
			t.Fatal(err)
		}
		stop, err := b.AddPage(t.Context(), "a.example", found(n), 1)
		if err != nil {
			t.Fatal(err)
		}
		if stop != nil {
			return stop, n
		}
		if n%997 == 0 {
			state := memory{}
			b.SaveState(state)
			maps.Copy(store, state)
			b = New(store, o)
		}
	}
	return nil, 0
}

// on returns a site whose pages from a first to a last one, and so on, have a document each.
func on(ranges ...int) func(int) int {
	return func(page int) int {
		for i := 0; i < len(ranges); i += 2 {
			if ranges[i] <= page && page <= ranges[i+1] {
				return 1
			}
		}
		return 0
	}
}

// firstOf returns a site whose first n pages have a document each.
func firstOf(n int) func(int) int { return on(1, n) }

// TestPublishedRule: section 4.2.3 of the publication.
func TestPublishedRule(t *testing.T) {
	for _, test := range []struct {
		name  string
		found func(int) int
		at    int // page at which it is stopped; 0: never
	}{
		{"no document", firstOf(0), 11_000},
		{"99 documents", firstOf(99), 11_000},
		{"100 documents, and too few at 20,000", firstOf(100), 21_000},
		{"109 documents at the second check, too few", on(1, 99, 10_501, 10_510), 11_000},
		{"one in a hundred", func(n int) int { return map[bool]int{true: 1}[n%100 == 0] }, 0},
		{"300 documents", firstOf(300), 0},
	} {
		stop, at := crawl(t, published, 25_000, test.found)
		if at != test.at || stop != nil && stop.Rule != RuleShare {
			t.Errorf("%s: stopped at page %d (%v), want %d", test.name, at, stop, test.at)
		}
	}
	// The check that follows 1,000 pages later finds enough: the flag is reset until 20,000.
	stop, at := crawl(t, published, 25_000, on(1, 99, 10_001, 10_011))
	if at != 21_000 || stop.Found != 110 || stop.Pages != 21_000 || stop.Waiting != 20 {
		t.Errorf("a site with 110 documents after 11,000 pages is stopped at %d, %v, want 21,000", at, stop)
	}
}

// TestPrice: a site is stopped when even the high end of the forecast is below the price.
func TestPrice(t *testing.T) {
	o := Options{Pages: 500, Recheck: 100, Share: 1e-9, Price: 30}
	if stop, at := crawl(t, o, 5_000, func(n int) int { return n % 2 }); stop != nil {
		t.Errorf("a site with a document on every second page is stopped at %d: %v", at, stop)
	}
	stop, at := crawl(t, o, 20_000, firstOf(50))
	if stop == nil || stop.Rule != RulePrice || stop.Missed.High >= 30 || !strings.HasPrefix(stop.String(), "early stop (price): 50 documents found on ") {
		t.Errorf("a site whose documents end is stopped at %d: %v", at, stop)
	}
}

// TestNothingLeft: a site of which no link waits ends by itself.
func TestNothingLeft(t *testing.T) {
	b := New(memory{}, Options{Pages: 5, Recheck: 1, Share: 1})
	for range 20 {
		if stop, err := b.AddPage(t.Context(), "a.example", 0, 0); stop != nil || err != nil {
			t.Fatalf("stopped: %v, %v", stop, err)
		}
	}
}

// TestErrorsOfTheStore come from each method.
func TestErrorsOfTheStore(t *testing.T) {
	b := New(memory{}, published)
	_, err := b.AddPage(t.Context(), "broken.example", 0, 0)
	if err == nil || b.AddLink(t.Context(), "broken.example") == nil || b.AddDocument(t.Context(), "broken.example", true) == nil {
		t.Errorf("a broken store makes no error: %v", err)
	}
}

// TestManySites: sites that are forgotten are read again.
func TestManySites(t *testing.T) {
	defer func(n int) { maxSites = n }(maxSites)
	maxSites = 2
	store := memory{}
	b := New(store, Options{Pages: 4, Recheck: 1, Share: 1})
	stopped := map[string]int{}
	for n := range 6 {
		for _, host := range []string{"a.example", "b.example", "c.example", "d.example"} {
			for range 2 {
				if err := b.AddLink(t.Context(), host); err != nil {
					t.Fatal(err)
				}
			}
			stop, err := b.AddPage(t.Context(), host, 0, 2)
			if err != nil {
				t.Fatal(err)
			}
			if stop != nil {
				stopped[host] = n + 1
			}
		}
		b.SaveState(store)
	}
	if len(stopped) != 4 || stopped["a.example"] != 5 {
		t.Errorf("stopped %v, want all at page 5", stopped)
	}
}

// FuzzDecode: any state is read, and what is written is read again.
func FuzzDecode(f *testing.F) {
	s := site{pages: 10, found: 3, waiting: 7, next: 20, flagged: true}
	s.estimator.Request(3, 4)
	f.Add(s.append(nil))
	f.Add([]byte{stateVersion, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		s := decode(b)
		if again := decode(s.append(nil)); *again != *s {
			t.Errorf("%x is read as %+v, then as %+v", b, s, again)
		}
	})
}
