package main

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/demo"
)

// university serves the sample web to commands that run as processes of their own, and seeds
// them with the pages of its people.
func university(t *testing.T) runningWeb {
	t.Helper()
	web, err := demo.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { web.Close() })
	shape := killShape{flags: []string{"--delay", "1ms", "--scope", "prefix", "http://people.cs.northbridge.example/"}}
	return runningWeb{&httptest.Server{URL: web.Proxy()}, &killWeb{killShape: shape}}
}

// shelf returns what became of each document, by its hash. Which of the URLs of equal bytes is
// asked for first, and so counts as the original, is a matter of time.
func shelf(t *testing.T, dir string) map[string]string {
	t.Helper()
	code, out, complaints := runCommand("documents", "-d", dir, "--json")
	if code != exitDone {
		t.Fatalf("sluice documents: exit code %d\n%s", code, complaints)
	}
	all := map[string]string{}
	for line := range strings.Lines(out) {
		var d struct {
			SHA256, State, Genre, Title string
			Copies                      int
		}
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			t.Fatal(err)
		}
		if all[d.SHA256] != "" {
			t.Errorf("%s is listed twice", d.SHA256)
		}
		all[d.SHA256] = fmt.Sprint(d.State, " ", d.Genre, " ", d.Title, ", copies: ", d.Copies)
	}
	return all
}

// found returns the hashes of the documents in the index, sorted.
func found(t *testing.T, dir string) (sums []string) {
	t.Helper()
	code, out, complaints := runCommand("search", "-d", dir, "--json", "--limit", "1000", "northbridge")
	if code != exitDone {
		t.Fatalf("sluice search: exit code %d\n%s", code, complaints)
	}
	var result struct{ Hits []struct{ SHA256 string } }
	if err := json.Unmarshal([]byte(out), &result); err != nil {
		t.Fatal(err)
	}
	for _, h := range result.Hits {
		sums = append(sums, h.SHA256)
	}
	return slices.Sorted(slices.Values(sums))
}

// crawlKilled crawls to the end after the program was killed again and again, over the whole time that it takes if it is left alone. On a machine that
// has become slower, all kills may meet the same document, which is rightly given up after some; it is killed no more then.
func (w runningWeb) crawlKilled(t *testing.T, dir string, alone time.Duration) {
	t.Helper()
	for i := range 6 {
		cmd := w.command(dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(alone/8*time.Duration(i) + rand.N(alone/8))
		cmd.Process.Kill()
		cmd.Wait()
		if mostAttempts(t, dir) >= catalogue.MaxTries-1 {
			break
		}
	}
	if out, err := w.command(dir).CombinedOutput(); err != nil {
		t.Fatalf("last run: %v\n%s", err, out)
	}
}

// mostAttempts returns how often the reading of a document has begun and not ended, of the one of which that is most; 0 without a catalogue.
func mostAttempts(t *testing.T, dir string) (n int) {
	t.Helper()
	path := filepath.Join(dir, "catalog.db")
	if _, err := os.Stat(path); err != nil {
		return 0
	}
	db, err := sql.Open("sqlite", "file:"+path+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.QueryRow("SELECT COALESCE(MAX(attempts), 0) FROM intake").Scan(&n)
	if err != nil && !strings.Contains(err.Error(), "no such table") { // killed before the catalogue was made
		t.Fatal(err)
	}
	return n
}

// TestIntakeKilledRepeatedlyLosesNoDocument kills the program again and again while it reads
// and files, and lets it end the work: the shelves and the index are those of a crawl that was
// left alone.
func TestIntakeKilledRepeatedlyLosesNoDocument(t *testing.T) {
	longTest(t)
	t.Parallel()
	web := university(t)
	whole := filepath.Join(t.TempDir(), "whole")
	begun := time.Now()
	if err := web.command(whole).Run(); err != nil {
		t.Fatalf("undisturbed crawl: %v", err)
	}
	alone := time.Since(begun)
	want := shelf(t, whole)
	if len(want) < 20 {
		t.Fatalf("an undisturbed crawl files %d documents", len(want))
	}

	dir := filepath.Join(t.TempDir(), "killed")
	web.crawlKilled(t, dir, alone)
	if got := shelf(t, dir); !maps.Equal(got, want) {
		t.Errorf("killed, it has %d documents\n%v\nwant %d\n%v", len(got), got, len(want), want)
	}
	if got, want := found(t, dir), found(t, whole); !slices.Equal(got, want) {
		t.Errorf("killed, %d documents are found, want %d", len(got), len(want))
	}
	if code, out, complaints := runCommand("verify", "-d", dir); code != exitDone {
		t.Errorf("verify: exit code %d\n%s%s", code, out, complaints)
	}
}

// TestPagesIndexedAnewSurviveKills kills the program while pages are indexed, and indexed again without what their site turned out
// to repeat: no page is missing, and none is found by the words of its menu.
func TestPagesIndexedAnewSurviveKills(t *testing.T) {
	longTest(t)
	t.Parallel()
	web := university(t)
	web.web.flags = []string{"--delay", "1ms", "--index", "all", "--scope", "host", "http://library.northbridge.example/"}
	whole := filepath.Join(t.TempDir(), "whole")
	begun := time.Now()
	if err := web.command(whole).Run(); err != nil {
		t.Fatalf("undisturbed crawl: %v", err)
	}
	alone := time.Since(begun)
	dir := filepath.Join(t.TempDir(), "killed")
	web.crawlKilled(t, dir, alone)
	for _, c := range []struct {
		query string
		want  int
	}{{"northbridge", 31}, {"theses", 4}, {`"technical reports"`, 3}} {
		want, got := pagesFound(t, whole, c.query), pagesFound(t, dir, c.query)
		if len(want) != c.want || !slices.Equal(got, want) {
			t.Errorf("%s: killed, it finds %d pages %v; undisturbed %d %v; want %d", c.query, len(got), got, len(want), want, c.want)
		}
	}
}

// pagesFound returns the URLs of the pages in the index that a query finds, sorted.
func pagesFound(t *testing.T, dir, query string) (urls []string) {
	t.Helper()
	code, out, complaints := runCommand("search", "-d", dir, "--json", "--kind", "pages", "--limit", "1000", query)
	if code != exitDone {
		t.Fatalf("sluice search: exit code %d\n%s", code, complaints)
	}
	var result struct{ Hits []struct{ URL string } }
	if err := json.Unmarshal([]byte(out), &result); err != nil {
		t.Fatal(err)
	}
	for _, h := range result.Hits {
		urls = append(urls, h.URL)
	}
	return slices.Sorted(slices.Values(urls))
}
