package crawler_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/focus"
	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/crawler"
	"sluice/internal/frontier"
	"sluice/internal/replay"
)

// waiting returns all links that wait in the lanes of a frontier. A probe is none: no page links to it, and each crawl makes its own.
func waiting(t *testing.T, f crawler.Frontier) (list []string) {
	t.Helper()
	for _, lane := range f.Lanes() {
		links, next, err := f.Scan(t.Context(), lane, "", 1_000_000)
		if err != nil || next != "" {
			t.Fatalf("Scan(%d): next %q, %v", lane, next, err)
		}
		for _, l := range links {
			if l.Kind == frontier.Probe {
				continue
			}
			list = append(list, fmt.Sprintln(l.URL, l.Kind, l.Parent, l.Depth, l.Lane, l.Score))
		}
	}
	slices.Sort(list)
	return list
}

// replayed replays the archive of a crawl in empty stores.
func replayed(t *testing.T, dir string, cfg crawl.Config) (replay.Result, crawler.Frontier) {
	t.Helper()
	a, err := archive.Open(t.Context(), dir, archive.Options{}, archive.Position{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	cat, err := catalogue.NewMemory()
	if err != nil {
		t.Fatal(err)
	}
	defer cat.Close()
	f := frontier.NewMemory(frontier.Options{Delay: time.Millisecond, PerHost: 1})
	cfg.Limits.Pages = 0
	c, err := crawler.New(cfg, crawler.Parts{Archive: a, Catalogue: cat, Frontier: f})
	if err != nil {
		t.Fatal(err)
	}
	result, err := replay.Run(t.Context(), c, replay.Source{Archive: a, Catalogue: cat, Seeds: cfg.Seeds})
	if err != nil {
		t.Fatal(err)
	}
	return result, f
}

func TestReplayKeepsWaitingURLs(t *testing.T) {
	all := pages{"b.test/robots.txt": raw("text/plain", "User-agent: *\nDisallow: /shut\n")}
	names := []string{"paper", "people", "page"}
	for i := range 400 {
		all[fmt.Sprintf("a.test/%d", i)] = html(fmt.Sprint(i), fmt.Sprintf("/%d?%s", 2*i+1, names[i%3]), fmt.Sprintf("/%d", 2*i+2),
			fmt.Sprintf("http://b.test/%s/%d", names[i%3], i), fmt.Sprintf("http://b.test/shut/%d", i))
	}
	for name, strategy := range map[string]focus.Strategy{
		"breadth-first": focus.BreadthFirst{}, "priority": &focus.Priority{}, "backlinks": focus.Backlink{},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWeb(t, all)
			dir := t.TempDir()
			a, err := archive.Open(t.Context(), dir, archive.Options{}, archive.Position{})
			if err != nil {
				t.Fatal(err)
			}
			f := frontier.NewMemory(frontier.Options{Delay: time.Millisecond, PerHost: 1})
			cfg := crawl.Config{
				Seeds: []string{"http://a.test/0", "http://b.test/"}, Network: crawl.Network{Proxy: w.URL}, Strategy: strategy,
				Limits: crawl.Limits{Pages: 150}, Politeness: crawl.Politeness{Delay: time.Millisecond},
			}
			parts := crawler.Parts{Frontier: f, Archive: a}
			if o := run(t, cfg, parts); o.State != crawl.Limited {
				t.Fatalf("state %s, want limit", o.State)
			}
			if err := a.Close(); err != nil {
				t.Fatal(err)
			}
			result, again := replayed(t, dir, cfg)
			if result.Damaged != 0 || result.Stats.URLs() < 150 {
				t.Errorf("replayed %+v", result)
			}
			// What the crawl had not come to yet a replay knows to be forbidden.
			want := slices.DeleteFunc(waiting(t, f), func(s string) bool { return len(s) > 18 && s[:18] == "http://b.test/shut" })
			got := waiting(t, again)
			if len(want) < 30 || !slices.Equal(got, want) {
				t.Errorf("%d links wait after the replay, %d after the crawl", len(got), len(want))
				for i := range min(len(got), len(want)) {
					if got[i] != want[i] {
						t.Fatalf("got  %swant %s", got[i], want[i])
					}
				}
			}
		})
	}
}

// noFetched is a catalogue that fails to find fetches.
type noFetched struct{ replay.Catalogue }

func (noFetched) Fetched(context.Context, string, time.Time) (catalogue.Fetch, bool, error) {
	return catalogue.Fetch{}, false, errDisk
}

// TestFailingCatalogueEndsReplay: an answer whose body came with another one is not left out as damaged because the catalogue cannot say where
// that is.
func TestFailingCatalogueEndsReplay(t *testing.T) {
	// The second of the equal pages is found on the first, so it is stored as a revisit record: the first is recorded by then.
	w := newWeb(t, pages{"a.test/": html("Home", "/a1"), "a.test/a1": html("Equal", "/a2"), "a.test/a2": html("Equal", "/a2")})
	a, err := archive.Open(t.Context(), t.TempDir(), archive.Options{}, archive.Position{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	cfg := crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Workers: 1, Delay: time.Millisecond}}
	run(t, cfg, crawler.Parts{Archive: a})
	cat := newCatalogue(t)
	c, err := crawler.New(cfg, crawler.Parts{Archive: a, Catalogue: cat})
	if err != nil {
		t.Fatal(err)
	}
	if result, err := replay.Run(t.Context(), c, replay.Source{Archive: a, Catalogue: noFetched{cat}, Seeds: cfg.Seeds}); !errors.Is(err, errDisk) {
		t.Errorf("Run() = %+v, %v; want the error of the catalogue", result, err)
	}
}
