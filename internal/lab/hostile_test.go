package lab_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sluice/focus"
	"sluice/internal/archive"
	"sluice/internal/archive/archivetest"
	"sluice/internal/lab"
	"sluice/page"
)

// record writes an archive of pages with a hundred links each, and returns its folder.
func record(t *testing.T, urls ...string) string {
	t.Helper()
	dir := t.TempDir()
	a, err := archive.Open(t.Context(), dir, archive.Options{}, archive.Position{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	for i, u := range urls {
		var links strings.Builder
		for _, to := range urls {
			fmt.Fprintf(&links, "<a href=%q>x</a> ", to)
		}
		for j := range 100 {
			fmt.Fprintf(&links, "<a href=%q>gone</a> ", fmt.Sprintf("/gone-%d-%d.html", i, j*j*j))
		}
		x := archivetest.Page(u, []byte("<!doctype html>"+links.String()))
		x.Header = []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
		x.Time = time.Date(2019, 5, 1, 12, 0, i, 0, time.UTC)
		e, err := a.Encode(t.Context(), x)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := a.Append(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := a.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	return dir
}

// damage overwrites a part of the only file of a folder.
func damage(t *testing.T, dir string, from, to float64) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.warc.gz"))
	if err != nil || len(names) != 1 {
		t.Fatalf("%d files, %v", len(names), err)
	}
	b, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	part := b[int(from*float64(len(b))):int(to*float64(len(b)))]
	for i := range part {
		part[i] ^= 0x5a
	}
	if err := os.WriteFile(names[0], b, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestDamagedRecordIsADeadLink(t *testing.T) {
	dir := record(t, "http://a.example/", "http://a.example/one", "http://a.example/two", "http://a.example/three")
	damage(t, dir, 0.55, 0.6)
	web, err := lab.Open(t.Context(), dir, lab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer web.Close()
	w := walk(t, web, focus.BreadthFirst{}, lab.Documents(web, nil))
	pages := 0
	for _, status := range w.Status {
		if status == 200 {
			pages++
		}
	}
	if pages != 3 || len(w.Requests) != 304 {
		t.Errorf("%d pages of %d requests, want 3 of 304", pages, len(w.Requests))
	}
}

func TestArchiveWithoutAWholeRecordIsRefused(t *testing.T) {
	dir := record(t, "http://a.example/")
	damage(t, dir, 0, 1)
	if _, err := lab.Open(t.Context(), dir, lab.Options{}); err == nil || !strings.Contains(err.Error(), dir) {
		t.Errorf("error %v, want one that names %s", err, dir)
	}
}

func TestMillionLinksOnAPage(t *testing.T) {
	var b strings.Builder
	b.WriteString("<!doctype html>")
	for i := range 1_000_000 {
		fmt.Fprintf(&b, "<a href=/%d.html>", i)
	}
	web := open(t, lab.Options{}, map[string]string{"a.example/index.html": b.String()})
	for _, s := range []focus.Strategy{focus.Backlink{}, &tender{t: t, once: true}} {
		w, err := lab.Run(t.Context(), web, s, lab.Documents(web, nil), lab.Limits{Requests: 5})
		if err != nil || len(w.Requests) != 5 {
			t.Errorf("%T: %d requests, %v", s, len(w.Requests), err)
		}
	}
}

// erratic is a strategy that answers with nonsense.
type erratic struct{ focus.BreadthFirst }

func (erratic) Choose(lanes []focus.LaneState, n int) []focus.Share {
	return []focus.Share{{Lane: 1 << 30, N: 5}, {Lane: lanes[0].Lane, N: -1}, {Lane: lanes[0].Lane, N: math.MaxInt}, {Lane: lanes[0].Lane, N: n}}
}

func (erratic) Again(*focus.Visit, *page.Link, focus.Placement) focus.Placement {
	return focus.Placement{Lane: math.MaxUint32, Score: math.NaN()}
}

func (erratic) Tend(w focus.Waiting) {
	links, _ := w.Links(math.MaxUint32, "no cursor", 10)
	more, next := w.Links(math.MaxUint32, "", 0)
	if len(links)+len(more) > 0 || next != "" {
		panic("links without a count")
	}
	links, _ = w.Links(math.MaxUint32, "", 10)
	for _, l := range links {
		w.Move(l.URL, focus.Placement{Lane: 3, Score: math.NaN()})
	}
	w.Split(0, 9, math.NaN())
	w.Split(0, 9, math.Inf(1))
	w.Drop(77)
}

func TestErraticStrategyLosesNoLink(t *testing.T) {
	web := open(t, lab.Options{}, tree())
	got := walk(t, web, erratic{}, lab.Documents(web, nil)).Requests
	want := walk(t, web, focus.BreadthFirst{}, lab.Documents(web, nil)).Requests
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("requests %q, want %q", got, want)
	}
}

func TestWalkIsCutAfterItsTime(t *testing.T) {
	web := open(t, lab.Options{}, tree())
	w, err := lab.Run(t.Context(), web, focus.BreadthFirst{}, lab.Documents(web, nil), lab.Limits{Time: 1})
	if err != nil || len(w.Requests) > 14 {
		t.Errorf("%d requests in a nanosecond, %v", len(w.Requests), err)
	}
}

func TestGenresMustBeWhole(t *testing.T) {
	for list, want := range map[string]string{"": "no genre", "a.example\t/x.pdf\n": "line 1", "# c\nno URL\tx\ty\n": "line 2", strings.Repeat("x", 1<<17): "after 0 genres"} {
		if _, err := lab.ReadGenres(strings.NewReader(list)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v, want an error with %q", list, err, want)
		}
	}
}
