package catalogue_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"sluice/internal/catalogue"
	"sluice/library"
)

// wantChanges compares the changes of pages since a moment.
func wantChanges(t *testing.T, when string, c *catalogue.Catalogue, since time.Time, want library.ChangeCounts) {
	t.Helper()
	got, err := c.Changes(t.Context(), since)
	if err != nil {
		t.Fatal(err)
	}
	if got.Pages != want || got.Documents != (library.ChangeCounts{}) {
		t.Errorf("%s: %+v; want pages %+v", when, got, want)
	}
}

func TestPagesOfAHostThatWasGivenUpAreGone(t *testing.T) {
	c := memory(t)
	commit(t, c, newGroup(1, 0, 250)) // of 200 hosts, 50 of which have two pages
	since := time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)
	later := func(serial, n int, s catalogue.Site) {
		t.Helper()
		s.Host = newFetch(3).Site
		g := newGroup(int64(serial), n, 1) // a page of another host, whose time is that of the group
		g.Fetches[0].At = since.Add(time.Duration(serial) * time.Hour)
		g.Sites = []catalogue.Site{s}
		commit(t, c, g)
	}
	later(2, 1000, catalogue.Site{Failures: 9})
	wantChanges(t, "before the host is given up", c, since, library.ChangeCounts{New: 1})
	later(3, 1001, catalogue.Site{Failures: 10, GivenUp: "no connection"})
	wantChanges(t, "given up", c, since, library.ChangeCounts{New: 2, Gone: 2})
	wantChanges(t, "since a later moment", c, since.Add(24*time.Hour), library.ChangeCounts{})
	later(4, 1002, catalogue.Site{Failures: 1})
	wantChanges(t, "tried again in vain", c, since, library.ChangeCounts{New: 3, Gone: 2})
	later(5, 1004, catalogue.Site{GivenUp: "ten challenges in a row"}) // and without a failure: it responds
	wantChanges(t, "given up because it refuses this program", c, since, library.ChangeCounts{New: 4})
	later(6, 1005, catalogue.Site{})
	wantChanges(t, "responding again", c, since, library.ChangeCounts{New: 5})
}

func TestSinceLastIsTheLastCrawlThatFetched(t *testing.T) {
	c := memory(t)
	start := time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)
	crawl := func(n int, state string, fetches bool) {
		t.Helper()
		at := start.Add(time.Duration(n) * time.Hour)
		id, err := c.Crawls.Begin(t.Context(), "{}", at)
		if err != nil {
			t.Fatal(err)
		}
		if fetches {
			g := newGroup(int64(n), n, 1)
			g.Fetches[0].At = at.Add(time.Minute)
			commit(t, c, g)
		}
		if err := c.Crawls.End(t.Context(), id, state, "", at.Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	want := func(n int) {
		t.Helper()
		if got, err := c.Since(t.Context(), "last"); err != nil || !got.Equal(start.Add(time.Duration(n)*time.Hour)) {
			t.Errorf("since last: %v, %v; want crawl %d", got, err, n)
		}
	}
	crawl(1, "failed", false) // there is no other
	want(1)
	crawl(2, "done", true)
	want(2)
	crawl(3, "done", true)
	want(3)
	crawl(4, "done", false)
	want(3)
	crawl(5, "failed", true) // its seed did not respond
	want(3)
	crawl(6, "done", false)
	want(3)
	if got, err := c.Since(t.Context(), "2026-11-02"); err != nil || !got.Equal(time.Date(2026, 11, 2, 0, 0, 0, 0, time.Local)) {
		t.Errorf("since a date: %v, %v; want its first moment", got, err)
	}
}

// TestSinceLastIsTheLastCrawlOfSites: a harvest after it does not count, and a cycle begins before its crawl of sites.
func TestSinceLastIsTheLastCrawlOfSites(t *testing.T) {
	c := memory(t)
	start := time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)
	at := func(n int) time.Time { return start.Add(time.Duration(n) * time.Hour) }
	isHarvest := func(n int) bool { return n == 2 || n == 9 }
	crawl := func(n int, state string, ofSites bool) (id int64) {
		t.Helper()
		id, err := c.Crawls.Begin(t.Context(), "{}", at(n))
		if err != nil {
			t.Fatal(err)
		}
		g := newGroup(int64(n), n, 1)
		g.Fetches[0].At = at(n).Add(time.Minute)
		if g.Fetches[0].Kind = "page"; isHarvest(n) {
			g.Fetches[0].Kind = "foreign"
		}
		commit(t, c, g)
		if ofSites {
			if err := c.Statistics.Record(t.Context(), []catalogue.SiteRecord{{Host: "a.example", Begun: at(n), Started: at(n), Finished: at(n)}}); err != nil {
				t.Fatal(err)
			}
		}
		if state != "running" {
			if err := c.Crawls.End(t.Context(), id, state, "", at(n).Add(time.Minute)); err != nil {
				t.Fatal(err)
			}
		}
		return id
	}
	want := func(n int) {
		t.Helper()
		if got, err := c.Since(t.Context(), "last"); err != nil || !got.Equal(at(n)) {
			t.Errorf("since last: %v, %v; want %v", got, err, at(n))
		}
	}
	crawl(1, "done", true)
	want(1)
	crawl(2, "done", false) // a harvest
	want(1)
	crawl(3, "failed", true) // no seed was reached
	want(1)
	crawl(4, "limit", true)
	want(4)
	cycle, err := c.Cycles.Begin(t.Context(), at(5))
	if err != nil {
		t.Fatal(err)
	}
	crawl(6, "done", false) // home pages
	id := crawl(7, "done", true)
	if err := c.Cycles.BeginStep(t.Context(), cycle.ID, "crawl", id, at(7)); err != nil {
		t.Fatal(err)
	}
	crawl(8, "done", false) // cited documents
	want(5)
	crawl(9, "running", false) // a harvest that was killed
	want(5)
	crawl(10, "running", false)
	want(10)
}

