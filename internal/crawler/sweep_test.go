package crawler_test

import (
	"context"
	"errors"
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

// gaveUp cancels a replay as soon as that goes through what waits.
type gaveUp struct {
	crawler.Frontier
	cancel context.CancelFunc
	scans  int
}

func (g *gaveUp) Scan(ctx context.Context, lane frontier.Lane, after frontier.Cursor, n int) ([]frontier.Link, frontier.Cursor, error) {
	g.scans++
	g.cancel()
	return g.Frontier.Scan(ctx, lane, after, n)
}

func TestCancelledReplayStops(t *testing.T) {
	w := newWeb(t, many(900))
	dir := t.TempDir()
	a, err := archive.Open(t.Context(), dir, archive.Options{}, archive.Position{})
	if err != nil {
		t.Fatal(err)
	}
	cfg := crawl.Config{
		Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Strategy: focus.BreadthFirst{}, Limits: crawl.Limits{Pages: 1}, Politeness: crawl.Politeness{Delay: time.Millisecond},
	}
	if o := run(t, cfg, crawler.Parts{Archive: a}); o.State != crawl.Limited {
		t.Fatalf("state %s, want limit", o.State)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if a, err = archive.OpenReadOnly(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	cat, err := catalogue.NewMemory()
	if err != nil {
		t.Fatal(err)
	}
	defer cat.Close()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	f := &gaveUp{Frontier: frontier.NewMemory(frontier.Options{}), cancel: cancel}
	cfg.Limits.Pages = 0
	c, err := crawler.New(cfg, crawler.Parts{Archive: a, Catalogue: cat, Frontier: f})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := replay.Run(ctx, c, replay.Source{Archive: a, Catalogue: cat, Seeds: cfg.Seeds}); !errors.Is(err, context.Canceled) || f.scans != 1 {
		t.Errorf("Replay() = %v after %d looks at what waits; want that it was cancelled after the first", err, f.scans)
	}
}
