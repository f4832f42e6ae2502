package catalogue_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sluice/document/describe"
	"sluice/internal/catalogue"
	"sluice/library"
)

var update = flag.Bool("update", false, "update the golden files")

// golden compares with testdata/name, or writes it with -update.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s (-want +got):\n%s", path, d)
	}
}

// sample is a small library with one URL of each sort.
func sample(t testing.TB) *catalogue.Catalogue {
	c := memory(t)
	at := time.Date(2026, 11, 1, 8, 0, 0, 0, time.UTC)
	page := func(path, parent string, depth int) catalogue.Fetch {
		f := newFetch(len(path) + depth)
		f.URL, f.Site, f.Domain, f.Depth, f.Level = "http://www.example.edu"+path, "www.example.edu", "example.edu", depth, strings.Count(path, "/")-1
		f.Title, f.At = "Page "+path, at
		at = at.Add(12 * time.Hour)
		if f.Parent = "http://www.example.edu" + parent; parent == "" {
			f.Parent, f.Kind = "", "seed"
		}
		return f
	}
	failure := func(f catalogue.Fetch, o library.Outcome, status int, cause string) catalogue.Fetch {
		f.Outcome, f.Status, f.Cause, f.SHA256, f.Type, f.MIME, f.Title, f.File = o, status, library.Cause(cause), "", "", "", "", ""
		f.Size, f.Offset, f.Length, f.ETag, f.Language, f.Charset, f.Links = 0, 0, 0, "", "", "", 0
		return f
	}
	root, folder := page("/", "", 0), page("/papers/", "/", 1)
	paper := page("/papers/one.pdf", "/papers/", 2)
	paper.Type, paper.MIME, paper.Document, paper.Size, paper.Language, paper.Charset, paper.Links = "pdf", "application/pdf", true, 12_000_000, "", "", 0
	copied := page("/copy.html", "/", 1)
	copied.CopyOf = "http://www.example.edu/"
	moved := failure(page("/old", "/", 1), library.Redirected, 301, "")
	moved.Location = "http://www.example.edu/papers/"
	foreign := page("/x.ps", "/papers/", 3)
	foreign.URL, foreign.Site, foreign.Domain, foreign.Document, foreign.Type, foreign.Kind = "http://ftp.example.org/x.ps", "ftp.example.org", "example.org", true, "ps", "foreign"
	foreign.MIME, foreign.Truncated = "application/postscript", "length"
	quoted := page(`/"a",b.html`, "/", 1)
	quoted.Title = "Comma, \"quote\"\nand line"
	commit(t, c, &catalogue.Group{Serial: 1, Fetches: []catalogue.Fetch{
		root, folder, paper, copied, moved, foreign, quoted,
		failure(page("/gone", "/", 1), library.Failed, 404, ""),
		failure(page("/slow", "/", 1), library.Failed, 0, "timeout: first byte"),
		failure(page("/later", "/", 1), library.Retried, 503, ""),
		failure(page("/private", "/", 1), library.Refused, 0, "robots"),
	},
		Refused:   []catalogue.Count{{Site: "www.example.edu", Cause: "robots", N: 4}, {Site: "www.example.edu", Cause: "trap: calendar", N: 40}},
		HostLinks: []catalogue.HostLink{{From: "www.example.edu", To: "ftp.example.org", N: 3, First: at}},
		Cited:     []catalogue.DocumentLink{{From: "www.example.edu", URL: "http://ftp.example.org/x.ps", N: 2}},
		Robots:    []catalogue.Robots{{Origin: "http://www.example.edu", At: at, Status: 200, Body: []byte("User-agent: *\n")}},
		Sites:     []catalogue.Site{{Host: "ftp.example.org", GivenUp: "timeout: connect", Failures: 9}},
		DocumentAnchors: []catalogue.Anchor{
			{Page: folder.URL, URL: foreign.URL, Text: "  A report\n(PostScript) "}, {Page: folder.URL, URL: paper.URL, Text: "One"},
			{Page: root.URL, URL: foreign.URL},
		},
	})
	fileSample(t, c, &paper, &foreign)
	return c
}

