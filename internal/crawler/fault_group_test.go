package crawler_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/crawler"
	"sluice/internal/frontier"
	"sluice/internal/wiring"
	"sluice/weburl"
)

var errCut = errors.New("cut off")

// cut lets some groups pass at one of the three stores, and then no more.
type cut struct {
	at    string
	left  int
	stood []weburl.Key // the URLs that are done by groups that stand in all three
}

func (c *cut) pass(store string) error {
	if store == c.at {
		if c.left--; c.left < 0 {
			return errCut
		}
	}
	return nil
}

type cutArchive struct {
	crawler.Archive
	*cut
}

func (a cutArchive) Sync(ctx context.Context) (archive.Position, error) {
	if err := a.pass("archive"); err != nil {
		return archive.Position{}, err
	}
	return a.Archive.Sync(ctx)
}

type cutCatalogue struct {
	crawler.Catalogue
	*cut
}

func (c cutCatalogue) Commit(ctx context.Context, g *catalogue.Group) error {
	if err := c.pass("catalogue"); err != nil {
		return err
	}
	return c.Catalogue.Commit(ctx, g)
}

type cutFrontier struct {
	crawler.Frontier
	*cut
}

func (f cutFrontier) Commit(ctx context.Context, g *frontier.Group) error {
	if err := f.pass("frontier"); err != nil {
		return err
	}
	if err := f.Frontier.Commit(ctx, g); err != nil {
		return err
	}
	f.stood = append(f.stood, g.Done...)
	return nil
}

// crawl crawls into the stores of a new library until it is cut off.
func (c *cut) crawl(t *testing.T, dir string, cfg crawl.Config) {
	t.Helper()
	cat, err := catalogue.Open(t.Context(), filepath.Join(dir, "catalog.db"), catalogue.Options{})
	if err != nil {
		t.Fatal(err)
	}
	written, err := archive.Open(t.Context(), filepath.Join(dir, "archive"), archive.Options{}, archive.Position{})
	if err != nil {
		t.Fatal(err)
	}
	waits, err := frontier.Open(t.Context(), filepath.Join(dir, "frontier"), frontier.Options{PerHost: cfg.Politeness.PerHost})
	if err != nil {
		t.Fatal(err)
	}
	number, err := cat.Crawls.Begin(t.Context(), "", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	engine, err := crawler.New(cfg, crawler.Parts{
		Crawl: number, Archive: cutArchive{written, c}, Catalogue: cutCatalogue{cat, c}, Frontier: cutFrontier{waits, c},
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := engine.Run(t.Context()); !errors.Is(err, errCut) {
		t.Fatalf("Run = %v, want the cut", err)
	}
	if err := errors.Join(waits.Close(), written.Close(), cat.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestHalfWrittenGroupIsRepeated cuts a crawl off in each of the three
// writes of a group, at each of its first groups, and continues. The groups before
// stand: nothing of them is asked for again, and all else is, once.
func TestHalfWrittenGroupIsRepeated(t *testing.T) {
	const n = 31
	for _, at := range []string{"archive", "catalogue", "frontier"} {
		for groups := range 4 { // the frontier's first one is the seed
			t.Run(fmt.Sprint(at, " after ", groups), func(t *testing.T) {
				t.Parallel()
				w := newWeb(t, tree(n))
				dir, c := t.TempDir(), &cut{at: at, left: groups}
				cfg := crawl.Config{
					Seeds: []string{"http://a.test/0"}, Network: crawl.Network{Proxy: w.URL},
					Politeness: crawl.Politeness{Delay: -1, PerHost: 8, IgnoreRobots: true},
				}
				c.crawl(t, dir, cfg)
				if groups > 1 && len(c.stood) == 0 {
					t.Fatal("no group stands")
				}
				var rest []string
				for name := range w.pages {
					if u, _ := weburl.Parse("http://" + name); !slices.Contains(c.stood, u.Key()) {
						rest = append(rest, name)
					}
				}
				w.asked = nil
				lib, result := resume(t, dir, cfg)
				wantRequests(t, w, rest...)
				if result.State != crawl.Done {
					t.Errorf("state %s", result.State)
				}
				wantBodies(t, lib, n)
			})
		}
	}
}

// wantBodies reads each page of a tree out of a library.
func wantBodies(t *testing.T, lib *wiring.Library, n int) {
	t.Helper()
	cat, err := lib.Catalogue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if r, err := cat.Report(t.Context()); err != nil || r.Totals.Pages != int64(n) {
		t.Errorf("%d pages of %d, %v", r.Totals.Pages, n, err)
	}
	for i := range n {
		body, err := lib.Body(t.Context(), fmt.Sprintf("http://a.test/%d", i))
		if err != nil {
			t.Error(err)
			continue
		}
		text, err := io.ReadAll(body)
		if want := fmt.Sprintf("<title>Page %d</title>", i); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("page %d: %v, and no %q in %q", i, err, want, text)
		}
		body.Close()
	}
}

// resume starts or continues a crawl in a folder, and returns its library.
func resume(t *testing.T, dir string, cfg crawl.Config) (*wiring.Library, crawl.Result) {
	t.Helper()
	lib, err := wiring.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { lib.Close() })
	c, err := lib.Crawl(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	result, err := c.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return lib, result
}
