package sluice_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sluice"
	"sluice/crawl"
	"sluice/document/describe"
	"sluice/document/genre"
	"sluice/library"
	"sluice/search"
)

// open opens a library that the test closes.
func open(t *testing.T, dir string) *sluice.Library {
	t.Helper()
	lib, err := sluice.Open(dir, sluice.Options{Accept: genre.Genres})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := lib.Close(); err != nil {
			t.Error(err)
		}
	})
	return lib
}

// collect returns what an iterator yields.
func collect[T any](t *testing.T, all iter.Seq2[T, error]) (list []T) {
	t.Helper()
	for one, err := range all {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, one)
	}
	return list
}

func TestLibraryOfAddedDocuments(t *testing.T) {
	ctx := t.Context()
	lib := open(t, t.TempDir())
	if _, err := lib.Find(ctx, "notes.txt"); !errors.Is(err, sluice.ErrEmpty) {
		t.Errorf("Find() in an empty folder: %v, want ErrEmpty", err)
	}
	const text = "Notes on lamps\n\nA lamp burns oil, and its light depends on the wick."
	added, err := lib.Add(ctx, "notes.txt", strings.NewReader(text))
	if err != nil || added.State != library.Accepted {
		t.Fatalf("Add() = %s, %v, want an accepted document", added.State, err)
	}
	if d, err := lib.Find(ctx, "notes.txt"); err != nil || d.SHA256 != added.SHA256 {
		t.Errorf("Find() = %.8s, %v, want %.8s", d.SHA256, err, added.SHA256)
	}
	if _, err := lib.Find(ctx, "other.txt"); !errors.Is(err, sluice.ErrNoDocument) {
		t.Errorf("Find() of another name: %v, want ErrNoDocument", err)
	}
	if d, err := lib.Text(ctx, added.SHA256); err != nil || !strings.Contains(d.Text, "burns oil") {
		t.Errorf("Text() = %+v, %v", d, err)
	}
	files, err := lib.Files(ctx, added.SHA256)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(files.Document); err != nil || string(b) != text {
		t.Errorf("the document's file has %q, %v", b, err)
	}

	if err := lib.Edit(ctx, added.SHA256, describe.Field{Name: "title", Value: "On Lamps"}, describe.Field{Name: "year", Value: "1899"}); err != nil {
		t.Fatal(err)
	}
	if err := lib.Judge(ctx, added.SHA256, genre.Report, ""); err != nil {
		t.Fatal(err)
	}
	chosen := collect(t, lib.Documents(ctx, library.Query{Where: "year = 1899 and genre = report"}))
	if len(chosen) != 1 || chosen[0].Get("title") != "On Lamps" || chosen[0].Verdict.By != "user" {
		t.Errorf("Documents() after the edit: %+v", chosen)
	}
	if r, err := lib.Search(ctx, search.Query{Text: "wick"}); err != nil || r.Total != 1 {
		t.Errorf("Search() = %+v, %v, want one hit", r, err)
	}
	for format, want := range map[sluice.Format]string{sluice.BibTeX: "title = {On Lamps}", sluice.JSONL: "burns oil", sluice.RIS: "TI  - On Lamps", sluice.CSL: `"On Lamps"`} {
		var b strings.Builder
		if err := lib.Export(ctx, &b, format, "genre = report"); err != nil || !strings.Contains(b.String(), want) {
			t.Errorf("Export(%s) writes %q, %v, want %q in it", format, &b, err, want)
		}
	}
	if err := lib.Export(ctx, io.Discard, "docx", ""); err == nil {
		t.Error("Export() in an unknown format returns no error")
	}

	if r, err := lib.Remove(ctx, added.SHA256, "a test"); err != nil || len(r.Losses) > 0 {
		t.Fatalf("Remove() = %+v, %v", r, err)
	}
	if _, err := lib.Add(ctx, "notes.txt", strings.NewReader(text)); !errors.Is(err, sluice.ErrRemoved) {
		t.Errorf("Add() of what was removed: %v, want ErrRemoved", err)
	}
	for _, what := range []string{added.SHA256, added.Locations[0].URL} {
		if err := lib.Allow(ctx, what); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := lib.Add(ctx, "notes.txt", strings.NewReader(text)); err != nil {
		t.Errorf("Add() of what is allowed again: %v", err)
	}
}

func TestQueryErrorsAreTyped(t *testing.T) {
	ctx := t.Context()
	lib := open(t, t.TempDir())
	if _, err := lib.Add(ctx, "notes.txt", strings.NewReader("Notes on lamps\n\nA lamp burns oil.")); err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("é", 5000)
	for _, test := range []struct {
		q    library.Query
		want library.QueryError
	}{
		{library.Query{Where: "url is 1"}, library.QueryError{Where: "url is 1", Problem: "expected one of = != < <= > >= ~ contains after url"}},
		{library.Query{Where: long}, library.QueryError{Where: long[:100] + "…", Problem: "longer than 8192 bytes"}},
		{library.Query{Sort: "-colour"}, library.QueryError{Sort: "colour", Problem: "there is no such column"}},
	} {
		q := test.q
		site := q
		site.Where = strings.Replace(q.Where, "url", "host", 1) // sites have no URL
		errs := map[string]error{
			"Documents": failure(lib.Documents(ctx, q)), "Pages": failure(lib.Pages(ctx, q)), "Sites": failure(lib.Sites(ctx, site)),
		}
		if q.Sort == "" {
			errs["Export"] = lib.Export(ctx, io.Discard, sluice.JSONL, q.Where)
		}
		for method, err := range errs {
			want := test.want
			if method == "Sites" {
				want.Where, want.Problem = strings.Replace(want.Where, "url", "host", 1), strings.Replace(want.Problem, "url", "host", 1)
			}
			if got, ok := errors.AsType[*library.QueryError](err); !ok || *got != want {
				t.Errorf("%s() of %.20q, %q: %v, want %v", method, q.Where, q.Sort, err, &want)
			}
		}
	}
	if err := failure(open(t, t.TempDir()).Documents(ctx, library.Query{Where: "no column"})); !errors.Is(err, sluice.ErrEmpty) {
		t.Errorf("Documents() of an empty folder: %v, want ErrEmpty", err)
	}
}

// failure returns the error that an iterator yields.
func failure[T any](all iter.Seq2[T, error]) (err error) {
	for _, err = range all {
	}
	return err
}

func TestAmbiguousNameReturnsTheDocuments(t *testing.T) {
	ctx := t.Context()
	lib := open(t, t.TempDir())
	for _, text := range []string{"Notes on lamps\n\nA lamp burns oil.", "Notes on ships\n\nA ship burns coal."} {
		if _, err := lib.Add(ctx, "notes.txt", strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
	}
	_, err := lib.Find(ctx, "NOTES.txt")
	if ambiguous, ok := errors.AsType[*library.AmbiguousError](err); !ok || ambiguous.Name != "NOTES.txt" || len(ambiguous.Documents) != 2 {
		t.Errorf("Find() = %v, want an AmbiguousError with two documents", err)
	}
}

func TestLibraryOfAnotherVersionIsNamed(t *testing.T) {
	for change, want := range map[string]error{
		"DELETE FROM schema_version WHERE version > 1":                                 sluice.ErrOlder,
		"INSERT INTO schema_version (version, applied) VALUES (1000, 'in the future')": sluice.ErrNewer,
	} {
		dir := t.TempDir()
		lib := open(t, dir)
		if _, err := lib.Add(t.Context(), "notes.txt", strings.NewReader("Notes on lamps\n\nA lamp burns oil.")); err != nil {
			t.Fatal(err)
		}
		if err := lib.Close(); err != nil {
			t.Fatal(err)
		}
		db, err := sql.Open("sqlite", filepath.Join(dir, "catalog.db"))
		if err != nil {
			t.Fatal(err)
		}
		_, err = db.ExecContext(t.Context(), change)
		if err := errors.Join(err, db.Close()); err != nil {
			t.Fatal(err)
		}
		if err := failure(open(t, dir).Documents(t.Context(), library.Query{})); !errors.Is(err, want) {
			t.Errorf("Documents() after %s: %v, want %v", change, err, want)
		}
	}
}

func TestRebuildThatWouldLoseRecordsIsForced(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	lib := open(t, dir)
	cfg := crawl.Config{
		Seeds:      []string{"http://www.example.org/p"},
		Network:    crawl.Network{Proxy: endlessSite(t).URL},
		Politeness: crawl.Politeness{Delay: -1},
		Limits:     crawl.Limits{Pages: 5},
	}
	archive := filepath.Join(dir, "archive")
	for _, pages := range []int64{5, 20} { // the first archive has a quarter of what the second catalogue knows
		cfg.Limits.Pages = pages
		c, err := lib.Crawl(ctx, cfg)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Run(ctx); err != nil {
			t.Fatal(err)
		}
		if pages == 5 {
			if err := os.CopyFS(filepath.Join(dir, "kept"), os.DirFS(archive)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := errors.Join(os.RemoveAll(archive), os.Rename(filepath.Join(dir, "kept"), archive)); err != nil {
		t.Fatal(err)
	}
	_, err := lib.Rebuild(ctx, sluice.RebuildOptions{Crawl: cfg})
	loss, ok := errors.AsType[*library.LossError](err)
	if !ok || loss.Archive != archive || loss.Old.Missing < 10 || loss.Old.Known < loss.Old.Missing+5 {
		t.Fatalf("Rebuild() = %v, want a LossError", err)
	}
	rebuilt, err := lib.Rebuild(ctx, sluice.RebuildOptions{Crawl: cfg, Force: true})
	if err != nil || rebuilt.Old != loss.Old {
		t.Errorf("Rebuild() with force = %+v, %v, want that it misses %d", rebuilt, err, loss.Old.Missing)
	}
	if err := os.RemoveAll(archive); err != nil {
		t.Fatal(err)
	}
	if _, err := lib.Rebuild(ctx, sluice.RebuildOptions{Crawl: cfg}); !errors.Is(err, sluice.ErrNoArchive) {
		t.Errorf("Rebuild() without an archive: %v, want ErrNoArchive", err)
	}
}

// endlessSite serves pages that link to two others each.
func endlessSite(t *testing.T) *httptest.Server {
	t.Helper()
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		p := strings.TrimSuffix(r.URL.Path, "/")
		fmt.Fprintf(w, `<title>Page %s</title><a href="%[1]sa">one</a> <a href="%[1]sb">two</a>`, p)
	}))
	t.Cleanup(site.Close)
	return site
}

func TestRunningCrawlIsWatchedSteeredAndStopped(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	dir := t.TempDir()
	lib, other := open(t, dir), open(t, dir)
	cfg := crawl.Config{
		Seeds:      []string{"http://www.example.org/p"},
		Network:    crawl.Network{Proxy: endlessSite(t).URL},
		Politeness: crawl.Politeness{Delay: 5 * time.Millisecond},
	}
	c, err := lib.Crawl(ctx, cfg)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.Crawl(ctx, cfg); !errors.Is(err, sluice.ErrInUse) {
		t.Errorf("a second crawl: %v, want ErrInUse", err)
	}
	ended := make(chan error, 1)
	go func() {
		result, err := c.Run(ctx)
		if err == nil && result.State != crawl.Stopped {
			err = fmt.Errorf("the crawl is %s, want stopped", result.State)
		}
		ended <- err
	}()
	if err := c.StopSite(ctx, "away.example.org", "a test"); err != nil {
		t.Error(err)
	}
	if v, err := other.Explain(ctx, cfg, "http://away.example.org/"); err != nil || v.Fetch {
		t.Errorf("Explain() of a stopped site = %+v, %v", v, err)
	}
	if v, err := c.Explain(ctx, "http://www.example.org/unknown"); err != nil || !v.Fetch {
		t.Errorf("Explain() of a page = %+v, %v", v, err)
	}
	for pages := int64(0); pages < 5; {
		s, err := c.Stats(ctx)
		if err != nil {
			t.Fatal(err)
		}
		pages = s.Pages
		time.Sleep(time.Millisecond)
	}
	if m, err := c.Metrics(ctx); err != nil || m.Status[200] == 0 {
		t.Errorf("Metrics().Status = %v, %v", m.Status, err)
	}
	if s, err := other.Status(ctx); err != nil || !s.Running || s.Pages == 0 {
		t.Errorf("Status() while a crawl runs = %+v, %v", s, err)
	}
	if err := other.Stop(ctx); err != nil {
		t.Error(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if err := other.Stop(ctx); !errors.Is(err, sluice.ErrNoCrawl) {
		t.Errorf("Stop() without a crawl: %v, want ErrNoCrawl", err)
	}

	pages := collect(t, lib.Pages(ctx, library.Query{Where: "type = html", Sort: "url", Limit: 3}))
	if len(pages) != 3 || pages[0].URL != "http://www.example.org/p" || pages[0].Title != "Page /p" || pages[0].Outcome != library.Fetched {
		t.Errorf("Pages() = %+v", pages)
	}
	if sites := collect(t, lib.Sites(ctx, library.Query{Sort: "-pages"})); len(sites) != 1 || sites[0].Pages < 5 || sites[0].Robots != "none" {
		t.Errorf("Sites() = %+v", sites)
	}
	for _, f := range lib.Examine(ctx, true) {
		if f.Verdict == library.Fail || f.Part != "library" {
			t.Errorf("Examine() finds %+v", f)
		}
	}
	rebuilt, err := lib.Rebuild(ctx, sluice.RebuildOptions{Crawl: cfg})
	if err != nil {
		t.Fatal(err)
	}
	if rebuilt.Answers < 5 || rebuilt.Damaged > 0 || rebuilt.Waiting == 0 || rebuilt.Old.Known < 5 || rebuilt.Old.Missing > 0 || len(rebuilt.Moved) < 2 {
		t.Errorf("Rebuild() = %+v", rebuilt)
	}
	if again := collect(t, lib.Pages(ctx, library.Query{Where: "type = html", Sort: "url", Limit: 3})); len(again) != 3 || again[2].URL != pages[2].URL {
		t.Errorf("Pages() after the rebuild = %+v", again)
	}

	c, err = lib.Crawl(ctx, cfg)
	if err != nil {
		t.Fatal(err)
	}
	c.Stop("a test") // before it has begun
	if result, err := c.Run(ctx); err != nil || result.State != crawl.Stopped || result.Reason != "a test" {
		t.Errorf("a crawl that was stopped before it began: %+v, %v", result, err)
	}
}
