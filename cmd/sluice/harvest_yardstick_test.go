//go:build yardstick

package main

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sluice/cmd/sluice/internal/harvestreport"
	"sluice/internal/webboxtest"
)

// harvestTruth is a document of the real sites, and what its first page says.
type harvestTruth struct {
	host, path string
	title      string
	authors    []string
	sha256     string
	others     []string // hashes of other documents with the title
	reachable  bool     // by links from the home page of its site
}

// harvestBench has what the measurements share.
type harvestBench struct {
	truth, fakes []harvestTruth
	program      string // sluice
	proxy        string // of the web and the engine
	dir, sites   string
}

// newHarvestBench serves the real sites, and a search engine that others wrote, xapian-omega.
func newHarvestBench(t *testing.T) *harvestBench {
	t.Helper()
	shared, err := webboxtest.Shared()
	if err != nil {
		t.Fatal(err)
	}
	b := &harvestBench{truth: harvestTruths(t, filepath.Join(shared, "web")), dir: t.TempDir(), sites: filepath.Join(shared, "web", "sites")}
	b.fakes = fakeWorks(b.truth, len(b.truth)/5)
	b.program = buildSluice(t, b.dir)
	boxProgram, err := webboxtest.Build(b.dir)
	if err != nil {
		t.Fatal(err)
	}
	box, err := webboxtest.Start(t.Context(), boxProgram, "-root", b.sites)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { box.Close() })
	b.proxy = harvestProxy(t, box.Proxy, omega(t, b.dir, b.sites))
	write(t, filepath.Join(b.dir, "wanted.json"), cslOf(append(slices.Clone(b.truth), b.fakes...)))
	return b
}

// library makes the folder of a library with settings and the description of the engine.
func (b *harvestBench) library(t *testing.T, name string) string {
	t.Helper()
	lib := filepath.Join(b.dir, name)
	if err := os.MkdirAll(lib, 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(lib, "sluice.yaml"), "proxy: "+b.proxy+"\ndelay: 5ms\nretries: 0\ncontact: https://yardstick.example/\n")
	write(t, filepath.Join(lib, "engines.yaml"), "engines:\n  - {name: omega, kind: html, results: 'td > b > a', pages: 1, url: 'http://omega.example/omega?P={phrase}&DEFAULTOP=or&HITSPERPAGE=10&TOPDOC={start}'}\n")
	return lib
}

// harvest looks for all works in a library and returns the report.
func (b *harvestBench) harvest(t *testing.T, lib string) *harvestreport.Report {
	t.Helper()
	runSluice(t, b.program, "harvest", "-d", lib, "--bib", filepath.Join(b.dir, "wanted.json"), "--engine", "omega")
	var r harvestreport.Report
	if err := json.Unmarshal(runSluice(t, b.program, "harvest", "report", "-d", lib, "--json"), &r); err != nil {
		t.Fatal(err)
	}
	return &r
}

// harvestFigures are what a harvest has found.
type harvestFigures struct {
	reachable, found int // works that can be reached by links and are not held, and those of them that were found
	right, all       int // works that were found, and all that are said to be
	fakes            int // of those
	documents        []string
}

// compare holds a report against what the documents say. Works for which skip returns true do not count.
func (b *harvestBench) compare(t *testing.T, r *harvestreport.Report, skip func(harvestTruth) bool) (f harvestFigures) {
	t.Helper()
	byTitle := map[string]*harvestreport.Work{}
	for i := range r.Works {
		byTitle[r.Works[i].Title] = &r.Works[i]
	}
	for _, d := range b.truth {
		if skip(d) {
			continue
		}
		w := byTitle[d.title]
		isFound := w != nil && w.State == "found"
		if d.reachable {
			f.reachable++
			if isFound {
				f.found++
			} else if w != nil {
				t.Logf("missed: %s%s %q (%s): %s; %s", d.host, d.path, d.title, strings.Join(d.authors, "; "), w.Outcome(), w.URL)
			}
		}
		if !isFound {
			continue
		}
		f.all++
		f.documents = append(f.documents, w.Document)
		if b.hasTitle(w, d) {
			f.right++
		} else {
			t.Logf("another document: %s%s %q: %s", d.host, d.path, d.title, w.URL)
		}
	}
	for _, d := range b.fakes {
		if w := byTitle[d.title]; w != nil && w.State == "found" {
			f.fakes++
			f.all++
			t.Logf("a work that does not exist is found: %q: %s", d.title, w.URL)
		}
	}
	return f
}

