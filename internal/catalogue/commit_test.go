package catalogue_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sluice/internal/catalogue"
	"sluice/library"
)

func TestCommittedStateSurvivesReopen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "catalog.db")
	c, err := catalogue.Open(t.Context(), path, catalogue.Options{})
	if err != nil {
		t.Fatal(err)
	}
	commit(t, c, newGroup(1, 0, 20))
	commit(t, c, newGroup(2, 20, 20))
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}

	c = open(t, path)
	if serial, err := c.LastSerial(t.Context()); serial != 2 || err != nil {
		t.Errorf("LastSerial() = %d, %v, want 2, nil", serial, err)
	}
	if mark, err := c.LastMark(t.Context()); mark != (catalogue.Mark{File: "a.warc.gz", Offset: 2}) || err != nil {
		t.Errorf("LastMark() = %v, %v", mark, err)
	}
	if first, onSite, err := c.Copies(t.Context(), newFetch(7).Site, newFetch(7).SHA256); err != nil || first == nil || onSite != 1 {
		t.Errorf("Copies after reopening = %v, %d, %v, want the page", first, onSite, err)
	}
	commit(t, c, newGroup(3, 40, 20))
	if got := count(t, c, "pages", ""); got != 60 {
		t.Errorf("%d pages, want 60", got)
	}
}

func TestFailedGroupLeavesNothingAndCanBeRepeated(t *testing.T) {
	c := open(t, filepath.Join(t.TempDir(), "catalog.db"))
	commit(t, c, newGroup(1, 0, 10))
	room := catalogue.FillDisk(t, c)
	big := newGroup(2, 10, 500)
	if err := c.Commit(t.Context(), big); !errors.Is(err, catalogue.ErrFull) {
		t.Fatalf("Commit on a full disk = %v, want ErrFull", err)
	}
	room()
	if got := count(t, c, "pages", ""); got != 10 {
		t.Errorf("%d pages after a failed group, want 10", got)
	}
	commit(t, c, big)
	if got := count(t, c, "pages", ""); got != 510 {
		t.Errorf("%d pages, want 510", got)
	}
}

func TestCountersGrowOncePerGroup(t *testing.T) {
	c := memory(t)
	day := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	g := &catalogue.Group{
		Serial:    1,
		Refused:   []catalogue.Count{{Site: "a.example", Cause: "scope", N: 3}, {Site: "a.example", Cause: "scope", N: 1}, {Site: "b.example", Cause: "robots", N: 1}},
		HostLinks: []catalogue.HostLink{{From: "a.example", To: "b.example", N: 2, First: day.Add(time.Hour)}},
	}
	for _, serial := range []int64{1, 1, 2} {
		g.Serial = serial
		commit(t, c, g)
	}
	g.Serial, g.HostLinks[0].First = 3, day
	commit(t, c, g)
	want := [][]any{{"a.example", "b.example", int64(6), "2026-11-01T00:00:00.000000Z"}}
	if d := cmp.Diff(want, list(t, c, "links", "")); d != "" {
		t.Errorf("links (-want +got):\n%s", d)
	}
	r, err := c.Report(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	refused := []catalogue.Refused{{Cause: "scope", Links: 12, Hosts: 1}, {Cause: "robots", Links: 3, Hosts: 1}}
	if d := cmp.Diff(refused, r.Refused); d != "" {
		t.Errorf("refused (-want +got):\n%s", d)
	}
}

func TestAURLFoundAtTheOtherSchemeKeepsItsRow(t *testing.T) {
	c := memory(t)
	f := newFetch(0)
	f.Outcome, f.Status, f.Cause, f.SHA256 = library.Failed, 0, "connect: refused", ""
	commit(t, c, &catalogue.Group{Serial: 1, Fetches: []catalogue.Fetch{f}})
	g := newFetch(0)
	g.Was, g.URL, g.At = f.URL, "https"+f.URL[len("http"):], f.At.Add(time.Second)
	commit(t, c, &catalogue.Group{Serial: 2, Fetches: []catalogue.Fetch{g}})
	s, ok, err := c.Show(t.Context(), f.URL)
	if err != nil || !ok || s.Last.URL != g.URL || len(s.Fetches) != 2 {
		t.Errorf("Show(%s) = %+v, %v, %v, want %s with two fetches", f.URL, s, ok, err, g.URL)
	}
	if got := count(t, c, "urls", ""); got != 1 {
		t.Errorf("%d URLs, want 1", got)
	}
}

func TestCrawlsAreRecorded(t *testing.T) {
	c := memory(t)
	if _, ok, err := c.Crawls.Last(t.Context()); ok || err != nil {
		t.Fatalf("LastCrawl() of an empty catalogue = %v, %v", ok, err)
	}
	day := time.Date(2026, 11, 1, 8, 0, 0, 0, time.UTC)
	id, err := c.Crawls.Begin(t.Context(), `{"seeds":["http://a.example/"]}`, day)
	if err != nil {
		t.Fatal(err)
	}
	commit(t, c, &catalogue.Group{Serial: 1, Crawl: id, Active: 3 * time.Second})
	if err := c.Crawls.End(t.Context(), id, "stopped", "the user", day.Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if err := c.Crawls.Continue(t.Context(), id, ""); err != nil {
		t.Fatal(err)
	}
	commit(t, c, &catalogue.Group{Serial: 2, Crawl: id, Active: 4 * time.Second})
	if err := c.Crawls.End(t.Context(), id, "done", "", day.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	want := catalogue.Crawl{ID: id, Started: day, Ended: day.Add(time.Hour), State: "done",
		Settings: `{"seeds":["http://a.example/"]}`, Active: 7 * time.Second, Sessions: 2}
	if got, ok, err := c.Crawls.Last(t.Context()); err != nil || !ok || got != want {
		t.Errorf("LastCrawl() = %+v, %v, %v, want %+v", got, ok, err, want)
	}
	if err := c.Crawls.End(t.Context(), 99, "done", "", day); err == nil {
		t.Error("EndCrawl of an unknown crawl = nil")
	}
}

func TestManyCopiesOfOneBodyAreCountedUpToALimit(t *testing.T) {
	c := memory(t)
	var g catalogue.Group
	for i := range 300 {
		f := newFetch(i)
		f.URL, f.Site, f.SHA256 = fmt.Sprintf("http://a.example/%d", i), "a.example", newFetch(0).SHA256
		g.Fetches = append(g.Fetches, f)
	}
	g.Serial = 1
	commit(t, c, &g)
	first, onSite, err := c.Copies(t.Context(), "a.example", newFetch(0).SHA256)
	if err != nil || first == nil || first.URL != "http://a.example/0" || onSite != 100 {
		t.Errorf("Copies = %v, %d, %v, want the first page and 100", first, onSite, err)
	}
}
