package crawler_test

import (
	"context"
	"errors"
	"net/netip"
	"sync/atomic"
	"testing"

	"sluice/crawl"
	"sluice/internal/crawler"
	"sluice/internal/frontier"
	"sluice/internal/recordedweb"
	"sluice/library"
	"sluice/page"
)

// watchedFrontier shows each group before it is committed, and counts the hosts whose addresses it gets.
type watchedFrontier struct {
	crawler.Frontier
	committing func(g *frontier.Group)
	addressed  atomic.Int32
}

func (f *watchedFrontier) Commit(ctx context.Context, g *frontier.Group) error {
	if f.committing != nil {
		f.committing(g)
	}
	return f.Frontier.Commit(ctx, g)
}

func (f *watchedFrontier) SetAddresses(host string, addrs []string) {
	f.addressed.Add(1)
	f.Frontier.SetAddresses(host, addrs)
}

// A link found on an added page is refused for good if the host is out of scope then.
func TestScopeIncludesAddedURLsBeforeTheyCanBeFetched(t *testing.T) {
	web := sitesWeb(t, generatedSites(2, 3), 1)
	defer web.Close()
	cfg, parts := crawl.Config{Seeds: []string{"http://h0.example/"}}, crawler.Parts{Exchange: web}
	f := &watchedFrontier{Frontier: frontier.NewMemory(crawler.FrontierOptions(cfg, parts))}
	parts.Frontier = f
	var c *crawler.Crawl
	added := false
	cfg.Hooks.Page = func(*library.Fetch, *page.Page) {
		if added {
			return
		}
		added = true
		if err := c.Add(t.Context(), "http://h1.example/"); err != nil {
			t.Error(err)
		}
	}
	committed := false
	f.committing = func(g *frontier.Group) {
		for _, l := range g.Add {
			if l.URL.Host() != "h1.example" || committed {
				continue
			}
			committed = true
			if v, err := c.Explain(t.Context(), "http://h1.example/other.html"); err != nil || !v.Fetch {
				t.Errorf("Explain() of a page of the added host = %+v, %v; want that it is fetched", v, err)
			}
		}
	}
	var err error
	if c, err = crawler.New(cfg, parts); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Run(t.Context()); err != nil || !committed {
		t.Fatalf("Run(): %v; the URL was added: %v", err, committed)
	}
}

// forgetfulNames is a web whose names cannot be resolved the first time.
type forgetfulNames struct {
	*recordedweb.Web
	asked atomic.Int32
}

func (w *forgetfulNames) Addrs(ctx context.Context, host string, port int) ([]netip.Addr, error) {
	if w.asked.Add(1) == 1 {
		return nil, errors.New("the name server is busy")
	}
	return w.Web.Addrs(ctx, host, port)
}

func TestAddressLimitHoldsAfterFailedLookup(t *testing.T) {
	web := sitesWeb(t, generatedSites(1, 3), 1)
	defer web.Close()
	cfg, parts := crawl.Config{Seeds: []string{"http://h0.example/"}}, crawler.Parts{Exchange: &forgetfulNames{Web: web}}
	f := &watchedFrontier{Frontier: frontier.NewMemory(crawler.FrontierOptions(cfg, parts))}
	parts.Frontier = f
	c, err := crawler.New(cfg, parts)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := f.addressed.Load(); n != 1 {
		t.Errorf("the frontier got the addresses of the host %d times, want once", n)
	}
}