// hasTitle reports whether the document that was found is the one of the table, or another with its title: a version of it.
func (b *harvestBench) hasTitle(w *harvestreport.Work, d harvestTruth) bool {
	return w.Document == d.sha256 || slices.Contains(d.others, w.Document)
}

// withBreadthFirst is off by default, because it takes minutes.
var withBreadthFirst = flag.Bool("breadth-first", false, "also crawl breadth-first until it has found what the harvest has")

// TestHarvestFindsThePapersOfRealSites looks for the accepted documents of the real sites by their titles and authors alone, among them a fifth of works that
// do not exist. With -breadth-first it compares the requests with those of a crawl breadth-first until it has found the same papers.
func TestHarvestFindsThePapersOfRealSites(t *testing.T) {
	b := newHarvestBench(t)
	began := time.Now()
	lib := b.library(t, "empty")
	r := b.harvest(t, lib)
	took := time.Since(began)
	f := b.compare(t, r, func(harvestTruth) bool { return false })
	fmt.Printf("HARVEST empty library: %d of %d reachable works found (%.3f), precision %.3f, %d of %d fakes found, %d requests, %.1f a paper, %s\n", f.found, f.reachable,
		float64(f.found)/float64(f.reachable), float64(f.right)/float64(max(f.all, 1)), f.fakes, len(b.fakes), r.Summary.Requests, float64(r.Summary.Requests)/float64(max(f.all, 1)), took.Round(time.Second))
	for _, w := range r.Summary.Ways {
		fmt.Printf("HARVEST way %s: %d found, %d requests\n", w.Way, w.Found, w.Requests)
	}
	for _, c := range r.Summary.Causes {
		fmt.Printf("HARVEST missed %d: %s\n", c.N, c.Name)
	}
	if *withBreadthFirst {
		fmt.Printf("HARVEST breadth-first: %d requests until the same papers were found\n", b.breadthFirst(t, f.documents))
	}
	fmt.Printf("QUALITY harvest: %.1f %% of %d works found that links lead to, %.1f %% of the documents are the right ones, %d of %d works that do not exist found; %d requests\n",
		100*float64(f.found)/float64(f.reachable), f.reachable, 100*float64(f.right)/float64(max(f.all, 1)), f.fakes, len(b.fakes), r.Summary.Requests)
	if f.fakes > 0 || f.right*100 < f.all*97 || f.found*100 < f.reachable*80 {
		t.Errorf("found %d of %d, %d of %d right, %d fakes", f.found, f.reachable, f.right, f.all, f.fakes)
	}
}

