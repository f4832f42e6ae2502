package wiring_test

import (
	"database/sql"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"sluice/crawl"
	"sluice/internal/catalogue"
	"sluice/internal/cycle/knowledge"
	"sluice/internal/wiring"
	"sluice/internal/wiring/monitor"
)

// changingSite is a site of pages with links, whose pages a test may change between crawls.
type changingSite struct {
	*httptest.Server
	mu       sync.Mutex
	pages    map[string]string // path to body; without "<", the path that it has moved to
	requests map[string]int    // with a body as answer, by path
}

// newChangingSite serves pages until the test ends.
func newChangingSite(t *testing.T, pages map[string]string) *changingSite {
	s := &changingSite{pages: pages, requests: map[string]int{}}
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(s.Close)
	return s
}

func (s *changingSite) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests[r.URL.Path]++
	body, ok := s.pages[r.URL.Path]
	switch {
	case !ok:
		http.NotFound(w, r)
		return
	case strings.HasPrefix(body, "/"):
		http.Redirect(w, r, body, http.StatusMovedPermanently)
		return
	case strings.HasSuffix(r.URL.Path, ".pdf"):
		w.Header().Set("Content-Type", "application/pdf")
	default:
		w.Header().Set("Content-Type", "text/html")
	}
	etag := fmt.Sprintf(`"%x"`, len(body))
	if w.Header().Set("ETag", etag); r.Header.Get("If-None-Match") == etag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	fmt.Fprint(w, body)
}

// requested returns the paths that were requested since the last call, sorted.
func (s *changingSite) requested() (paths []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for path := range s.requests {
		paths = append(paths, path)
	}
	clear(s.requests)
	slices.Sort(paths)
	return paths
}

// change changes pages; an empty body removes one.
func (s *changingSite) change(pages map[string]string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for path, body := range pages {
		if s.pages[path] = body; body == "" {
			delete(s.pages, path)
		}
	}
}

// linkTo returns a page with links and a text of its own.
func linkTo(text string, paths ...string) string {
	for _, p := range paths {
		text += fmt.Sprintf(` <a href="%s">%s</a>`, p, p)
	}
	return "<p>" + text
}

// again is a crawl of a site that was crawled before, with knowledge.
func again(site *changingSite, k crawl.Knowledge) crawl.Config {
	cfg := config(site.URL)
	cfg.Seeds = []string{"http://site.example/"}
	cfg.Again, cfg.Knowledge = true, k
	cfg.Scope.Rules = []string{"-document-small"}
	return cfg
}

// TestCrawlsUseKnowledge: the fourth crawl of a site leaves out what three crawls have shown to be without documents, counts it, and finds what is new elsewhere.
func TestCrawlsUseKnowledge(t *testing.T) {
	const pdf = "%PDF-1.4\n"
	site := newChangingSite(t, map[string]string{
		"/": linkTo("home", "/pub/", "/photos/", "/photos/a.html", "/about.html"), "/pub/": linkTo("publications", "/pub/1.pdf", "/pub/2.pdf"),
		"/photos/": linkTo("photos", "/photos/b.html"), "/photos/a.html": linkTo("a picture"), "/photos/b.html": linkTo("another"), "/about.html": linkTo("about"),
		"/pub/1.pdf": pdf + "one", "/pub/2.pdf": pdf + "two and more",
	})
	lib := open(t, t.TempDir())
	none := crawl.Knowledge{On: true, TestShare: -1}
	for n := range 3 {
		cfg := again(site, none) // which has nothing to leave out yet
		cfg.Again = n > 0
		if r := run(t, lib, cfg); r.Stats.Run.Refused != 0 || r.Stats.Run.Pages != 6 {
			t.Fatalf("crawl %d: %d pages, %d refused", n+1, r.Stats.Run.Pages, r.Stats.Run.Refused)
		}
	}
	site.requested()
	site.change(map[string]string{
		"/": linkTo("home, changed", "/pub/", "/photos/", "/photos/a.html", "/about.html", "/new.html", "/old/"), "/new.html": linkTo("new", "/pub/3.pdf"), "/pub/3.pdf": pdf + "three, the longest",
		"/pub/2.pdf": "", "/old/": "/pub/",
	})
	c, err := lib.Crawl(t.Context(), again(site, none))
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := site.requested(), []string{"/", "/new.html", "/old/", "/pub/", "/pub/1.pdf", "/pub/2.pdf", "/pub/3.pdf", "/robots.txt"}; !slices.Equal(got, slices.DeleteFunc(want, func(p string) bool { return p == "/robots.txt" && !slices.Contains(got, p) })) {
		t.Errorf("the fourth crawl has requested %v, want %v", got, want)
	}
	if m := c.Crawl.Metrics(); m.Refused["knowledge: avoided directory"] != 2 || m.Refused["knowledge: avoided page"] != 1 {
		t.Errorf("refused %v, want two URLs of the directory, and a page", m.Refused)
	}
	if p, d := r.Changes.Pages, r.Changes.Documents; p.New != 1 || p.Changed != 1 || d.New != 1 || d.Gone != 1 || r.Stats.Unchanged != 2 {
		t.Errorf("changes %+v, unchanged %d", r.Changes, r.Stats.Unchanged)
	}
	entries := entriesOf(t, lib)
	if len(entries) != 1 || entries[0].Kind != catalogue.AvoidedDirectory || !strings.HasSuffix(entries[0].Value, "/photos/") || entries[0].Pages != 3 || entries[0].Crawls != 3 {
		t.Errorf("entries %+v, want /photos/", entries)
	}
}

