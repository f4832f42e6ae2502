package crawler_test

import (
	"context"
	"errors"
	"io/fs"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/crawler"
	"sluice/internal/frontier"
)

var errDisk = errors.New("disk error")

// brokenCatalogue fails to read one thing.
type brokenCatalogue struct {
	crawler.Catalogue
	site, robots, copies bool
}

func (c brokenCatalogue) Site(ctx context.Context, host string) (catalogue.Site, bool, error) {
	if c.site {
		return catalogue.Site{}, false, errDisk
	}
	return c.Catalogue.Site(ctx, host)
}

func (c brokenCatalogue) Robots(ctx context.Context, origin string) (catalogue.Robots, bool, error) {
	if c.robots {
		return catalogue.Robots{}, false, errDisk
	}
	return c.Catalogue.Robots(ctx, origin)
}

func (c brokenCatalogue) Copies(ctx context.Context, site, sum string) (*catalogue.Fetch, int, error) {
	if c.copies {
		return nil, 0, errDisk
	}
	return c.Catalogue.Copies(ctx, site, sum)
}

// TestFailedReadOfCatalogueEndsCrawl: what cannot be read is not taken for something that is not there. The URLs wait for the
// next run.
func TestFailedReadOfCatalogueEndsCrawl(t *testing.T) {
	for name, broken := range map[string]brokenCatalogue{
		"host": {site: true}, "robots.txt": {robots: true}, "copies of a body": {copies: true},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWeb(t, pages{"a.test/": html("Home", "/a1"), "a.test/a1": html("A1")})
			c, err := catalogue.NewMemory()
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			broken.Catalogue = c
			f := frontier.NewMemory(frontier.Options{Delay: time.Millisecond, PerHost: 1})
			engine, err := crawler.New(crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}}, crawler.Parts{Frontier: f, Catalogue: broken})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := engine.Run(t.Context()); !errors.Is(err, errDisk) {
				t.Errorf("Run() error = %v, want %v", err, errDisk)
			}
			if n := f.Counts(); n.Waiting+n.Leased != 1 {
				t.Errorf("%d URLs wait and %d are leased after the error, want the seed", n.Waiting, n.Leased)
			}
		})
	}
}

// brokenArchive fails to read.
type brokenArchive struct {
	crawler.Archive
	err error
}

func (a brokenArchive) Read(context.Context, archive.Location) (*archive.Record, error) {
	return nil, a.err
}

// TestFailedReadOfArchiveEndsCrawl: only a body that is lost is fetched or stored once more. A fault that says nothing about the body ends the
// crawl.
func TestFailedReadOfArchiveEndsCrawl(t *testing.T) {
	for name, c := range map[string]struct{ err, want error }{
		"damage":        {&archive.DamageError{Err: errDisk}, nil},
		"missing file":  {&fs.PathError{Op: "open", Path: "a.warc.gz", Err: fs.ErrNotExist}, nil},
		"missing":       {archive.ErrNoRecord, nil},
		"another fault": {errDisk, errDisk},
	} {
		t.Run(name+", conditional request", func(t *testing.T) {
			w := newWeb(t, pages{"a.test/": html("Home")})
			cfg := crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}}
			parts := crawler.Parts{Catalogue: newCatalogue(t), Archive: archive.NewMemory()}
			run(t, cfg, parts)
			parts.Archive, cfg.Again = brokenArchive{parts.Archive, c.err}, true
			wantEnd(t, cfg, parts, c.want)
		})
		t.Run(name+", equal body", func(t *testing.T) {
			w := newWeb(t, pages{"a.test/": html("Home", "/a1", "/a2"), "a.test/a1": html("Equal"), "a.test/a2": html("Equal")})
			wantEnd(t, crawl.Config{
				Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Workers: 1, Delay: time.Millisecond},
			}, crawler.Parts{Catalogue: newCatalogue(t), Archive: brokenArchive{archive.NewMemory(), c.err}}, c.want)
		})
	}
}

// wantEnd runs a crawl and checks the error with which it ends.
func wantEnd(t *testing.T, cfg crawl.Config, parts crawler.Parts, want error) {
	t.Helper()
	engine, err := crawler.New(cfg, parts)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := engine.Run(t.Context()); !errors.Is(err, want) {
		t.Errorf("Run() error = %v, want %v", err, want)
	}
}