// fileSample files the documents of the sample, and two that people added.
func fileSample(t testing.TB, c *catalogue.Catalogue, thesis, report *catalogue.Fetch) {
	t.Helper()
	day := time.Date(2026, 11, 7, 8, 0, 0, 0, time.UTC)
	from := func(f *catalogue.Fetch) library.Document {
		return library.Document{SHA256: f.SHA256, Size: f.Size, Type: f.Type, Added: day, Judged: day, Read: day,
			Locations: []library.Location{{URL: f.URL, Host: f.Site, First: f.At}}}
	}
	one, two := from(thesis), from(report)
	one.State, one.Verdict = library.Accepted, library.Verdict{Genre: "thesis", Confidence: 0.97, By: "model"}
	one.Pages, one.Words, one.Language, one.Name = 120, 40_000, "en", "one.pdf"
	one.Fields = []describe.Field{{Name: "title", Value: "A Thesis", Source: "first page"}, {Name: "author", Value: "A. Author"},
		{Name: "year", Value: "2003"}, {Name: "venue", Value: "Example University"}, {Name: "doi", Value: "10.1000/1"}}
	two.State, two.Cause, two.Verdict = library.Rejected, "genre: form", library.Verdict{Genre: "form", Confidence: 1, By: "rule"}
	added := library.Document{SHA256: sumOf("added"), Size: 5, Type: "doc", State: library.Waiting, Cause: "not read: needs LibreOffice", Added: day,
		Locations: []library.Location{{URL: "file:///home/reader/added.doc", First: day, Added: true}}}
	file(t, openRepository(t, t.TempDir(), c), catalogue.Filing{Document: one}, catalogue.Filing{Document: two}, catalogue.Filing{Document: added})
}

func TestListsMatchTheGoldenFiles(t *testing.T) {
	c := sample(t)
	for _, what := range []string{"pages", "documents", "library", "sites", "links"} {
		l, err := c.List(t.Context(), what, "", 0)
		if err != nil {
			t.Fatal(err)
		}
		var b []byte
		for r, err := range l.All() {
			if err != nil {
				t.Fatal(err)
			}
			b = append(l.AppendJSON(b, r), '\n')
			if !json.Valid(l.AppendJSON(nil, r)) {
				t.Errorf("%s is not JSON", l.AppendJSON(nil, r))
			}
		}
		golden(t, what+".jsonl", string(b))
	}
}

func TestEachURLIsInOneListing(t *testing.T) {
	c := sample(t)
	pages, documents, urls := count(t, c, "pages", ""), count(t, c, "documents", ""), count(t, c, "urls", "")
	if documents != 3 || pages != 8 || urls != 10 {
		t.Errorf("%d pages, %d documents, %d URLs, want 8, 3 (one was added by hand), 10: what a rule kept from being fetched is in none", pages, documents, urls)
	}
}

