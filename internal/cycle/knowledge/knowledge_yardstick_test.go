//go:build yardstick

package knowledge_test

import (
	"bufio"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"sluice/crawl"
	"sluice/focus"
	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/crawler"
	"sluice/internal/cycle/knowledge"
	"sluice/internal/recordedweb"
	"sluice/internal/webboxtest"
	"sluice/library"
	"sluice/weburl"
)

// withStubs is a folder of sites, with a small PDF file for each document that it lacks.
type withStubs struct {
	fs.FS
	stubs map[string]bool
}

// Open implements [fs.FS].
func (w withStubs) Open(name string) (fs.File, error) {
	if !w.stubs[name] {
		return w.FS.Open(name)
	}
	return fstest.MapFS{path.Base(name): &fstest.MapFile{Data: []byte("%PDF-1.4\n% " + name)}}.Open(path.Base(name))
}

// ReadDir implements [fs.ReadDirFS].
func (w withStubs) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(w.FS, name) }

// open opens a recorded web.
func open(t *testing.T, w webboxtest.Web) *recordedweb.Web {
	t.Helper()
	sites := withStubs{os.DirFS(w.Dir), map[string]bool{}}
	if w.Documents != "" {
		f, err := os.Open(w.Documents)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for lines := bufio.NewScanner(f); lines.Scan(); {
			fields := strings.Split(lines.Text(), "\t")
			sites.stubs[fields[0]+fields[1]] = true
		}
	}
	web, err := recordedweb.Sites(sites, recordedweb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { web.Close() })
	return web
}

// made is what a crawl has requested, by site.
type made struct {
	pages     map[string]int
	documents map[string]string // by URL: the site on which they were found
}

// crawls crawls a web again and again, the last time with knowledge.
func crawls(t *testing.T, w webboxtest.Web) (all []made) {
	t.Helper()
	web := open(t, w)
	cat, err := catalogue.NewMemory()
	if err != nil {
		t.Fatal(err)
	}
	defer cat.Close()
	kept := archive.NewMemory()
	for n := range 4 {
		m := made{map[string]int{}, map[string]string{}}
		began := web.Clock().Now()
		id, err := cat.Crawls.Begin(t.Context(), "", began)
		if err != nil {
			t.Fatal(err)
		}
		cfg := crawl.Config{Seeds: w.Seeds, Again: n > 0, Strategy: focus.BreadthFirst{}, Knowledge: crawl.Knowledge{On: n == 3}}
		cfg.Politeness.Workers = 16
		cfg.Hooks.Fetch = func(f *library.Fetch) {
			switch {
			case f.Outcome == library.Refused || f.Outcome == library.Retried:
			case f.Document:
				parent, err := weburl.ParseSeed(f.Parent)
				if err != nil {
					parent, _ = weburl.ParseSeed(f.URL)
				}
				m.documents[f.URL] = parent.Host()
			case f.Kind == "page" || f.Kind == "seed":
				m.pages[f.Site]++
			}
		}
		parts := crawler.Parts{Exchange: web, Archive: kept, Catalogue: cat, Crawl: id}
		if n == 3 {
			rules, err := knowledge.Load(t.Context(), cat.Statistics, cat.Knowledge, knowledge.Options{Crawl: id, TestShare: 0.02})
			if err != nil {
				t.Fatal(err)
			}
			parts.Learned = rules
		}
		c, err := crawler.New(cfg, parts)
		if err != nil {
			t.Fatal(err)
		}
		result, err := c.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := cat.Crawls.End(t.Context(), id, string(result.State), result.Reason, web.Clock().Now()); err != nil {
			t.Fatal(err)
		}
		change, err := knowledge.Learn(t.Context(), cat.Statistics, cat.Knowledge, began, knowledge.Options{}.Settings)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s crawl %d: %d pages, %d documents, %+v; %v", w.Name, n+1, result.Stats.Run.Pages, len(m.documents), change, c.Metrics().Refused)
		all = append(all, m)
	}
	return all
}

// TestQualityKnowledge compares the fourth crawl of the recorded webs, with what the first three have taught, with the first one.
func TestQualityKnowledge(t *testing.T) {
	webs, err := webboxtest.Webs(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	var pages, documents [2]int
	for _, w := range webs {
		if w.Name == "code.dccouncil.gov" {
			continue
		}
		all := crawls(t, w)
		first, last := all[0], all[3]
		for site, n := range first.pages {
			if n <= 100 {
				continue
			}
			d, e := 0, 0
			for url, of := range first.documents {
				if of == site {
					d++
					if _, again := last.documents[url]; again {
						e++
					}
				}
			}
			t.Logf("  %s: %d -> %d pages, %d -> %d documents", site, n, last.pages[site], d, e)
			pages[0], pages[1] = pages[0]+n, pages[1]+last.pages[site]
			documents[0], documents[1] = documents[0]+d, documents[1]+e
		}
	}
	fmt.Printf("QUALITY knowledge: the fourth crawl against the first: %d of %d pages (%.3f), %d of %d documents (%.3f)\n", pages[1], pages[0], float64(pages[1])/float64(pages[0]),
		documents[1], documents[0], float64(documents[1])/float64(documents[0]))
}
