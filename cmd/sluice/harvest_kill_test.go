package main

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// killingWeb is a web that kills the program when it requests a certain URL.
type killingWeb struct {
	http.Handler
	mu    sync.Mutex
	asked map[string]int // requests by URL
	at    string         // the URL; empty: the program is not killed
	kill  func()
}

func (w *killingWeb) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	if r.URL.Path != "/robots.txt" {
		url := "http://" + r.Host + r.URL.RequestURI()
		w.asked[url]++
		if url == w.at {
			w.at = ""
			w.kill()
			w.mu.Unlock()
			<-r.Context().Done()
			return
		}
	}
	w.mu.Unlock()
	w.Handler.ServeHTTP(rw, r)
}

// TestHarvestKilledAtAnyPointGoesOn kills a harvest in each of its rounds, while it requests a place, a landing page's paper, the address that follows from a
// pattern, and a link of a homepage, and starts it again. It must find what an undisturbed one does (TestHarvestSaysWhyWorksAreMissed), and ask again only
// for what it was asking for when it was killed: no URL belongs to the rounds of two kills.
func TestHarvestKilledAtAnyPointGoesOn(t *testing.T) {
	longTest(t)
	t.Parallel()
	web := &killingWeb{Handler: withNames(&harvestWeb{requests: map[string]int{}}), asked: map[string]int{}}
	dir, lib := harvestFolder(t, web)
	bib := filepath.Join(dir, "some.bib")
	var some []string
	for entry := range strings.Lines(harvestBib) {
		for _, key := range []string{"{direct,", "{landing,", "{gone,", "{bees,", "{wasps,", "{ants,", "{lee,", "{nowhere,"} {
			if strings.Contains(entry, key) {
				some = append(some, entry)
			}
		}
	}
	if err := os.WriteFile(bib, []byte(strings.Join(some, "")), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, at := range []string{"http://papers.example/direct.pdf", "http://papers.example/pdf/landing.pdf", "http://journal.example/article/pdf/333.pdf", "http://people.example/~lee/2.pdf"} {
		cmd := program("harvest", "-d", lib, "--engine", "names", "--bib", bib)
		var said bytes.Buffer
		cmd.Stderr = &said
		web.mu.Lock()
		web.at, web.kill = at, func() { cmd.Process.Kill() }
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		web.mu.Unlock()
		begun := time.Now()
		err := cmd.Wait()
		web.mu.Lock()
		wasKilled := web.at == ""
		web.mu.Unlock()
		if !wasKilled || err == nil {
			t.Fatalf("the harvest ended by itself after %v, before it requested %s: %v\n%s", time.Since(begun), at, err, said.String())
		}
	}
	r, works := harvested(t, lib, "--bib", bib)
	for title, want := range map[string]string{
		"A Study of Direct Ways to Knowledge": "found (place: record's file)",
		"Roads that Lead to Papers":           "found (landing page: meta citation_pdf_url)",
		"The Slow Counting of Boats":          "found (crawl: title of the link)",
		"Bees in the City":                    "found (landing page: meta citation_pdf_url)",
		"Wasps in the Country":                "found (landing page: meta citation_pdf_url)",
		"Ants under the Ground":               "found (pattern: learned pattern)",
		"Papers that are Gone for Good":       "dead link",
		"A Work that is Nowhere":              "no homepage was found",
	} {
		w := works[title]
		if got := w.Outcome(); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s (%s); want %s", title, got, w.URL, want)
		}
	}
	if r.Summary.Found != 6 || r.Summary.Missed != 2 {
		t.Errorf("%d found, %d missed; want 6 and 2", r.Summary.Found, r.Summary.Missed)
	}
	for url, n := range web.asked {
		if n > 2 && !strings.Contains(url, "engine") {
			t.Errorf("%s was asked for %d times; want 2 at most, because one run was killed in its round", url, n)
		}
	}
}
