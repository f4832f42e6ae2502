//go:build yardstick

package knowledge_test

import (
	"bufio"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"sluice/crawl"
	"sluice/focus"
	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/crawler"
	"sluice/internal/cycle/knowledge"
	"sluice/internal/cycle/stats"
	"sluice/internal/recordedweb"
	"sluice/internal/webboxtest"
	"sluice/library"
	"sluice/weburl"
)

// recording is a folder of sites, with a small PDF file for each document that it lacks. While it is young, a tenth of the pages is missing.
type recording struct {
	fs.FS
	stubs   map[string]bool
	isYoung atomic.Bool
}

// Open implements [fs.FS].
func (r *recording) Open(name string) (fs.File, error) {
	if r.isYoung.Load() && !r.stubs[name] && !strings.Contains(name, "index.") {
		h := fnv.New32a()
		h.Write([]byte(name))
		if info, err := fs.Stat(r.FS, name); err == nil && !info.IsDir() && h.Sum32()%10 == 0 {
			return nil, fs.ErrNotExist
		}
	}
	if !r.stubs[name] {
		return r.FS.Open(name)
	}
	return fstest.MapFS{path.Base(name): &fstest.MapFile{Data: []byte("%PDF-1.4\n% " + name)}}.Open(path.Base(name))
}

// ReadDir implements [fs.ReadDirFS].
func (r *recording) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(r.FS, name) }

// webs returns the recorded webs that are crawled in a test. The two others take a minute each.
func webs(t *testing.T) (all []webboxtest.Web) {
	t.Helper()
	webs, err := webboxtest.Webs(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range webs {
		if w.Name != "code.dccouncil.gov" && w.Name != "virtual.2020.emnlp.org" {
			all = append(all, w)
		}
	}
	return all
}

// crawled is what the crawls of a recorded web have made.
type crawled struct {
	web     webboxtest.Web
	files   *recording
	network *recordedweb.Web
	cat     *catalogue.Catalogue
	archive crawler.Archive
	begun   int
}

// open opens a recorded web with an empty catalogue.
func open(t *testing.T, w webboxtest.Web) *crawled {
	t.Helper()
	files := &recording{FS: os.DirFS(w.Dir), stubs: map[string]bool{}}
	if w.Documents != "" {
		f, err := os.Open(w.Documents)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for lines := bufio.NewScanner(f); lines.Scan(); {
			fields := strings.Split(lines.Text(), "\t")
			files.stubs[fields[0]+fields[1]] = true
		}
	}
	network, err := recordedweb.Sites(files, recordedweb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { network.Close() })
	cat, err := catalogue.NewMemory()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cat.Close() })
	return &crawled{web: w, files: files, network: network, cat: cat, archive: archive.NewMemory()}
}

// made is what a crawl has requested.
type made struct {
	pages     map[string]int    // by site
	documents map[string]string // by URL: the site on which they were found
}

// of returns how many documents were found on a site.
func (m *made) of(site string) (n int) {
	for _, s := range m.documents {
		if s == site {
			n++
		}
	}
	return n
}

