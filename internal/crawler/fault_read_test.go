package crawler_test

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"strings"
	"sync/atomic"
	"syscall"
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
			w := newWeb(t, pages{"a.test/": html("Home", "/a1"), "a.test/a1": html("Equal", "/a2"), "a.test/a2": html("Equal", "/a2")})
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

// unchanged answers as html does, and with "not modified" from the second request on. again is called before that.
func unchanged(title string, again func(), refs ...string) http.HandlerFunc {
	page := html(title, refs...)
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"1"`)
		if r.Header.Get("If-None-Match") != "" {
			again()
			w.WriteHeader(http.StatusNotModified)
			return
		}
		page(w, r)
	}
}

// switchedArchive fails to read as long as fails returns an error.
type switchedArchive struct {
	crawler.Archive
	fails func() error
}

func (a switchedArchive) Read(ctx context.Context, at archive.Location) (*archive.Record, error) {
	if err := a.fails(); err != nil {
		return nil, err
	}
	return a.Archive.Read(ctx, at)
}

// switchedCatalogue fails to read what the library has of a URL as long as fails returns an error.
type switchedCatalogue struct {
	crawler.Catalogue
	url   string
	fails func() error
}

func (c switchedCatalogue) Validator(ctx context.Context, url string) (catalogue.Validator, bool, error) {
	if err := c.fails(); err != nil && url == c.url {
		return catalogue.Validator{}, false, err
	}
	return c.Catalogue.Validator(ctx, url)
}

// TestFailedReadOfUnchangedPageEndsCrawl: the stored body of a page that is not modified is read after the answer has come. That the archive or
// the catalogue fails then says nothing about the body.
func TestFailedReadOfUnchangedPageEndsCrawl(t *testing.T) {
	for _, part := range []string{"archive", "catalogue"} {
		t.Run(part, func(t *testing.T) {
			var came atomic.Bool // the answer for the page whose body cannot be read back
			w := newWeb(t, pages{
				"a.test/":   unchanged("Home", func() {}, "/a1"),
				"a.test/a1": unchanged("Equal", func() {}, "/a2"), // so /a2 comes when it is recorded
				"a.test/a2": unchanged("Equal", func() { came.Store(true) }, "/a2"),
			})
			fails := func() error {
				if came.Load() {
					return errDisk
				}
				return nil
			}
			cfg := crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Workers: 1, Delay: time.Millisecond}}
			parts := crawler.Parts{Catalogue: newCatalogue(t), Archive: archive.NewMemory()}
			run(t, cfg, parts)
			cfg.Again = true
			if part == "archive" {
				parts.Archive = switchedArchive{parts.Archive, fails}
			} else { // which knows where the body of /a2 is, which came with /a1
				parts.Catalogue = switchedCatalogue{parts.Catalogue, "http://a.test/a1", fails}
			}
			wantEnd(t, cfg, parts, errDisk)
		})
	}
}

// TestLackOfFilesToReadArchivePausesCrawl: the archive is read before a conditional request, and again when the page is not modified.
func TestLackOfFilesToReadArchivePausesCrawl(t *testing.T) {
	defer crawler.ShortenPause(10 * time.Millisecond)()
	for _, c := range []struct {
		name      string
		isReading bool // the lack begins with the answer
	}{{"before the request", false}, {"after the answer", true}} {
		t.Run(c.name, func(t *testing.T) {
			var lacks, hasBegun atomic.Bool
			w := newWeb(t, pages{"a.test/": unchanged("Home", func() {}, "/a1"), "a.test/a1": unchanged("A1", func() {
				if c.isReading && hasBegun.CompareAndSwap(false, true) {
					lacks.Store(true)
				}
			})})
			cfg := crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Retries: 50}}
			parts := crawler.Parts{Catalogue: newCatalogue(t), Archive: archive.NewMemory()}
			run(t, cfg, parts)
			cfg.Again = true
			parts.Archive = switchedArchive{parts.Archive, func() error {
				if lacks.Load() {
					return &fs.PathError{Op: "open", Path: "a.warc.gz", Err: syscall.EMFILE}
				}
				return nil
			}}
			lacks.Store(!c.isReading)
			r := begin(t, t.Context(), cfg, parts)
			waitUntil(t, "a pause", func() bool { return strings.HasPrefix(r.Stats().Paused, "local: out of files") })
			lacks.Store(false)
			o := r.wait()
			if o.State != crawl.Done || r.Metrics().Pauses == 0 || o.rows["http://a.test/a1"].Title != "A1" || o.Stats.Errors != 0 {
				t.Errorf("state %s, %d errors, /a1 %+v; want done after a pause", o.State, o.Stats.Errors, o.rows["http://a.test/a1"])
			}
		})
	}
}

func TestLackOfFilesThatStaysEndsCrawl(t *testing.T) {
	defer crawler.ShortenPause(time.Millisecond)()
	var lacks atomic.Bool
	w := newWeb(t, pages{"a.test/": unchanged("Home", func() { lacks.Store(true) })})
	cfg := crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Retries: 2, Delay: time.Millisecond}}
	parts := crawler.Parts{Catalogue: newCatalogue(t), Archive: archive.NewMemory()}
	run(t, cfg, parts)
	cfg.Again = true
	parts.Archive = switchedArchive{parts.Archive, func() error {
		if lacks.Load() {
			return syscall.EMFILE
		}
		return nil
	}}
	wantEnd(t, cfg, parts, syscall.EMFILE)
}
