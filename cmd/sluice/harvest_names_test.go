package main

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// facultyWeb is a department that names its people, their homepages at another host, and a repository whose pages link the names of authors to searches. It
// counts the requests to each URL.
type facultyWeb struct {
	mu       sync.Mutex
	requests map[string]int
}

func (fw *facultyWeb) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	url := r.Host + r.URL.RequestURI()
	fw.mu.Lock()
	fw.requests[url]++
	fw.mu.Unlock()
	body, ok := map[string]string{
		"dept.example/": `<html><head><title>Department of Physics</title></head><body><h1>Department</h1><a href="/faculty.html">Faculty</a> <a href="/item/7">A thesis</a></body></html>`,
		"dept.example/faculty.html": `<html><head><title>Faculty</title></head><body><h1>Faculty</h1><ul><li><a href="http://home.example/~berg/">Prof. Carl Berg</a>
			<li><a href="http://home.example/~falk/">Dora Falk</a><li><a href="/faculty.html#top">Eve Adams</a></ul></body></html>`,
		"dept.example/item/7": `<html><head><title>A thesis</title></head><body><h1>A thesis</h1><p>By <a href="http://repository.example/browse?type=author&value=Adams">Adams, Eve</a> and
			<a href="http://repository.example/view/creators/Falk=3ADora.html">Falk, Dora</a></p></body></html>`,
		"home.example/~berg/": `<html><head><title>Carl Berg</title></head><body><h1>Carl Berg</h1><p>Professor, Department of Physics. E-mail: berg@home.example. Research interests: ice.</p>
			<h2>Publications</h2><ul><li>The Melting of Glaciers in Spring, with <a href="http://ann.example/">Ann Miller</a>. <a href="ice.pdf">PDF</a></ul></body></html>`,
		"ann.example/": `<html><head><title>Ann Miller's Home Page</title></head><body><h1>Ann Miller</h1><p>I am a researcher. My research: rivers. E-mail, phone.</p>
			<ul><li>Floods and their Measurement. <a href="floods.pdf">PDF</a></ul></body></html>`,
		"home.example/~berg/ice.pdf": printedPaper("The Melting of Glaciers in Spring", "Carl Berg"),
		"ann.example/floods.pdf":     printedPaper("Floods and their Measurement", "Ann Miller"),
	}[url]
	switch {
	case !ok:
		http.NotFound(w, r)
	default:
		writePageOrPDF(w, body)
	}
}

const facultyBib = `@article{ice, title={The Melting of Glaciers in Spring}, author={Berg, Carl and Miller, Ann}, year=2001}
@article{floods, title={Floods and their Measurement}, author={Miller, A.}, year=2002}
@article{light, title={Light in Dark Rooms}, author={Falk, Dora}, year=2003}
@article{sound, title={Sound in Silent Rooms}, author={Adams, Eve}, year=2003}
`

// TestHomepagesAreFoundByPagesThatNamePeople looks for papers whose authors are named on pages that the library has crawled before, without a search engine:
// the directory of a faculty names one, and the homepage of that one a co-author. Links of names to searches and indexes are no homepages.
func TestHomepagesAreFoundByPagesThatNamePeople(t *testing.T) {
	longTest(t)
	t.Parallel()
	web := &facultyWeb{requests: map[string]int{}}
	dir, lib := harvestFolder(t, web)
	bib := filepath.Join(dir, "faculty.bib")
	if err := os.WriteFile(bib, []byte(facultyBib), 0o644); err != nil {
		t.Fatal(err)
	}
	var out, notes strings.Builder
	if code := run(t.Context(), []string{"crawl", "-d", lib, "http://dept.example/"}, strings.NewReader(""), &out, &notes); code != exitDone {
		t.Fatalf("sluice crawl exits with %d:\n%s", code, notes.String())
	}
	r, works := harvestedBy(t, lib, "none", "--bib", bib)
	for title, want := range map[string]string{
		"The Melting of Glaciers in Spring": "found (crawl: title of the link)",
		"Floods and their Measurement":      "found (crawl: title of the link)",
		"Light in Dark Rooms":               "no place is known",
		"Sound in Silent Rooms":             "no place is known",
	} {
		w := works[title]
		if got := w.Outcome(); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s (%s); want %s", title, got, w.URL, want)
		}
	}
	if r.Summary.Homepages != 2 {
		t.Errorf("%d homepages found; want 2", r.Summary.Homepages)
	}
	if a := works["Floods and their Measurement"].Attempts; len(a) == 0 || a[0].Way != "homepage: link of a name" || a[0].URL != "http://ann.example/" || a[0].Reached != "a homepage" {
		t.Errorf("attempts %+v; want the homepage first", a)
	}
	for url, n := range web.requests {
		if n > 1 && !strings.HasSuffix(url, "/robots.txt") || strings.HasPrefix(url, "repository.example/") {
			t.Errorf("%s is requested %d times", url, n)
		}
	}
}

// TestHarvestByTheFilterOf2005 looks for two papers with the published rules alone: by queries of name and venue, and by titles and addresses of results.
func TestHarvestByTheFilterOf2005(t *testing.T) {
	longTest(t)
	t.Parallel()
	web := &harvestWeb{requests: map[string]int{}}
	var mu sync.Mutex
	var phrases []string
	dir, lib := harvestFolder(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Host == "names.engine.example" && r.URL.Path != "/robots.txt" {
			mu.Lock()
			phrases = append(phrases, r.URL.Query().Get("q"))
			mu.Unlock()
		}
		withNames(web).ServeHTTP(w, r)
	}))
	bib := filepath.Join(dir, "lee.bib")
	const entries = "@article{lee, title={The Slow Counting of Boats}, author={Lee, Kim}, journal={Journal of Boats}, year=2020}\n@article{none, title={A Work that is Nowhere}, author={Nobody, Ned}, journal={Annals of Nothing}}\n"
	if err := os.WriteFile(bib, []byte(entries), 0o644); err != nil {
		t.Fatal(err)
	}
	_, works := harvested(t, lib, "--bib", bib, "--filter", "jcdl2005")
	for title, want := range map[string]string{"The Slow Counting of Boats": "found (crawl: title of the link", "A Work that is Nowhere": "no homepage was found"} {
		w := works[title]
		if got := w.Outcome(); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s; want %s", title, got, want)
		}
	}
	slices.Sort(phrases)
	if want := []string{`"Kim Lee" Journal of Boats`, `"Ned Nobody" Annals of Nothing`}; !slices.Equal(phrases, want) {
		t.Errorf("queries %q, want %q", phrases, want)
	}
}
