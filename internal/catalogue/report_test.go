package catalogue_test

import (
	"database/sql"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sluice/internal/catalogue"
	"sluice/library"
)

func TestReportMatchesTheGoldenFile(t *testing.T) {
	c := sample(t)
	id, err := c.Crawls.Begin(t.Context(), "{}", time.Date(2026, 11, 1, 8, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	commit(t, c, &catalogue.Group{Serial: 2, Crawl: id, Active: 4 * time.Second, Wire: 2000})
	r, err := c.Report(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "report.json", string(text)+"\n")
}

func TestAReportOfAnEmptyCatalogueHasNoNulls(t *testing.T) {
	r, err := memory(t).Report(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"sites":[]`, `"status":[]`, `"errors":[]`, `"crawls":[]`, `"ddr":0`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s lacks %s", text, want)
		}
	}
}

func TestReportSumsUpFurtherSites(t *testing.T) {
	c := memory(t)
	commit(t, c, newGroup(1, 0, 300)) // 200 hosts, the first 100 with two pages
	r, err := c.Report(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Sites) != 20 || r.Sites[0].Pages != 2 || r.Others == nil || r.Others.Pages != 260 || r.Totals.Sites != 200 {
		t.Errorf("%d sites, first %+v, others %+v, total %d", len(r.Sites), r.Sites[0], r.Others, r.Totals.Sites)
	}
}

func TestShowPrintsPathAndFetches(t *testing.T) {
	c := sample(t)
	paper := "http://www.example.edu/papers/one.pdf"
	s, ok, err := c.Show(t.Context(), paper)
	if err != nil || !ok {
		t.Fatalf("Show = %v, %v", ok, err)
	}
	if d := cmp.Diff([]string{"http://www.example.edu/", "http://www.example.edu/papers/"}, s.Path); d != "" {
		t.Errorf("path (-want +got):\n%s", d)
	}
	again := s.Last
	again.At, again.Outcome, again.Status, again.Cause, again.SHA256, again.File = again.At.Add(time.Hour), library.Retried, 503, "busy", "", ""
	final := again
	final.At, final.Outcome, final.Status, final.Attempt = again.At.Add(time.Hour), library.Failed, 500, 1
	commit(t, c, &catalogue.Group{Serial: 2, Fetches: []catalogue.Fetch{again}})
	commit(t, c, &catalogue.Group{Serial: 3, Fetches: []catalogue.Fetch{final}})
	s, _, err = c.Show(t.Context(), paper)
	if err != nil {
		t.Fatal(err)
	}
	var states []int
	for _, f := range s.Fetches {
		states = append(states, f.Status)
	}
	if d := cmp.Diff([]int{200, 503, 500}, states); d != "" {
		t.Errorf("fetches (-want +got):\n%s", d)
	}
	if s.Last.Status != 500 || s.Last.File == "" || s.Last.Type != "pdf" || s.GotAt.IsZero() {
		t.Errorf("last %+v: want status 500 and the document that was got before", s.Last)
	}
	if got := count(t, c, "documents", "type = pdf and status = 500"); got != 1 {
		t.Error("a document whose server failed later is not listed any more")
	}
	if s, ok, err := c.Show(t.Context(), "http://ftp.example.org/x.ps"); err != nil || !ok || len(s.Hosts) != 1 {
		t.Errorf("Show of a cited document = %+v, %v, %v", s, ok, err)
	}
	s, _, err = c.Show(t.Context(), "http://ftp.example.org/x.ps")
	if err != nil || s.Document == nil || s.Document.Verdict.Genre != "form" || s.Document.Cause != "genre: form" || len(s.Document.Locations) != 1 {
		t.Fatalf("Show of a document that was filed = %+v, %v", s, err)
	}
	first := time.Date(2026, 11, 1, 20, 0, 0, 0, time.UTC)
	citations := []catalogue.Link{
		{URL: s.Last.URL, Page: "http://www.example.edu/", Host: "www.example.edu", First: first.Add(-12 * time.Hour), Outside: true},
		{URL: s.Last.URL, Page: "http://www.example.edu/papers/", Host: "www.example.edu", Text: "A report (PostScript)", First: first, Outside: true},
	}
	if d := cmp.Diff(citations, s.Links); d != "" {
		t.Errorf("citations (-want +got):\n%s", d)
	}
	if _, ok, err := c.Show(t.Context(), "http://nowhere.example/"); ok || err != nil {
		t.Errorf("Show of an unknown URL = %v, %v, want false, nil", ok, err)
	}
}

func TestPathOfURLStopsAtLoop(t *testing.T) {
	c := memory(t)
	a, b := newFetch(1), newFetch(2)
	a.Parent, b.Parent = b.URL, a.URL
	commit(t, c, &catalogue.Group{Serial: 1, Fetches: []catalogue.Fetch{a, b}})
	s, ok, err := c.Show(t.Context(), a.URL)
	if err != nil || !ok || len(s.Path) != 1 || s.Path[0] != b.URL {
		t.Errorf("Show = %+v, %v, %v, want a path of one", s, ok, err)
	}
}

func TestCapturesAreSortedBySURTAndTime(t *testing.T) {
	c := memory(t)
	var g catalogue.Group
	for i, url := range []string{"http://www.example.org/b", "http://b.example.edu/", "http://a.example.edu/x?y", "http://www.example.org/a"} {
		f := newFetch(i)
		f.URL = url
		g.Fetches = append(g.Fetches, f)
	}
	later := g.Fetches[1]
	later.At, later.Offset = later.At.Add(time.Hour), 999
	failed := newFetch(9)
	failed.File = ""
	g.Serial, g.Fetches = 1, append(g.Fetches, later, failed)
	commit(t, c, &g)
	var got []string
	for capture, err := range c.Captures.All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if capture.Length != 3900 || capture.MIME != "text/html" || capture.SURT == "" {
			t.Errorf("capture %+v", capture)
		}
		got = append(got, capture.URL)
	}
	want := []string{"http://a.example.edu/x?y", "http://b.example.edu/", "http://b.example.edu/", "http://www.example.org/a", "http://www.example.org/b"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("captures (-want +got):\n%s", d)
	}
}

func TestSchemaMatchesGoldenFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "catalog.db")
	open(t, path)
	db := raw(t, path)
	rows, err := db.Query("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, name")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var b strings.Builder
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			t.Fatal(err)
		}
		b.WriteString(text + ";\n\n")
	}
	golden(t, "schema.sql", b.String())
}

func TestEveryViewCanBeRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "catalog.db")
	c := open(t, path)
	g := newGroup(1, 0, 10)
	g.DocumentAnchors = []catalogue.Anchor{{Page: newFetch(1).URL, URL: newFetch(0).URL}}
	commit(t, c, g)
	file(t, openRepository(t, t.TempDir(), c), paper("one", newFetch(0).URL))
	db := raw(t, path)
	for _, view := range []string{"v_urls", "v_pages", "v_fetches", "v_site_summary", "v_links", "v_cited_sites",
		"v_refused_by_cause", "v_library", "v_citations", "v_document_links", "v_documents", "v_filed_documents", "v_places", "v_genres", "v_states", "v_types", "v_status", "v_depth", "v_level", "v_languages"} {
		var n int
		if err := db.QueryRow("SELECT COUNT(*) FROM " + view).Scan(&n); err != nil || n == 0 {
			t.Errorf("%s: %d rows, %v", view, n, err)
		}
	}
	for _, view := range []string{"v_cited_documents", "v_unfiled_documents", "v_errors_by_cause"} {
		if err := db.QueryRow("SELECT COUNT(*) FROM " + view).Scan(new(int)); err != nil {
			t.Errorf("%s: %v", view, err)
		}
	}
}

// raw opens the file as any other program would.
func raw(t testing.TB, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}
