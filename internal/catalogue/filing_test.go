package catalogue_test

import (
	"fmt"
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

func TestFiledDocumentIsReadBack(t *testing.T) {
	c, r := shelf(t)
	want := paper("one", "http://a.example/1.pdf")
	want.Cut = "size"
	want.Locations[0].ETag, want.Locations[0].Parent, want.Locations[0].Name = `"1"`, "http://a.example/", "1.pdf"
	want.Locations[0].LastModified = day(-100)
	sum := stored(t, r, "one", want)
	for range 2 {
		d := got(t, c, sum)
		want.Kept, want.Copies, want.Since = true, 1, day(0)
		want.Locations[0].Host, want.Locations[0].Last, want.Locations[0].Latest = "a.example", day(0), true
		if diff := cmp.Diff(want.Document, d); diff != "" {
			t.Errorf("document (-want +got):\n%s", diff)
		}
		again := want
		again.Copies, again.Kept = 0, false
		file(t, r, again) // filed twice is filed once
	}
	record := list(t, c, "library", "year = 2003 and genre = paper and confidence = 90 and authors contains turing")
	if len(record) != 1 || !slices.Contains(record[0], any("Ada Lovelace; Alan Turing")) {
		t.Errorf("listed: %v", record)
	}
}

func TestEqualBytesAtTwoURLsAreOneDocument(t *testing.T) {
	c, r := shelf(t)
	d := paper("one")
	d.Locations = []library.Location{{URL: "http://a.example/1.pdf", First: day(0), LastModified: day(-10)}}
	sum := stored(t, r, "one", d)
	for _, next := range []struct {
		why      string
		location library.Location
		original string
	}{
		{"a later date changes nothing", library.Location{URL: "http://b.example/1.pdf", First: day(1), LastModified: day(-9)}, "http://a.example/1.pdf"},
		{"an earlier date wins", library.Location{URL: "http://c.example/1.pdf", First: day(2), LastModified: day(-20)}, "http://c.example/1.pdf"},
		{"of equal dates the first fetched wins", library.Location{URL: "http://d.example/1.pdf", First: day(3), LastModified: day(-20)}, "http://c.example/1.pdf"},
		{"even if it is told later", library.Location{URL: "http://e.example/1.pdf", First: day(-1), LastModified: day(-20)}, "http://e.example/1.pdf"},
		{"no date is no early date", library.Location{URL: "http://f.example/1.pdf", First: day(-2)}, "http://e.example/1.pdf"},
		{"nor is one that cannot be", library.Location{URL: "http://g.example/1.pdf", First: day(0), LastModified: time.Unix(0, 0)}, "http://e.example/1.pdf"},
	} {
		// It was not read again.
		file(t, r, catalogue.Filing{Document: library.Document{SHA256: sum, Type: "pdf", State: library.Waiting, Locations: []library.Location{next.location}}})
		if d := got(t, c, sum); d.Locations[0].URL != next.original || d.State != library.Accepted || d.Get("title") != "On one" {
			t.Errorf("%s: the original is %s, state %s; want %s", next.why, d.Locations[0].URL, d.State, next.original)
		}
	}
	if d := got(t, c, sum); d.Copies != 7 || len(d.Locations) != 7 {
		t.Errorf("%d copies, %d locations, want 7", d.Copies, len(d.Locations))
	}
	if n := count(t, c, "library", ""); n != 1 {
		t.Errorf("%d documents, want 1", n)
	}
	if s, ok, err := c.ShowDocument(t.Context(), sum); err != nil || !ok || len(s.Document.Locations) != 7 {
		t.Errorf("ShowDocument = %+v, %v, %v", s, ok, err)
	}
}

func TestANewerBodyReplacesTheOlderOne(t *testing.T) {
	const url = "http://a.example/1.pdf"
	c, r := shelf(t)
	one := stored(t, r, "one", at("one", url, 0, library.Accepted))
	two := stored(t, r, "two", at("two", url, 1, library.Accepted))
	old, now := got(t, c, one), got(t, c, two)
	if old.State != library.Replaced || old.ReplacedBy != two || old.Copies != 0 || folderOf(t, r, one) != "trash" {
		t.Errorf("the older one is %s by %.8s and lies in %s", old.State, old.ReplacedBy, folderOf(t, r, one))
	}
	if now.State != library.Accepted || now.ReplacedBy != "" || folderOf(t, r, two) != "accepted" {
		t.Errorf("the newer one is %s and lies in %s", now.State, folderOf(t, r, two))
	}
	if held, ok, err := c.DocumentAt(t.Context(), "https"+strings.TrimPrefix(url, "http")); err != nil || !ok || held.SHA256 != two {
		t.Errorf("Held = %+v, %v, %v, want the newer one", held, ok, err)
	}
	file(t, r, at("one", url, 0, library.Accepted)) // told once more, late: it stays replaced
	if d := got(t, c, one); d.State != library.Replaced {
		t.Errorf("an old body that is filed again is %s, want replaced", d.State)
	}
	file(t, r, at("one", url, 2, library.Accepted)) // the site took the newer one back
	if a, b := got(t, c, one), got(t, c, two); a.State != library.Accepted || b.State != library.Replaced || b.ReplacedBy != one {
		t.Errorf("after the return of the first: %s and %s", a.State, b.State)
	}
	if a, b := folderOf(t, r, one), folderOf(t, r, two); a != "accepted" || b != "trash" {
		t.Errorf("they lie in %s and %s", a, b)
	}
}

func TestAcceptedDocumentYieldsOnlyToAccepted(t *testing.T) {
	const url = "http://a.example/1.pdf"
	c, r := shelf(t)
	one := stored(t, r, "one", at("one", url, 0, library.Accepted))
	page := at("login", url, 1, library.Rejected)
	login := stored(t, r, "login", page)
	if d := got(t, c, one); d.State != library.Accepted || d.Copies != 0 {
		t.Errorf("a paper whose URL has a login page now is %s with %d copies, want accepted with none", d.State, d.Copies)
	}
	waiting := at("two", url, 2, library.Waiting)
	waiting.Read, waiting.Judged = time.Time{}, time.Time{}
	two := stored(t, r, "two", waiting)
	if d := got(t, c, one); d.State != library.Accepted {
		t.Errorf("a paper whose newer version was not read yet is %s", d.State)
	}
	stored(t, r, "two", at("two", url, 2, library.Accepted))
	if d := got(t, c, one); d.State != library.Replaced || d.ReplacedBy != two {
		t.Errorf("after its newer version was read it is %s", d.State)
	}
	if d := got(t, c, login); d.State != library.Rejected || d.ReplacedBy != two {
		t.Errorf("what was rejected is %s, replaced by %.8s: it keeps its state and has the pointer", d.State, d.ReplacedBy)
	}
}

func TestDocumentAtAnotherURLIsNotReplaced(t *testing.T) {
	c, r := shelf(t)
	d := paper("one", "http://a.example/1.pdf", "http://b.example/1.pdf")
	one := stored(t, r, "one", d)
	stored(t, r, "two", at("two", "http://a.example/1.pdf", 1, library.Accepted))
	if d := got(t, c, one); d.State != library.Accepted || d.Copies != 1 || d.Locations[0].URL != "http://b.example/1.pdf" {
		t.Errorf("it is %s with %d copies, the original at %s", d.State, d.Copies, d.Locations[0].URL)
	}
}

func TestDecisionsSurviveRefiling(t *testing.T) {
	c, r := shelf(t)
	ctx := t.Context()
	d := at("one", "http://a.example/1.pdf", 0, library.Rejected)
	d.Verdict.Genre = "cv"
	sum := stored(t, r, "one", d)
	if err := r.Judge(ctx, sum, "thesis", library.Accepted); err != nil {
		t.Fatal(err)
	}
	err := r.Edit(ctx, sum, []describe.Field{{Name: "title", Value: "The right title"}, {Name: "author", Value: "Grace Hopper"}, {Name: "author", Value: "Second Author"}})
	if err != nil {
		t.Fatal(err)
	}
	check := func(when string) {
		t.Helper()
		got := got(t, c, sum)
		if got.State != library.Accepted || got.Verdict.Genre != "thesis" || got.Verdict.By != "user" || folderOf(t, r, sum) != "accepted" {
			t.Errorf("%s: %s, %+v, in %s", when, got.State, got.Verdict, folderOf(t, r, sum))
		}
		if records := list(t, c, "library", `title = "The right title" and authors = "Grace Hopper; Second Author" and year = 2003`); len(records) != 1 {
			t.Errorf("%s: not listed by what was edited", when)
		}
		if f := got.Fields[0]; f.Source != "user" || f.Confidence != 1 {
			t.Errorf("%s: the first field is %+v", when, f)
		}
	}
	check("at once")
	file(t, r, d)
	check("after it was filed again")
	if err := r.Edit(ctx, sum, []describe.Field{{Name: "title"}}); err != nil {
		t.Fatal(err)
	}
	if got := got(t, c, sum); got.Get("title") != "On one" {
		t.Errorf("without the edit its title is %q, want what was found", got.Get("title"))
	}
	all, err := c.Documents.Corrections(ctx)
	if err != nil || len(all) != 1 || all[0].SHA256 != sum || all[0].Genre != "thesis" || all[0].State != library.Accepted {
		t.Errorf("Corrections = %+v, %v", all, err)
	}
}

func TestVerdictBeforeFilingIsKept(t *testing.T) {
	c, r := shelf(t)
	if err := r.Judge(t.Context(), sumOf("one"), "thesis", library.Accepted); err != nil {
		t.Fatal(err)
	}
	waiting := at("one", "http://a.example/1.pdf", 0, library.Waiting)
	waiting.Read, waiting.Cause = time.Time{}, "not read: needs LibreOffice"
	sum := stored(t, r, "one", waiting)
	if d := got(t, c, sum); d.State != library.Waiting {
		t.Errorf("what was not read is %s", d.State)
	}
	stored(t, r, "one", at("one", "http://a.example/1.pdf", 0, library.Rejected))
	if d := got(t, c, sum); d.State != library.Accepted || d.Verdict.Genre != "thesis" || d.Cause != "" {
		t.Errorf("once it is read it is %s, a %s, %q", d.State, d.Verdict.Genre, d.Cause)
	}
}

func TestSizeLimitFollowsAcceptedFiles(t *testing.T) {
	sizes := func(n int, state library.State) *catalogue.Catalogue {
		c := memory(t)
		r := openRepository(t, t.TempDir(), c)
		var batch []catalogue.Filing
		for i := range n {
			d := paper(strings.Repeat("x", i+1))
			d.Size, d.State = int64(20_000+i), state
			batch = append(batch, d)
		}
		file(t, r, batch...)
		return c
	}
	for _, test := range []struct {
		accepted int
		state    library.State
		typ      string
		want     int64
	}{
		{0, library.Accepted, "pdf", 8192}, {0, library.Accepted, "ps", 0}, {99, library.Accepted, "pdf", 8192},
		{100, library.Accepted, "pdf", 19_999}, {100, library.Rejected, "pdf", 8192}, {100, library.Accepted, "doc", 0},
	} {
		if n, err := sizes(test.accepted, test.state).TooSmall(t.Context(), test.typ); n != test.want || err != nil {
			t.Errorf("after %d that were %s, TooSmall(%s) = %d, %v, want %d", test.accepted, test.state, test.typ, n, err, test.want)
		}
	}
}

func TestDocumentsAreIdentifiedAsPeopleNameThem(t *testing.T) {
	c, r := shelf(t)
	d := paper("one", "http://a.example/x/One.pdf")
	d.Locations[0].Name = "Übung.pdf"
	sum := stored(t, r, "one", d)
	for _, what := range []string{sum, sum[:8], sum[:4], strings.ToUpper(sum[:12]), "http://a.example/x/One.pdf", "https://a.example/x/One.pdf", "Paper.PDF", "übung.PDF"} {
		if found, err := c.Documents.Identify(t.Context(), what); err != nil || !slices.Equal(found, []string{sum}) {
			t.Errorf("Identify(%s) = %v, %v", what, found, err)
		}
	}
	for _, what := range []string{"deadbeef", sum[:3], "http://b.example/", "other.pdf", ""} {
		if found, err := c.Documents.Identify(t.Context(), what); err != nil || len(found) != 0 {
			t.Errorf("Identify(%s) = %v, %v, want none", what, found, err)
		}
	}
}

func TestAnEditedLanguageIsListed(t *testing.T) {
	c, r := shelf(t)
	for _, found := range [][]describe.Field{nil, {{Name: "language", Value: "en", Source: "file"}}} {
		d := paper(fmt.Sprint("one ", len(found)), "http://a.example/1.pdf")
		d.Fields = append(d.Fields, found...)
		file(t, r, d)
		listed := func() any { return list(t, c, "library", "sha256 = "+d.SHA256)[0][17] }
		edit := func(name, value string) {
			t.Helper()
			if err := r.Edit(t.Context(), d.SHA256, []describe.Field{{Name: name, Value: value}}); err != nil {
				t.Fatal(err)
			}
		}
		edit("title", "x")
		if got := listed(); got != "en" {
			t.Errorf("after the edit of something else it is listed in %v", got)
		}
		edit("language", "de")
		file(t, r, d)
		if got := listed(); got != "de" {
			t.Errorf("it is listed in %v, want de", got)
		}
		if edit("language", ""); len(found) > 0 && listed() != "en" || len(found) == 0 && listed() == "de" {
			t.Errorf("without the edit it is listed in %v", listed())
		}
	}
}

// TestBodyAtThousandsOfURLsIsFiledAtSameCost files equal bytes again and again at new URLs.
func TestBodyAtThousandsOfURLsIsFiledAtSameCost(t *testing.T) {
	c, r := shelf(t)
	const each = 1000
	var costs []time.Duration
	for part := range 4 {
		var batch []catalogue.Filing
		for i := range each {
			d := paper("one", fmt.Sprintf("http://www%d.example/%d.html", i%7, part*each+i))
			d.Type = "html"
			if part+i > 0 {
				d.Read, d.State = time.Time{}, library.Waiting
			}
			batch = append(batch, d)
		}
		before := cpuTime()
		file(t, r, batch...)
		costs = append(costs, cpuTime()-before)
	}
	if costs[3] > 2*costs[0] {
		t.Errorf("a thousand more URLs cost %v", costs)
	}
	if d := got(t, c, sumOf("one")); d.Copies != 4*each || len(d.Locations) != 1000 || d.State != library.Accepted || d.Locations[0].URL != "http://www0.example/0.html" {
		t.Errorf("%d copies, %d locations, %s", d.Copies, len(d.Locations), d.State)
	}
}

func TestLinksOfFilingAreKeptOnce(t *testing.T) {
	c, r := shelf(t)
	commit(t, c, newGroup(1, 0, 5))
	const url = "http://a.example/download?id=1"
	d := paper("one", url)
	d.Anchors = []catalogue.Anchor{{Page: newFetch(1).URL, URL: url, Text: " The\npaper "}, {Page: newFetch(2).URL, URL: url},
		{Page: "http://unknown.example/", URL: url, Text: "x"}}
	for range 2 {
		file(t, r, d)
	}
	all, err := c.Documents.LinksToDocument(t.Context(), d.SHA256, 10)
	if err != nil || len(all) != 2 || !slices.ContainsFunc(all, func(l catalogue.Link) bool { return l.Text == "The paper" && l.First.Equal(newFetch(1).At) }) {
		t.Errorf("Citations = %+v, %v; want those of the two known pages", all, err)
	}
}

func BenchmarkRecount(b *testing.B) {
	const documents, citing = 10_000, 10
	c, r := shelf(b)
	for i := range documents / 1000 {
		commit(b, c, newGroup(int64(i+1), i*1000, 1000))
		var batch []catalogue.Filing
		for j := range 1000 {
			n := i*1000 + j
			batch = append(batch, paper(fmt.Sprint(n), newFetch(n).URL))
			for k := range citing {
				batch[j].Anchors = append(batch[j].Anchors, catalogue.Anchor{Page: newFetch((n*(k+7) + k) % ((i + 1) * 1000)).URL, URL: newFetch(n).URL})
			}
		}
		file(b, r, batch...)
	}
	for {
		all, err := c.Documents.Stale(b.Context(), 1000)
		if err != nil {
			b.Fatal(err)
		}
		if len(all) == 0 {
			break
		}
		if err := c.Documents.MarkIndexed(b.Context(), all...); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if err := c.Documents.Recount(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

func TestHostileTextIsKeptCleanAndBounded(t *testing.T) {
	c, r := shelf(t)
	d := paper("one", "http://a.example/1.pdf")
	d.Fields = []describe.Field{{Name: "title", Value: "a\x00b\xff" + strings.Repeat("é", 20_000)}}
	for range 2000 {
		d.Fields = append(d.Fields, describe.Field{Name: "keyword", Value: "k"})
	}
	d.Name = "x\x00/\xff"
	sum := stored(t, r, "one", d)
	got := got(t, c, sum)
	if len(got.Fields) != 1000 || len(got.Get("title")) > 16<<10 || !strings.HasPrefix(got.Get("title"), "a�b�é") {
		t.Errorf("%d fields, a title of %d bytes that begins %.10q", len(got.Fields), len(got.Get("title")), got.Get("title"))
	}
	if err := r.File(t.Context(), []catalogue.Filing{{Document: library.Document{SHA256: "../../etc/passwd"}}}); err == nil {
		t.Error("an invalid hash is filed")
	}
}

func TestAcceptedPageIsListedAsDocument(t *testing.T) {
	c, r := shelf(t)
	for i, kind := range []string{"html", "text", "markdown", "asciidoc", "xml", "atom"} {
		f := newFetch(i)
		f.Type = kind
		commit(t, c, &catalogue.Group{Serial: int64(2*i + 1), Fetches: []catalogue.Fetch{f}})
		d := paper("page", f.URL)
		d.SHA256, d.Type = f.SHA256, kind
		url := "url = " + f.URL
		for _, state := range []library.State{library.Accepted, library.Rejected, library.Accepted} {
			d.State = state
			file(t, r, d)
			want := 1
			if state == library.Accepted {
				want = 0
			}
			report, err := c.Report(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if pages := count(t, c, "pages", url); pages != want || report.Totals.Documents != int64(1-want) {
				t.Errorf("%s, %s: %d pages and %d documents, want %d and %d", kind, state, pages, report.Totals.Documents, want, 1-want)
			}
			if n := count(t, c, "documents", url+" and state = "+string(state)); n != 1 {
				t.Errorf("%s, %s: listed %d times", kind, state, n)
			}
		}
		f.At, f.SHA256 = f.At.Add(time.Hour), sumOf("changed "+kind) // it is a page again until it is filed
		commit(t, c, &catalogue.Group{Serial: int64(2*i + 2), Fetches: []catalogue.Fetch{f}})
		file(t, r, d)
		if pages := count(t, c, "pages", url); pages != 1 {
			t.Errorf("%s: %d pages after it changed, want 1", kind, pages)
		}
	}
}

func TestTwoProcessesFileAndCrawl(t *testing.T) {
	dir := t.TempDir()
	crawl := open(t, filepath.Join(dir, "catalog.db"))
	commit(t, crawl, newGroup(1, 0, 50))
	beside, err := catalogue.Open(t.Context(), filepath.Join(dir, "catalog.db"), catalogue.Options{Beside: true})
	if err != nil {
		t.Fatal(err)
	}
	r := openRepository(t, filepath.Join(dir, "documents"), beside)
	failed := make(chan error, 1)
	go func() {
		for i := range 40 {
			body := strings.Repeat("x", i+1)
			if err := r.File(t.Context(), []catalogue.Filing{paper(body, newFetch(i).URL)}); err != nil {
				failed <- err
				return
			}
		}
		failed <- nil
	}()
	for serial := int64(2); serial < 30; serial++ {
		commit(t, crawl, newGroup(serial, int(serial)*50, 50))
	}
	if err := <-failed; err != nil {
		t.Fatal(err)
	}
	if err := beside.Close(); err != nil {
		t.Fatal(err)
	}
	commit(t, crawl, newGroup(30, 5000, 50))
	if pages, filed := count(t, crawl, "urls", ""), count(t, crawl, "library", ""); pages != 1500 || filed != 40 {
		t.Errorf("%d URLs, %d documents; want 1500 and 40", pages, filed)
	}
	var links int64
	for _, l := range list(t, crawl, "links", "") {
		links += l[2].(int64)
	}
	if links != 1500 {
		t.Errorf("%d links between hosts, want 1500: the other process must leave them alone", links)
	}
}