// TestChangesSurviveAKillWithTheirGroup opens what a killed process leaves: the file and the log, complete or cut off.
func TestChangesSurviveAKillWithTheirGroup(t *testing.T) {
	path := filepath.Join(t.TempDir(), "catalog.db")
	c := open(t, path)
	commit(t, c, newGroup(1, 0, 10))
	since := time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)
	read := func(end string) []byte {
		t.Helper()
		b, err := os.ReadFile(path + end)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	before := len(read("-wal"))
	g := newGroup(2, 0, 10)
	for i := range g.Fetches {
		f := &g.Fetches[i]
		f.At = since.Add(time.Duration(i) * time.Second)
		switch {
		case i < 3:
			f.SHA256 = newFetch(100 + i).SHA256
		case i < 5:
			f.Outcome, f.Status, f.SHA256, f.Cause = library.Failed, 404, "", "status 404"
		}
	}
	commit(t, c, g)
	database, log := read(""), read("-wal")
	for _, test := range []struct {
		name   string
		log    []byte
		serial int64
		want   library.ChangeCounts
	}{
		{"the whole log", log, 2, library.ChangeCounts{Changed: 3, Unchanged: 5, Gone: 2}},
		{"a log that ends within the group", log[:before+(len(log)-before)/2], 1, library.ChangeCounts{}},
	} {
		copied := filepath.Join(t.TempDir(), "catalog.db")
		for end, b := range map[string][]byte{"": database, "-wal": test.log} {
			if err := os.WriteFile(copied+end, b, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		killed := open(t, copied)
		if serial, err := killed.LastSerial(t.Context()); serial != test.serial || err != nil {
			t.Errorf("%s: the last group is %d, %v; want %d", test.name, serial, err, test.serial)
		}
		wantChanges(t, test.name, killed, since, test.want)
	}
}

func TestASortedListHasOnlyWhatChangedSinceItsMoment(t *testing.T) {
	c := memory(t)
	commit(t, c, newGroup(1, 0, 10))
	since := time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)
	g := newGroup(2, 1000, 1)
	g.Fetches[0].At = since.Add(time.Hour)
	commit(t, c, g)
	for _, what := range []string{"pages", "urls"} {
		for _, sort := range []string{"", "url", "-title"} {
			list, err := c.Query(t.Context(), what, library.Query{Since: since, Sort: sort, Limit: 5}, "url")
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for record, err := range list.All() {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, record[0].(string))
			}
			if want := []string{g.Fetches[0].URL}; !slices.Equal(got, want) {
				t.Errorf("%s sorted by %q: %q; want %q", what, sort, got, want)
			}
		}
	}
}

func TestSitesSinceAMomentAreAQueryError(t *testing.T) {
	c := memory(t)
	for _, err := range c.Sites(t.Context(), library.Query{Since: time.Now()}) {
		if _, is := errors.AsType[*library.QueryError](err); !is {
			t.Errorf("error %v; want a query error", err)
		}
	}
}
