package main

import (
	"bytes"
	"database/sql"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
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
	bib := someEntries(t, dir, "direct", "landing", "gone", "bees", "wasps", "ants", "lee", "nowhere")
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

// someEntries writes a bibliography of some entries of harvestBib, by their keys.
func someEntries(t *testing.T, dir string, keys ...string) string {
	t.Helper()
	var some strings.Builder
	for entry := range strings.Lines(harvestBib) {
		_, rest, _ := strings.Cut(entry, "{")
		if key, _, _ := strings.Cut(rest, ","); slices.Contains(keys, key) {
			some.WriteString(entry)
		}
	}
	path := filepath.Join(dir, "some.bib")
	if err := os.WriteFile(path, []byte(some.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestFindKilledBeforeItsRecordIsNotHeldBefore kills a harvest in the transaction that records the find of its first round, when the papers are accepted
// already, those that the filter had rejected and those that it had not. The next run must find them by the same ways and with the same requests as a
// harvest that was left alone.
func TestFindKilledBeforeItsRecordIsNotHeldBefore(t *testing.T) {
	longTest(t)
	t.Parallel()
	report := func(t *testing.T, isKilled bool) string {
		dir, lib := harvestFolder(t, withNames(&harvestWeb{requests: map[string]int{}}))
		bib := someEntries(t, dir, "direct", "landing", "lee")
		if isKilled {
			if code, _, complaints := runCommand("harvest", "-d", lib, "--bib", bib, "--years", "1900", "--engine", "none"); code != exitDone { // makes the library
				t.Fatalf("sluice harvest exits with %d: %s", code, complaints)
			}
			killInRecord(t, lib, program("harvest", "-d", lib, "--engine", "names", "--bib", bib))
		}
		r, _ := harvested(t, lib, "--bib", bib)
		var all strings.Builder
		fmt.Fprintf(&all, "%d held, %d found, %d requests\n", r.Summary.Held, r.Summary.Found, r.Summary.Requests)
		for _, w := range r.Works {
			fmt.Fprintf(&all, "%s: %s, %d attempts\n", w.Title, w.Outcome(), len(w.Attempts))
		}
		return all.String()
	}
	if alone, killed := report(t, false), report(t, true); killed != alone || !strings.HasPrefix(alone, "0 held, 3 found") {
		t.Errorf("after a kill:\n%s\nleft alone:\n%s", killed, alone)
	}
}

// killInRecord runs a harvest that cannot record a find, and kills it when a paper is accepted.
func killInRecord(t *testing.T, lib string, cmd *exec.Cmd) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(lib, "catalog.db")+"?_pragma=busy_timeout(9000)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	const endless = "CREATE TRIGGER endless BEFORE UPDATE OF state ON wanted BEGIN SELECT (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT 1 FROM n) SELECT COUNT(*) FROM n); END"
	if _, err := db.Exec(endless); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	accepted := 0
	for begun := time.Now(); accepted < 1 && time.Since(begun) < 5*time.Minute && err == nil; {
		err = db.QueryRow("SELECT COUNT(*) FROM bibliography_fields f, documents d WHERE d.sha256 = f.sha256 AND d.state = 'accepted'").Scan(&accepted)
	}
	cmd.Process.Kill()
	if ended := cmd.Wait(); err != nil || accepted == 0 || ended == nil {
		t.Fatalf("killed with %d fields of found papers: %v, %v\n%s", accepted, err, ended, said.String())
	}
	if _, err := db.Exec("DROP TRIGGER endless"); err != nil {
		t.Fatal(err)
	}
}
