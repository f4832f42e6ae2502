//go:build yardstick

package main

import (
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sluice/cmd/sluice/internal/harvestreport"
	"sluice/internal/webboxtest"
)

// The bars.
const (
	harvestBar     = 0.95    // of the works that links lead to, found
	missingHalfBar = 0.92    // the same, in a library that has a half of the works
	rightBar       = 0.98    // of the documents that are said to be works
	requestsBar    = 1.0 / 3 // of the requests of a crawl breadth-first that finds the same works
)

// harvestBench has what the measurements share.
type harvestBench struct {
	truth, fakes []harvestTruth
	program      string // sluice
	proxy        string // of the web and the engine
	dir, web     string
}

// newHarvestBench serves the real sites, and a search engine that others wrote, xapian-omega.
func newHarvestBench(t *testing.T) *harvestBench {
	t.Helper()
	shared, err := webboxtest.Shared()
	if err != nil {
		t.Fatal(err)
	}
	b := &harvestBench{truth: harvestTruths(t, filepath.Join(shared, "web")), dir: t.TempDir(), web: filepath.Join(shared, "web")}
	b.fakes = fakeWorks(b.truth, len(b.truth)/5)
	b.program = buildSluice(t, b.dir)
	boxProgram, err := webboxtest.Build(b.dir)
	if err != nil {
		t.Fatal(err)
	}
	box, err := webboxtest.Start(t.Context(), boxProgram, "-root", filepath.Join(b.web, "sites"), "-ca", filepath.Join(b.dir, "ca.pem"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { box.Close() })
	b.proxy = harvestProxy(t, box.Proxy, omega(t, b.dir, filepath.Join(b.web, "sites")))
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
	write(t, filepath.Join(lib, "sluice.yaml"), "proxy: "+b.proxy+"\nca-file: "+filepath.Join(b.dir, "ca.pem")+"\ndelay: 5ms\nretries: 0\ncontact: https://yardstick.example/\n")
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
	reachable, found int                // works that can be reached by links and are not held, and those of them that were found
	sites            map[string]*[2]int // both numbers by host
	venues, years    map[string]*[2]int // both numbers of those of which they are known
	right, all       int                // works that were found, and all that are said to be
	fakes            int                // of those
	documents        []string
}

// compare holds a report against what the documents say. Works for which skip returns true do not count.
func (b *harvestBench) compare(t *testing.T, r *harvestreport.Report, skip func(harvestTruth) bool) (f harvestFigures) {
	t.Helper()
	f.sites, f.venues, f.years = map[string]*[2]int{}, map[string]*[2]int{}, map[string]*[2]int{}
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
			countWork(f.sites, d.host, isFound)
			if d.venue != "" {
				countWork(f.venues, d.venue, isFound)
			}
			if d.year > 0 {
				countWork(f.years, strconv.Itoa(d.year), isFound)
			}
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

// countWork counts a work of a group, and whether it was found.
func countWork(groups map[string]*[2]int, name string, isFound bool) {
	if groups[name] == nil {
		groups[name] = new([2]int)
	}
	groups[name][0]++
	if isFound {
		groups[name][1]++
	}
}

// hasTitle reports whether the document that was found is the one of the table, or another with its title: a version of it.
func (b *harvestBench) hasTitle(w *harvestreport.Work, d harvestTruth) bool {
	return w.Document == d.sha256 || slices.Contains(d.others, w.Document)
}

// TestHarvestFindsThePapersOfRealSites looks for the accepted documents of the real sites by their titles and authors alone, among them a fifth of works that
// do not exist, and compares the requests with those of a crawl breadth-first over the recorded sites until it has found the same papers. Then it takes half of
// what was found out of the library, and looks for that again.
func TestHarvestFindsThePapersOfRealSites(t *testing.T) {
	b := newHarvestBench(t)
	began := time.Now()
	lib := b.library(t, "empty")
	r := b.harvest(t, lib)
	took := time.Since(began)
	f := b.compare(t, r, func(harvestTruth) bool { return false })
	recall, right := shareOf(f.found, f.reachable), shareOf(f.right, f.all)
	fmt.Printf("HARVEST empty library: %d of %d works that links lead to found (%.3f), %d of all %d, precision %.3f, %d of %d that do not exist, %d requests, %.1f a paper, %s\n",
		f.found, f.reachable, recall, f.all, len(b.truth), right, f.fakes, len(b.fakes), r.Summary.Requests, float64(r.Summary.Requests)/float64(max(f.all, 1)), took.Round(time.Second))
	printSites(&f)
	fmt.Printf("HARVEST homepages found: %d\n", r.Summary.Homepages)
	for _, w := range r.Summary.Ways {
		fmt.Printf("HARVEST way %s: %d found, %d requests\n", w.Way, w.Found, w.Requests)
	}
	for _, c := range r.Summary.Causes {
		fmt.Printf("HARVEST missed %d: %s\n", c.N, c.Name)
	}
	bound := b.compareBreadthFirst(t, lib, r.Summary.Requests, f.documents)
	half := b.missingHalf(t, lib)
	fmt.Printf("QUALITY harvest: %.1f %% of %d works found that links lead to, %.1f %% of the documents are the right ones, %d of %d works that do not exist found; %d requests; of the missing half %.1f %% of %d\n",
		100*recall, f.reachable, 100*right, f.fakes, len(b.fakes), r.Summary.Requests, 100*shareOf(half.found, half.reachable), half.reachable)
	if f.fakes+half.fakes > 0 || right < rightBar || recall < harvestBar || shareOf(half.found, half.reachable) < missingHalfBar || r.Summary.Requests > bound {
		t.Errorf("the bars: no work that does not exist, %.2f right, %.2f found, %.2f of the missing half, %d requests", rightBar, harvestBar, missingHalfBar, bound)
	}
}

// shareOf returns a share of a whole; 0 of nothing.
func shareOf(n, whole int) float64 { return float64(n) / float64(max(whole, 1)) }

// printSites prints the works found of each venue, of each year, and at each site, and at each half of the sites: the rules were written with the misses of the first half in view.
func printSites(f *harvestFigures) {
	var halves [2][2]int
	for _, g := range []struct {
		what  string
		works map[string]*[2]int
	}{{"venue", f.venues}, {"year", f.years}, {"site", f.sites}} {
		var all [2]int
		for _, name := range slices.Sorted(maps.Keys(g.works)) {
			n := g.works[name]
			all[0], all[1] = all[0]+n[0], all[1]+n[1]
			fmt.Printf("HARVEST %s %s: %d of %d\n", g.what, name, n[1], n[0])
		}
		fmt.Printf("HARVEST works with a %s: %d of %d\n", g.what, all[1], all[0])
	}
	for host, n := range f.sites {
		half := &halves[sha256.Sum256([]byte(host))[0]&1]
		half[0] += n[0]
		half[1] += n[1]
	}
	fmt.Printf("HARVEST sites in view: %d of %d; other sites: %d of %d\n", halves[0][1], halves[0][0], halves[1][1], halves[1][0])
}

// compareBreadthFirst prints the requests of a crawl breadth-first until it has found the documents, and what the first documents of both are. It returns the
// most requests that a harvest may make.
func (b *harvestBench) compareBreadthFirst(t *testing.T, lib string, requests int, documents []string) (bound int) {
	t.Helper()
	hosts := map[string]bool{}
	for _, d := range b.truth {
		hosts[d.host] = true
	}
	table, err := os.ReadFile(filepath.Join(b.web, "seeds.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	var seeds []string
	for line := range strings.Lines(string(table)) {
		if host, path, _ := strings.Cut(strings.TrimSpace(line), "\t"); hosts[host] {
			seeds = append(seeds, "http://"+host+path)
		}
	}
	c := crawlBreadthFirst(t, filepath.Join(b.web, "sites"), seeds, hosts)
	until, missing := c.requestsUntil(documents)
	fmt.Printf("HARVEST breadth-first: %d requests until the same papers are found, but for %d that it does not find; the harvest makes %.3f of them\n", until, missing, shareOf(requests, until))
	labels := harvestLabels(t, b.web)
	for name, urls := range map[string][]string{"harvest": fetchedURLs(t, lib), "breadth-first": c.urls} {
		publications, others := composition(urls, labels)
		fmt.Printf("HARVEST first 500 documents of %s: %d publications, %d others\n", name, publications, others)
	}
	return int(float64(until) * requestsBar)
}

// fetchedURLs returns the URLs that a library has requested, in that order.
func fetchedURLs(t *testing.T, lib string) (urls []string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(lib, "catalog.db")+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query("SELECT url FROM v_fetches ORDER BY fetched_at")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var u string
		if err := rows.Scan(&u); err != nil {
			t.Fatal(err)
		}
		urls = append(urls, u)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return urls
}

// missingHalf makes a library that has a random half of the works from one that has found them, and looks for all works again. What was requested before comes
// from its archive.
func (b *harvestBench) missingHalf(t *testing.T, lib string) harvestFigures {
	t.Helper()
	random := rand.New(rand.NewPCG(3, 4))
	held := map[string]bool{}
	for _, d := range b.truth {
		held[d.title] = random.IntN(2) == 0
	}
	var before harvestreport.Report
	if err := json.Unmarshal(runSluice(t, b.program, "harvest", "report", "-d", lib, "--json"), &before); err != nil {
		t.Fatal(err)
	}
	for _, w := range before.Works {
		if w.State != "found" || held[w.Title] {
			continue
		}
		var notes strings.Builder
		if code := run(t.Context(), []string{"judge", "-d", lib, w.Document, "--reject"}, strings.NewReader(""), io.Discard, &notes); code != exitDone {
			t.Fatalf("sluice judge exits with %d: %s", code, notes.String())
		}
	}
	forgetWanted(t, lib)
	r := b.harvest(t, lib)
	f := b.compare(t, r, func(d harvestTruth) bool { return held[d.title] })
	fmt.Printf("HARVEST half of the works held: %d held, %d of %d missing works that links lead to found (%.3f), precision %.3f, %d of %d that do not exist\n",
		r.Summary.Held, f.found, f.reachable, shareOf(f.found, f.reachable), shareOf(f.right, f.all), f.fakes, len(b.fakes))
	return f
}

// forgetWanted removes the wanted works of a library, which has no command for that.
func forgetWanted(t *testing.T, lib string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(lib, "catalog.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("DELETE FROM wanted_attempts; DELETE FROM wanted_sources; DELETE FROM wanted"); err != nil {
		t.Fatal(err)
	}
}
