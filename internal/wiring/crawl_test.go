package wiring_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/internal/control"
	"sluice/internal/lock"
	"sluice/internal/wiring"
	"sluice/internal/wiring/monitor"
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

// stoppable is a crawl of another process, which stops at once.
type stoppable struct{ pid int }

func (s stoppable) Status(context.Context) (crawl.Status, error) {
	return crawl.Status{PID: s.pid}, nil
}

func (stoppable) Stop(string) {}

func (stoppable) Explain(context.Context, string) (crawl.Verdict, error) { return crawl.Verdict{}, nil }

func (stoppable) Known(context.Context, string) (control.URL, error) { return control.URL{}, nil }

func TestStopWaitsOnlyForTheCrawlThatItStops(t *testing.T) {
	for _, test := range []struct {
		name, holder string
		want         error
	}{
		{"the folder is still locked by the crawl", "77\ncrawl\n", context.DeadlineExceeded},
		{"the next crawl has locked the folder", "78\ncrawl\n", nil},
		{"a rebuild has locked the folder", "78\nrebuild\n", nil},
		{"the holder of the lock is not written yet", "", context.DeadlineExceeded},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			locked, err := lock.Acquire(t.Context(), dir, lock.Crawl)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, "lock"), []byte(test.holder), 0o644); err != nil {
				t.Fatal(err)
			}
			server, err := control.Serve(dir, stoppable{pid: 77})
			if err != nil {
				t.Fatal(err)
			}
			limit := 300 * time.Millisecond // for a wait that is to last
			if test.want == nil {
				limit = 5 * time.Minute
			}
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			if err := monitor.Stop(ctx, open(t, dir)); !errors.Is(err, test.want) {
				t.Errorf("Stop() = %v; want %v", err, test.want)
			}
			if err := errors.Join(server.Close(), locked.Release()); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestCrawlThatCannotListenIsNotRecorded(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "control.sock", "full"), 0o755); err != nil { // which Serve cannot replace
		t.Fatal(err)
	}
	if _, err := open(t, dir).Crawl(t.Context(), config(endless(t))); err == nil {
		t.Fatal("Crawl() returns no error where its socket cannot be made")
	}
	if last, ok, err := open(t, dir).LastCrawl(t.Context()); ok || err != nil {
		t.Errorf("LastCrawl() after a crawl that could not start = %+v, %t, %v; want none", last, ok, err)
	}
}

func TestCrawlThatCannotBeRecordedLeavesNoSocket(t *testing.T) {
	dir := finished(t)
	inCatalogue(t, dir, "CREATE TRIGGER failing BEFORE UPDATE ON crawls BEGIN SELECT RAISE(FAIL, 'not writable'); END")
	if _, err := open(t, dir).Crawl(t.Context(), config(endless(t))); err == nil || !strings.Contains(err.Error(), "not writable") {
		t.Fatalf("Crawl() that cannot be recorded = %v; want that error", err)
	}
	if _, err := os.Lstat(filepath.Join(dir, "control.sock")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the socket of a crawl that could not start: %v; want none", err)
	}
}
