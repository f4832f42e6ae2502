package source_test

import (
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
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