// TestFloorsAndExplanations: what is smaller than the learned floor of its type is not fetched with knowledge, and a URL is explained by what was learned.
func TestFloorsAndExplanations(t *testing.T) {
	large := "%PDF-1.4\n" + strings.Repeat("large ", 100)
	site := newChangingSite(t, map[string]string{"/": linkTo("home", "/photos/a.html", "/pub/1.pdf", "/pub/2.pdf"), "/photos/a.html": linkTo("a picture"), "/pub/1.pdf": large, "/pub/2.pdf": "%PDF-1.4\nsmall"})
	dir := t.TempDir()
	lib := open(t, dir)
	for n := range 3 {
		cfg := again(site, crawl.Knowledge{})
		cfg.Again = n > 0
		run(t, lib, cfg)
	}
	if err := os.MkdirAll(filepath.Join(dir, "models"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "models", "floors.txt"), []byte("sluice floors 1\npdf\t500\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	site.change(map[string]string{"/": linkTo("home, changed", "/photos/a.html", "/pub/3.pdf", "/pub/4.pdf"), "/pub/3.pdf": large + "3", "/pub/4.pdf": "%PDF-1.4\nsmall, too"})
	for _, k := range []crawl.Knowledge{{On: true, TestShare: -1}, {}} {
		cfg := again(site, k)
		cfg.Scope.Rules = nil
		for path, want := range map[string]string{"/photos/new.html": knowledge.CauseAvoided, "/new.html": ""} {
			v, err := monitor.Explain(t.Context(), lib, cfg, "http://site.example"+path)
			if err != nil || v.Fetch == (k.On && want != "") || k.On && v.Rule != want || !k.On && want != "" && !strings.Contains(v.Note, "with --knowledge it would be left out: "+want) {
				t.Errorf("knowledge %t: %+v, %v; want %q", k.On, v, err, want)
			}
		}
		if !k.On {
			continue
		}
		run(t, lib, cfg)
		for path, want := range map[string]string{"/pub/3.pdf": "", "/pub/4.pdf": "document: too small"} {
			if u, err := monitor.Known(t.Context(), lib, "http://site.example"+path); err != nil || u.Cause != want {
				t.Errorf("%s: %+v, %v; want %q", path, u, err, want)
			}
		}
	}
}

// TestWrongKnowledgeIsDropped: a test request finds a document in an avoided directory.
func TestWrongKnowledgeIsDropped(t *testing.T) {
	if testing.Short() {
		t.Skip("too long with the race detector, which other tests of crawls run with")
	}
	site := newChangingSite(t, map[string]string{
		"/": linkTo("home", "/photos/a.html", "/pub/1.pdf"), "/photos/a.html": linkTo("a picture"), "/pub/1.pdf": "%PDF-1.4\none",
	})
	lib := open(t, t.TempDir())
	for n := range 3 {
		cfg := again(site, crawl.Knowledge{})
		cfg.Again = n > 0
		run(t, lib, cfg)
	}
	if got := entriesOf(t, lib); len(got) != 1 {
		t.Fatalf("entries %+v, want /photos/", got)
	}
	site.change(map[string]string{"/photos/a.html": linkTo("a picture, and a paper on it", "/photos/2.pdf"), "/photos/2.pdf": "%PDF-1.4\nthe second"})
	run(t, lib, again(site, crawl.Knowledge{On: true, TestShare: -1}))
	if got := entriesOf(t, lib); len(got) != 1 {
		t.Errorf("entries %+v after a crawl without tests, want /photos/", got)
	}
	if r := run(t, lib, again(site, crawl.Knowledge{On: true, TestShare: 1})); r.Stats.Run.Documents != 2 {
		t.Errorf("%d documents in a crawl that tests all, want 2", r.Stats.Run.Documents)
	}
	if got := entriesOf(t, lib); len(got) != 0 {
		t.Errorf("entries %+v after a document was found, want none", got)
	}
}

// TestKilledBeforeItLearned: what the end of a crawl could not record any more is learned when the next one begins.
func TestKilledBeforeItLearned(t *testing.T) {
	if testing.Short() {
		t.Skip("too long with the race detector, which other tests of crawls run with")
	}
	site := newChangingSite(t, map[string]string{
		"/": linkTo("home", "/photos/a.html", "/pub/1.pdf"), "/photos/a.html": linkTo("a picture"), "/pub/1.pdf": "%PDF-1.4\none",
	})
	dir := t.TempDir()
	lib := open(t, dir)
	for n := range 3 {
		cfg := again(site, crawl.Knowledge{})
		cfg.Again = n > 0
		run(t, lib, cfg)
	}
	db, err := sql.Open("sqlite", filepath.Join(dir, "catalog.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("DELETE FROM knowledge; UPDATE knowledge_learned SET begun = (SELECT MIN(started) FROM crawls)"); err != nil {
		t.Fatal(err)
	}
	site.requested()
	run(t, lib, again(site, crawl.Knowledge{On: true, TestShare: -1}))
	if got := site.requested(); slices.Contains(got, "/photos/a.html") || !slices.Contains(got, "/pub/1.pdf") {
		t.Errorf("the crawl has requested %v, want nothing of /photos/", got)
	}
}

// entriesOf returns what crawls of a library have learned.
func entriesOf(t *testing.T, lib *wiring.Library) []catalogue.KnowledgeEntry {
	t.Helper()
	cat, err := lib.Catalogue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	all, err := cat.Knowledge.Entries(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestLibraryLearnsByItsSettings: with one revisit in place of two, the second crawl teaches what the third leaves out, and a name of a directory is a stop directory with fewer documents.
func TestLibraryLearnsByItsSettings(t *testing.T) {
	if testing.Short() {
		t.Skip("too long with the race detector, which other tests of crawls run with")
	}
	site := newChangingSite(t, map[string]string{
		"/": linkTo("home", "/photos/a.html", "/notes/1.rtf"), "/photos/a.html": linkTo("a picture"), "/notes/1.rtf": `{\rtf1 one}`,
	})
	lib := open(t, t.TempDir())
	k := crawl.Knowledge{On: true, TestShare: -1, AvoidRevisits: 1, StopDocuments: 1}
	for n := range 2 {
		cfg := again(site, k)
		cfg.Again = n > 0
		run(t, lib, cfg)
	}
	var got []string
	for _, e := range entriesOf(t, lib) {
		got = append(got, string(e.Kind)+" "+e.Value)
	}
	slices.Sort(got)
	if want := []string{"avoid site.example/photos/", "stop notes"}; !slices.Equal(got, want) {
		t.Errorf("learned after two crawls: %q, want %q", got, want)
	}
	site.requested()
	run(t, lib, again(site, k))
	if asked := site.requested(); slices.Contains(asked, "/photos/a.html") || slices.Contains(asked, "/notes/1.rtf") {
		t.Errorf("the third crawl requests %v", asked)
	}
}