// crawl crawls the web, and learns from it.
func (c *crawled) crawl(t *testing.T, cfg crawl.Config) made {
	t.Helper()
	m := made{map[string]int{}, map[string]string{}}
	began := c.network.Clock().Now()
	id, err := c.cat.Crawls.Begin(t.Context(), "", began)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Seeds, cfg.Again, cfg.Strategy = c.web.Seeds, c.begun > 0, focus.BreadthFirst{}
	c.begun++
	cfg.Politeness.Workers = 16
	cfg.Scope.Rules = []string{"-document-small"} // what stands for a document is small
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
	parts := crawler.Parts{Exchange: c.network, Archive: c.archive, Catalogue: c.cat, Crawl: id}
	if cfg.Knowledge.On {
		if parts.Learned, err = knowledge.Load(t.Context(), c.cat.Statistics, c.cat.Knowledge, knowledge.Options{Crawl: id, TestShare: 0.02}); err != nil {
			t.Fatal(err)
		}
	}
	running, err := crawler.New(cfg, parts)
	if err != nil {
		t.Fatal(err)
	}
	result, err := running.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := c.cat.Crawls.End(t.Context(), id, string(result.State), result.Reason, c.network.Clock().Now()); err != nil {
		t.Fatal(err)
	}
	change, err := knowledge.Learn(t.Context(), c.cat.Statistics, c.cat.Knowledge, began, stats.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s, crawl %d: %d pages, %d documents, %+v; %v", c.web.Name, c.begun, result.Stats.Run.Pages, len(m.documents), change, running.Metrics().Refused)
	return m
}

// TestQualityKnowledge compares the fourth crawl of the recorded webs, with what the first three have taught, with the first one; and what early stops say
// that they miss with what they do miss.
func TestQualityKnowledge(t *testing.T) {
	var pages, documents [2]int
	var missed, covered int64
	stopped, held := 0, 0
	for _, w := range webs(t) {
		c := open(t, w)
		first := c.crawl(t, crawl.Config{})
		c.crawl(t, crawl.Config{})
		c.crawl(t, crawl.Config{})
		last := c.crawl(t, crawl.Config{Knowledge: crawl.Knowledge{On: true}})
		for site, n := range first.pages {
			if n <= 100 {
				continue
			}
			again := 0
			for url, of := range first.documents {
				if _, found := last.documents[url]; of == site && found {
					again++
				}
			}
			t.Logf("  %s: %d of %d pages, %d of %d documents", site, last.pages[site], n, again, first.of(site))
			pages[0], pages[1] = pages[0]+last.pages[site], pages[1]+n
			documents[0], documents[1] = documents[0]+again, documents[1]+first.of(site)
		}
		c = open(t, w)
		cut := c.crawl(t, crawl.Config{EarlyStop: crawl.EarlyStop{On: true, Pages: 100, Recheck: 10, Price: 100}})
		stops, err := c.cat.Statistics.Stops(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range stops {
			n := int64(first.of(s.Host) - cut.of(s.Host))
			t.Logf("  %s was stopped (%s) after %d pages, %d waited: %d to %d expected, %d missed", s.Host, s.Rule, s.Pages, s.Waiting, s.MissedLow, s.MissedHigh, n)
			stopped, missed, covered = stopped+1, missed+n, covered+min(n, s.MissedHigh)
			if s.MissedLow <= n && n <= s.MissedHigh {
				held++
			}
		}
	}
	fmt.Printf("QUALITY knowledge: the fourth crawl against the first: %d of %d pages (%.3f), %d of %d documents (%.3f)\n", pages[0], pages[1], float64(pages[0])/float64(pages[1]),
		documents[0], documents[1], float64(documents[0])/float64(documents[1]))
	fmt.Printf("QUALITY knowledge: %d sites stopped early missed %d documents, of which the estimates covered %d (%.3f); %d of the intervals hold\n", stopped, missed, covered,
		float64(covered)/float64(max(missed, 1)), held)
	if 2*pages[0] > pages[1] || 100*documents[0] < 95*documents[1] {
		t.Error("want 95 % of the documents with half of the requests for pages")
	}
}

// TestQualityKnowledgeOfChanges compares what a crawl with knowledge finds of what is new with what a naive one finds: a tenth of the pages was not there in
// the first three crawls.
func TestQualityKnowledgeOfChanges(t *testing.T) {
	for _, w := range webs(t) {
		if w.Name != "webkb-washington" {
			continue
		}
		c := open(t, w)
		c.files.isYoung.Store(true)
		known := c.crawl(t, crawl.Config{})
		c.crawl(t, crawl.Config{})
		c.crawl(t, crawl.Config{})
		c.files.isYoung.Store(false)
		with := c.crawl(t, crawl.Config{Knowledge: crawl.Knowledge{On: true}})
		naive := c.crawl(t, crawl.Config{})
		added, found := 0, 0
		for url := range naive.documents {
			if _, was := known.documents[url]; was {
				continue
			}
			added++
			if _, is := with.documents[url]; is {
				found++
			}
		}
		sum := func(m made) (n int) {
			for _, k := range m.pages {
				n += k
			}
			return n
		}
		fmt.Printf("QUALITY knowledge: %s after a tenth of its pages was added: %d of %d new documents with %d of the %d requests for pages of a naive crawl\n", w.Name, found, added, sum(with), sum(naive))
	}
}
