package source_test

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sluice/document/bibliography"
	"sluice/internal/harvest/source"
)

// TestCataloguesAreAskedByTitle asks each service for titles with the signs of its query language, at the pace that it permits.
func TestCataloguesAreAskedByTitle(t *testing.T) {
	for _, test := range []struct {
		kind  source.Kind
		path  string
		query string // of the request for the first title
		pace  time.Duration
		body  string
	}{
		{source.OpenAlex, "/works", "filter=title.search%3AWell+known+or+not+a+survey", 190 * time.Millisecond, `{"meta":{"count":1},"results":[{"id":"https://openalex.org/W1","title":"Work 1","authorships":[]}]}`},
		{source.Crossref, "/works", "query.bibliographic=Well+known+or+not+a+survey", 190 * time.Millisecond, `{"status":"ok","message-type":"work-list","message":{"total-results":1,"next-cursor":"x","items":[{"DOI":"10.1000/1","title":["Work 1"]}]}}`},
		{source.DBLP, "/search/publ/api", "q=Well+known+or+not+a+survey", 2 * time.Second, `{"result":{"hits":{"@total":"1","@sent":"1","@first":"0","hit":[{"info":{"title":"Work 1."}}]}}}`},
		{source.SemanticScholar, "/graph/v1/paper/search/bulk", "query=Well+known+or+not+a+survey", time.Second, `{"total":1,"token":"t","data":[{"paperId":"1","title":"Work 1"}]}`},
	} {
		t.Run(string(test.kind), func(t *testing.T) {
			s := serve(t, func(w http.ResponseWriter, r *http.Request, n int) time.Duration {
				if r.URL.Path != test.path {
					t.Errorf("%s is requested; want %s", r.URL, test.path)
				}
				if test.kind == source.SemanticScholar && r.Header.Get("X-Api-Key") != "secret" || test.kind == source.OpenAlex && r.URL.Query().Get("api_key") != "secret" {
					t.Errorf("%s comes without the key", r.URL)
				}
				if n == 1 { // a limit that passes
					w.Header().Set("Retry-After", "30")
					w.WriteHeader(http.StatusTooManyRequests)
					return 30 * time.Second
				}
				fmt.Fprint(w, test.body)
				return test.pace
			})
			o := s.options(t)
			o.Library = t.TempDir()
			o.Dir = filepath.Join(o.Library, "pages")
			o.Keys = map[source.Kind]string{source.OpenAlex: "secret", source.SemanticScholar: "secret"}
			c, err := source.OpenCatalogue(test.kind, o)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			titles := []string{`"Well-known" or not? (a survey): |`, "Another title", "A third title", "…", "Another title"}
			found := 0
			for _, title := range titles {
				for r, err := range c.Titled(t.Context(), title) {
					if err != nil || r.Title != "Work 1" {
						t.Errorf("%q: %+v, %v", title, r, err)
					}
					found++
				}
			}
			if found != 4 || len(s.requests) != 4 { // nothing is asked for the title without words, and the last one is kept
				t.Errorf("%d works in %d requests; want 4 in 4", found, len(s.requests))
			}
			if q := s.requests[0].RawQuery; !strings.Contains(q, test.query) {
				t.Errorf("query %q has no %q", q, test.query)
			}
		})
	}
}

// TestAnswersToTitlesAreBounded asks for titles over days: the answers are files of one folder, of which those of a day are kept, and only the newest of many.
func TestAnswersToTitlesAreBounded(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, _ *http.Request, _ int) time.Duration {
		fmt.Fprint(w, `{"meta":{"count":0},"results":[]}`)
		return 0
	})
	o := s.options(t)
	o.Library = t.TempDir()
	o.Dir = filepath.Join(o.Library, "pages")
	folder := filepath.Join(o.Dir, "titles")
	ask := func(want int, titles ...string) {
		t.Helper()
		c, err := source.OpenCatalogue(source.OpenAlex, o)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		before := len(s.requests)
		for _, title := range titles {
			for r, err := range c.Titled(t.Context(), title) {
				t.Errorf("%q: %+v, %v", title, r, err)
			}
		}
		if n := len(s.requests) - before; n != want {
			t.Errorf("%d requests for %q; want %d", n, titles, want)
		}
	}
	ask(3, "A title", "Another title", "A third title")
	ask(0, "A title", "Another title", "A third title")
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 3 {
		t.Fatalf("%d files, %v; want 3", len(entries), err)
	}
	all, err := os.ReadDir(o.Dir)
	if err != nil || len(all) != 1 {
		t.Errorf("%d folders, %v; want 1", len(all), err)
	}
	old := o.Clock.Now().Add(-25 * time.Hour)
	for _, e := range entries {
		if err := os.Chtimes(filepath.Join(folder, e.Name()), old, old); err != nil {
			t.Fatal(err)
		}
	}
	for n := range 20_010 {
		path := filepath.Join(folder, fmt.Sprintf("%d.gz", n))
		at := o.Clock.Now().Add(time.Duration(n-30_000) * time.Second)
		if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chtimes(path, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	ask(1, "A title")
	if entries, err = os.ReadDir(folder); err != nil || len(entries) != 20_001 || !slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() == "10.gz" }) {
		t.Errorf("%d files, %v; want the newest 20,000, and a new one", len(entries), err)
	}
	stale := filepath.Join(o.Dir, "0123456789abcdef0123456789abcdef") // of a list that is not asked for any more
	old = time.Now().Add(-8 * 24 * time.Hour)
	if err := errors.Join(os.Mkdir(stale, 0o700), os.Chtimes(stale, old, old)); err != nil {
		t.Fatal(err)
	}
	if err := source.RemoveOld(o.Dir); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(stale); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("pages of a list that is a week old: %v", err)
	}
	if _, err := os.Stat(folder); err != nil {
		t.Error(err)
	}
}

func TestACatalogueThatRefusesIsAnError(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, _ *http.Request, _ int) time.Duration {
		w.WriteHeader(http.StatusForbidden)
		return 0
	})
	c, err := source.OpenCatalogue(source.OpenAlex, s.options(t))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, err := range c.Titled(t.Context(), "A title") {
		if _, isOne := errors.AsType[*bibliography.RecordError](err); err == nil || isOne || !strings.Contains(err.Error(), "status 403") {
			t.Errorf("error %v", err)
		}
	}
	if _, err := source.OpenCatalogue(source.File, source.Options{}); err == nil {
		t.Error("a file is asked for a title")
	}
}
