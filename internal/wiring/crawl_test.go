package wiring_test

import (
	"context"
	"testing"

	"sluice/crawl"
	"sluice/internal/lock"
	"sluice/internal/wiring"
	"sluice/library"
	"sluice/page"
)

// runnable is a crawl on a library or in memory.
type runnable interface {
	Run(ctx context.Context) (crawl.Result, error)
	Close() error
}

func TestCloseDuringRunStopsTheCrawl(t *testing.T) {
	for name, newCrawl := range map[string]func(dir string, cfg crawl.Config) (runnable, error){
		"on a library": func(dir string, cfg crawl.Config) (runnable, error) { return open(t, dir).Crawl(t.Context(), cfg) },
		"in memory":    func(_ string, cfg crawl.Config) (runnable, error) { return wiring.NewMemoryCrawl(cfg) },
	} {
		t.Run(name, func(t *testing.T) {
			dir, cfg := t.TempDir(), config(endless(t))
			closed := make(chan error, 1000)
			var c runnable
			cfg.Hooks.Page = func(*library.Fetch, *page.Page) {
				closed <- c.Close()
				if _, held, err := lock.HolderOf(t.Context(), dir); name == "on a library" && (!held || err != nil) {
					t.Errorf("the folder is locked while the crawl runs: %t, %v", held, err)
				}
			}
			c, err := newCrawl(dir, cfg)
			if err != nil {
				t.Fatal(err)
			}
			result, err := c.Run(t.Context())
			if err != nil || result.State != crawl.Stopped || result.Reason != "the crawl was closed" || result.Stats.Pages == 0 {
				t.Errorf("Run() = %s %q with %d pages, %v; want it stopped", result.State, result.Reason, result.Stats.Pages, err)
			}
			if err := <-closed; err != nil {
				t.Errorf("Close() during Run() = %v", err)
			}
			if _, held, err := lock.HolderOf(t.Context(), dir); held || err != nil {
				t.Errorf("the folder is locked after Run(): %t, %v", held, err)
			}
			if err := c.Close(); err != nil {
				t.Errorf("Close() after Run() = %v", err)
			}
			if _, err := c.Run(t.Context()); err == nil {
				t.Error("a second Run() returns no error")
			}
		})
	}
}