// TestEachDocumentIsListedOnceWithItsState has a document at two URLs, one that was replaced,
// one whose URL holds what is rejected now, one that was added by hand, one removed, and of
// those that are not filed one in the queue and one at two URLs that is left alone.
func TestEachDocumentIsListedOnceWithItsState(t *testing.T) {
	c, r := shelf(t)
	at := func(n int, path, body string) catalogue.Fetch {
		f := newFetch(n)
		f.URL, f.Site, f.Type, f.Document, f.SHA256, f.Intake = "http://a.example"+path, "a.example", "pdf", true, sumOf(body), catalogue.ReadDocument
		return f
	}
	took := func(f catalogue.Fetch, body string, state library.State) {
		d := paper(body, f.URL)
		d.State, d.Locations[0].First, d.Locations[0].Last = state, f.At, f.At
		file(t, r, d)
		queue, err := c.Queue.Next(t.Context(), 0, 0, 100)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range queue {
			if q.Fetch.SHA256 == d.SHA256 {
				if _, err := c.Queue.Remove(t.Context(), nil, catalogue.Skipped{ID: q.ID}); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	small, same, cut := at(0, "/small.pdf", "small"), at(1, "/same.pdf", "small"), at(2, "/cut.pdf", "cut")
	small.Intake, same.Intake, cut.Intake = 0, 0, 0
	small.Cause, same.Cause, cut.Truncated = "document: too small", "document: too small", "length"
	one, copied, first, good, gone := at(3, "/one.pdf", "one"), at(4, "/copy.pdf", "one"), at(5, "/changes.pdf", "first"), at(6, "/login.pdf", "good"), at(7, "/gone.pdf", "gone")
	root := newFetch(8)
	commit(t, c, &catalogue.Group{Serial: 1, Fetches: []catalogue.Fetch{small, same, cut, one, copied, first, good, gone, root},
		DocumentAnchors: []catalogue.Anchor{{Page: root.URL, URL: first.URL, Text: "text", Sure: true}}})
	for f, body := range map[*catalogue.Fetch]string{&one: "one", &copied: "one", &first: "first", &good: "good", &gone: "gone"} {
		took(*f, body, library.Accepted)
	}
	second, bad, queued := at(1005, "/changes.pdf", "second"), at(1006, "/login.pdf", "bad"), at(1007, "/queued.pdf", "queued")
	commit(t, c, &catalogue.Group{Serial: 2, Fetches: []catalogue.Fetch{second, bad, queued}})
	took(second, "second", library.Accepted)
	took(bad, "bad", library.Rejected)
	if err := r.Remove(t.Context(), gone.URL, ""); err != nil {
		t.Fatal(err)
	}
	added := paper("added", "file:///home/reader/added.pdf")
	added.Locations[0].Added = true
	file(t, r, added)

	got := map[string]string{}
	for _, row := range list(t, c, "documents", "") {
		values := map[string]any{}
		for i, name := range columnsOf(t, c, "documents") {
			values[name] = row[i]
		}
		sum := values["sha256"].(string)
		if got[sum] != "" {
			t.Errorf("%v is listed twice", values["url"])
		}
		got[sum] = fmt.Sprint(values["url"], " ", values["outcome"], " ", values["state"], " ", values["reason"], " ", values["copies"])
	}
	want := map[string]string{}
	for body, row := range map[string]string{
		"one": one.URL + " fetched accepted <nil> 2", "first": first.URL + " fetched replaced a newer one at its URL 0", "second": second.URL + " fetched accepted <nil> 1",
		"good": good.URL + " fetched accepted <nil> 0", "bad": bad.URL + " fetched rejected <nil> 1", "gone": "<nil> <nil> removed <nil> 0",
		"added": "file:///home/reader/added.pdf added accepted <nil> 1", "queued": queued.URL + " fetched queued <nil> 1",
		"small": small.URL + " fetched skipped document: too small 2", "cut": cut.URL + " fetched skipped truncated: length 1",
	} {
		want[sumOf(body)] = row
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("documents (-want +got):\n%s", d)
	}
	report, err := c.Report(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s := report.Library
	for state, n := range map[string]int64{"accepted": s.Accepted, "rejected": s.Rejected, "replaced": s.Replaced, "removed": s.Removed, "queued": s.Queued,
		"skipped": s.Skipped} {
		if listed := count(t, c, "documents", "state = "+state); int64(listed) != n {
			t.Errorf("%d %s documents are listed and %d are reported", listed, state, n)
		}
	}
	if n := count(t, c, "places", "sha256 = "+sumOf("one")); n != 2 {
		t.Errorf("a document at two URLs has %d places", n)
	}
	if n := count(t, c, "document links", ""); n != 1 {
		t.Errorf("one link to a URL that had two documents is listed %d times", n)
	}
}

func columnsOf(t *testing.T, c *catalogue.Catalogue, what string) []string {
	t.Helper()
	l, err := c.List(t.Context(), what, "", 1)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Columns
}

func TestConditions(t *testing.T) {
	c := sample(t)
	for where, want := range map[string]string{
		"":                                      "/ /papers/ /copy.html /old /\"a\",b.html /gone /slow /later",
		"status = 404":                          "/gone",
		"status=404 or status=301":              "/old /gone",
		"status >= 300 and status < 500":        "/old /gone",
		"not status = 200":                      "/old /gone /slow /later",
		"not (cause = \"timeout: first byte\")": "/ /papers/ /copy.html /old /\"a\",b.html /gone /later",
		"cause != null":                         "/slow",
		"cause != 'timeout: first byte' and status = 0":        "",
		"cause = null and status = 404":                        "/gone",
		"outcome = retry":                                      "/later",
		"title contains PAGE and depth=0":                      "/",
		"title contains '%'":                                   "",
		"url ~ '\\.html$'":                                     "/copy.html /\"a\",b.html",
		"url ~ /papers/$":                                      "/papers/",
		"url = http://www.example.edu/old":                     "/old",
		"fetched_at = 2026-11-01":                              "/ /papers/",
		"fetched_at <= 2026-11-01":                             "/ /papers/",
		"fetched_at < 2026-11-01T20:00":                        "/",
		"fetched_at > 2026-11-04":                              "/slow /later",
		"fetched_at != 2026-11 or depth=0":                     "/",
		"copy_of != null":                                      "/copy.html",
		"depth = 1 and (status = 301 or not not status = 404)": "/old /gone",
		"size > 1kB and size < 1MiB and depth = 0":             "/",
		"STATUS = 404 AND Depth = 1":                           "/gone",
		"level <> 0":                                           "/papers/",
	} {
		var got []string
		for _, r := range list(t, c, "pages", where) {
			got = append(got, strings.TrimPrefix(r[0].(string), "http://www.example.edu"))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("pages where %s\n got %s\nwant %s", where, strings.Join(got, " "), want)
		}
	}
	if got := count(t, c, "documents", "size > 1.1MiB and type = PDF"); got != 1 {
		t.Errorf("%d documents over 10 MB, want 1", got)
	}
	for where, want := range map[string]int{
		"genre = thesis and year > 2000": 1, "genre = Thesis and confidence >= 97 and authors contains author": 1, "year > 2003": 0,
		"state = rejected and linked_from = 2": 1, "state = waiting and reason contains libreoffice and outcome = added": 1,
		"genre != thesis": 2, "copies = 1": 3, "judged_by = null": 1, "added_at >= 2026-11-07": 3,
	} {
		if got := count(t, c, "documents", where); got != want {
			t.Errorf("%d documents where %s, want %d", got, where, want)
		}
	}
	if got := count(t, c, "sites", "given_up contains TIMEOUT"); got != 1 {
		t.Errorf("%d sites given up, want 1", got)
	}
	if got := count(t, c, "links", "to = ftp.example.org"); got != 1 {
		t.Errorf("%d links to ftp.example.org, want 1", got)
	}
}

// TestDocumentsSortedByLinksHaveTheCountsOfTheView compares the order, whose counts are made at once, with the column.
func TestDocumentsSortedByLinksHaveTheCountsOfTheView(t *testing.T) {
	c := sample(t)
	counts := func(where, sort string) (all []int64) {
		t.Helper()
		l, err := c.Query(t.Context(), "documents", library.Query{Where: where, Sort: sort}, "linked_from")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		for r, err := range l.All() {
			if err != nil {
				t.Fatal(err)
			}
			n, _ := r[0].(int64) // 0 for one that was not read
			all = append(all, n)
		}
		return all
	}
	for _, where := range []string{"", "linked_from >= 1", "state = rejected"} {
		want := counts(where, "")
		slices.Sort(want)
		slices.Reverse(want)
		if len(want) == 0 || want[0] < 2 {
			t.Errorf("documents where %q have %v links", where, want)
		}
		if got := counts(where, "-linked_from"); !slices.Equal(got, want) {
			t.Errorf("documents where %q, sorted: %v; want %v", where, got, want)
		}
	}
}

func TestAWrongConditionSaysWhatIsWrong(t *testing.T) {
	c := sample(t)
	for where, want := range map[string]string{
		"colour = red":           `no column "colour"; the columns are url, status, type`,
		"status":                 "one of = != < <= > >= ~ contains",
		"status =":               "expected a value",
		"status = many":          "is not a number",
		"status = 1e300GB":       "is not a number",
		"status ~ 4":             "status is a number",
		"fetched_at > yesterday": "is not a time",
		"url ~ '('":              "missing closing )",
		"title = 'open":          "a quote is not closed",
		"(status = 1":            "a parenthesis is not closed",
		"status = 1 status = 2":  `expected and, or, or the end at "status"`,
		"status = 1 and":         "expected a column",
		"status ! 1":             "! is only valid in !=",
		"size > null":            "only be compared by = and !=",
		strings.Repeat("(", 200): "more than 100 parentheses",
		strings.Repeat("x", 1e4): "longer than",
		"1=1; DROP TABLE pages":  `no column "1"`,
	} {
		_, err := c.List(t.Context(), "pages", where, 0)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("where %.40s: error %v, want %q in it", where, err, want)
		}
	}
	if _, err := c.List(t.Context(), "books", "", 0); err == nil {
		t.Error("List of books = nil")
	}
}

func TestListingCanBeLimitedAndLeftEarly(t *testing.T) {
	c := memory(t)
	commit(t, c, newGroup(1, 0, 50))
	l, err := c.List(t.Context(), "pages", "", 7)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for range l.All() {
		n++
	}
	if n != 7 {
		t.Errorf("%d records, want 7", n)
	}
	if l, err = c.List(t.Context(), "pages", "", 0); err != nil {
		t.Fatal(err)
	}
	for range l.All() {
		break
	}
	commit(t, c, newGroup(2, 50, 1)) // would wait for ever for a listing that is open
}

func FuzzCondition(f *testing.F) {
	for _, s := range []string{"status = 404", "not (url ~ '/x/' or size > 10MB) and title contains \"a b\"", "fetched_at <= 2026-11", "((", "a !"} {
		f.Add(s)
	}
	c := memory(f)
	commit(f, c, newGroup(1, 0, 3))
	f.Fuzz(func(t *testing.T, where string) {
		l, err := c.List(t.Context(), "pages", where, 2)
		if err != nil {
			if strings.Contains(err.Error(), "SQL") {
				t.Errorf("where %q made wrong SQL: %v", where, err)
			}
			return
		}
		for _, err := range l.All() {
			if err != nil {
				t.Errorf("where %q: %v", where, err)
			}
		}
	})
}

func BenchmarkList(b *testing.B) {
	c := open(b, filepath.Join(b.TempDir(), "catalog.db"))
	const pages = 100_000
	for i := range pages / 1000 {
		commit(b, c, newGroup(int64(i+1), i*1000, 1000))
	}
	for _, where := range []string{"", "status = 404", "url ~ /page77"} {
		b.Run(fmt.Sprintf("where=%s", where), func(b *testing.B) {
			var line []byte
			for b.Loop() {
				l, err := c.List(b.Context(), "pages", where, 0)
				if err != nil {
					b.Fatal(err)
				}
				for r, err := range l.All() {
					if err != nil {
						b.Fatal(err)
					}
					line = l.AppendJSON(line[:0], r)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/pages, "µs/row")
		})
	}
	b.Run("report", func(b *testing.B) {
		for b.Loop() {
			if _, err := c.Report(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/pages, "µs/row")
	})
	b.Run("captures", func(b *testing.B) {
		for b.Loop() {
			for _, err := range c.Captures.All(b.Context()) {
				if err != nil {
					b.Fatal(err)
				}
			}
		}
		b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/pages, "µs/row")
	})
}

func TestLinksToMissingDocumentsAreListed(t *testing.T) {
	c := open(t, filepath.Join(t.TempDir(), "catalog.db"))
	page := newFetch(1)
	login := newFetch(2)
	login.URL, login.Cause = "http://"+page.Site+"/login.pdf", library.Cause(catalogue.NoDocument.With(catalogue.CauseWebPage))
	commit(t, c, &catalogue.Group{Serial: 1, Fetches: []catalogue.Fetch{page, login}, DocumentAnchors: []catalogue.Anchor{
		{Page: page.URL, URL: login.URL, Text: "a login", Sure: true}, {Page: page.URL, URL: "http://elsewhere.example/gone.ps", Text: "gone", Sure: true},
		{Page: page.URL, URL: "http://elsewhere.example/perhaps", Text: "perhaps"},
	}})
	l, err := c.List(t.Context(), "document links", "", 0)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var got []string
	for record, err := range l.All() {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprint(record[0], " ", record[3], " ", record[4]))
	}
	if want := []string{"http://elsewhere.example/gone.ps gone 1", login.URL + " a login 0"}; !slices.Equal(got, want) {
		t.Errorf("listed %q, want %q", got, want)
	}
}