// breadthFirst returns the number of requests after which a crawl breadth-first over the sites of the works has the documents.
func (b *harvestBench) breadthFirst(t *testing.T, documents []string) int {
	t.Helper()
	hosts, seeds := map[string]bool{}, map[string]bool{}
	for _, d := range b.truth {
		hosts[d.host] = true
	}
	table, err := os.ReadFile(filepath.Join(b.sites, "..", "seeds.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(table)) {
		if host, path, _ := strings.Cut(strings.TrimSpace(line), "\t"); hosts[host] {
			seeds["http://"+host+path] = true
		}
	}
	lib := b.library(t, "breadth")
	args := []string{"crawl", "-d", lib, "--strategy", "breadth-first", "--scope", "list", "--progress", "none", "--rules=-document-names", "--rules=-document-small"}
	runSluice(t, b.program, append(args, slices.Sorted(maps.Keys(seeds))...)...)
	db, err := sql.Open("sqlite", "file:"+filepath.Join(lib, "catalog.db")+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query("SELECT COALESCE(sha256, '') FROM v_fetches ORDER BY fetched_at")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	left := map[string]bool{}
	for _, sum := range documents {
		left[sum] = true
	}
	n, last := 0, 0
	for rows.Next() {
		var sum string
		if err := rows.Scan(&sum); err != nil {
			t.Fatal(err)
		}
		if n++; left[sum] {
			delete(left, sum)
			last = n
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	t.Logf("breadth-first has not found %d of %d documents", len(left), len(documents))
	return last
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// harvestTruths reads what the first pages of the documents say.
func harvestTruths(t *testing.T, web string) (all []harvestTruth) {
	t.Helper()
	reach := map[string]bool{}
	depths, err := os.ReadFile(filepath.Join(web, "depth.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(depths)) {
		if f := strings.Split(strings.TrimSpace(line), "\t"); len(f) == 3 && f[2] != "-" {
			reach[f[0]+f[1]] = true
		}
	}
	table, err := os.ReadFile("../../document/describe/testdata/truth.tsv")
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]int{}
	for line := range strings.Lines(string(table)) {
		f := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(f) < 4 || f[0] == "host" || f[2] == "" || f[3] == "" {
			continue
		}
		body, err := os.ReadFile(filepath.Join(web, "sites", f[0], filepath.FromSlash(f[1])))
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(body)
		d := harvestTruth{host: f[0], path: f[1], title: f[2], authors: strings.Split(f[3], "; "), sha256: hex.EncodeToString(sum[:]), reachable: reach[f[0]+f[1]]}
		if i, twice := at[d.title]; twice {
			all[i].others = append(all[i].others, d.sha256)
			all[i].reachable = all[i].reachable || d.reachable
			continue
		}
		at[d.title] = len(all)
		all = append(all, d)
	}
	return all
}

// fakeWorks returns works of the same authors that do not exist: halves of two titles each.
func fakeWorks(truth []harvestTruth, n int) (fakes []harvestTruth) {
	random := rand.New(rand.NewPCG(1, 2))
	for range n {
		a, b := truth[random.IntN(len(truth))], truth[random.IntN(len(truth))]
		x, y := strings.Fields(a.title), strings.Fields(b.title)
		fakes = append(fakes, harvestTruth{title: strings.Join(append(slices.Clone(x[:(len(x)+1)/2]), y[len(y)/2:]...), " ") + " Revisited", authors: a.authors})
	}
	return fakes
}

// cslOf returns works as a bibliography in CSL-JSON.
func cslOf(works []harvestTruth) string {
	type name struct {
		Literal string `json:"literal"`
	}
	type record struct {
		ID     string `json:"id"`
		Type   string `json:"type"`
		Title  string `json:"title"`
		Author []name `json:"author"`
	}
	var all []record
	for i, w := range works {
		r := record{ID: fmt.Sprint("w", i), Type: "document", Title: w.title}
		for _, a := range w.authors {
			r.Author = append(r.Author, name{a})
		}
		all = append(all, r)
	}
	text, _ := json.Marshal(all)
	return string(text)
}

// harvestProxy serves the engine as omega.example and all other hosts through another proxy, and returns the address.
func harvestProxy(t *testing.T, others string, engine http.Handler) string {
	t.Helper()
	next, err := url.Parse(others)
	if err != nil {
		t.Fatal(err)
	}
	forward := &httputil.ReverseProxy{Rewrite: func(*httputil.ProxyRequest) {}, Transport: &http.Transport{Proxy: http.ProxyURL(next)}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Host != "omega.example":
			forward.ServeHTTP(w, r)
		case r.URL.Path == "/omega":
			engine.ServeHTTP(w, r)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// omega fills a database of xapian-omega with the pages of the sites, and returns what answers its queries. Without the program the test fails.
func omega(t *testing.T, dir, sites string) http.Handler {
	t.Helper()
	const program = "/usr/lib/cgi-bin/omega/omega"
	if _, err := os.Stat(program); err != nil {
		t.Fatalf("%v: install xapian-omega, as bench/engines.sh does", err)
	}
	hosts, err := os.ReadDir(sites)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range hosts {
		cmd := exec.Command("omindex", "--no-delete", "--db", filepath.Join(dir, "default"), "--url", "http://"+h.Name()+"/",
			"--mime-type=pdf:ignore", "--mime-type=ps:ignore", "--mime-type=gz:ignore", "--max-size=1M", h.Name())
		cmd.Dir = sites
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("omindex %s: %v\n%s", h.Name(), err, out[max(0, len(out)-500):])
		}
	}
	config := filepath.Join(dir, "omega.conf")
	write(t, config, fmt.Sprintf("database_dir %s\ntemplate_dir /usr/share/xapian-omega/templates\nlog_dir %[1]s\ncdb_dir %[1]s\n", dir))
	return &cgi.Handler{Path: program, Env: []string{"OMEGA_CONFIG_FILE=" + config}}
}
