package lab_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sluice/focus"
	"sluice/internal/lab"
	"sluice/page"
	"sluice/topic"
	"sluice/weburl"
)

// open opens a web of files.
func open(t *testing.T, o lab.Options, files map[string]string) *lab.Web {
	t.Helper()
	dir := t.TempDir()
	for name, body := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(body), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	web, err := lab.Open(t.Context(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { web.Close() })
	return web
}

// tree is a site with two pages of papers, one of them behind ten pages of something else.
func tree() map[string]string {
	home := `<a href=papers.html>papers</a>`
	files := map[string]string{"a.example/one.pdf": "%PDF-1.4", "a.example/two.pdf": "%PDF-1.4", "a.example/three.pdf": "%PDF-1.4", "a.example/page.pdf": "<!doctype html><title>x</title><p>no document"}
	for i := range 10 {
		home += fmt.Sprintf(` <a href=%d/>x</a>`, i)
		files[fmt.Sprintf("a.example/%d/index.html", i)] = `<a href=/dead.html>dead</a> <a href=/0>moved</a>`
	}
	files["a.example/index.html"] = "<!doctype html><title>Home</title>" + home
	files["a.example/papers.html"] = `<a href=one.pdf>1</a> <a href=two.pdf>2</a> <a href=gone.pdf>not recorded</a> <a href=page.pdf>page</a>`
	files["a.example/9/index.html"] = `<a href=last.html>x</a>`
	files["a.example/9/last.html"] = `<a href=/three.pdf>3</a>`
	return files
}

func walk(t *testing.T, web *lab.Web, s focus.Strategy, targets lab.Targets) *lab.Walk {
	t.Helper()
	w, err := lab.Run(t.Context(), web, s, targets, lab.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestWalkCountsRequestsUntilDocumentsAreKnown(t *testing.T) {
	web := open(t, lab.Options{}, tree())
	w := walk(t, web, focus.BreadthFirst{}, lab.Documents(web, nil))
	// The home page, papers, ten folders, the dead link, the redirect of /0, the last page.
	if got := len(w.Requests); got != 15 {
		t.Errorf("%d requests, want 15: %q", got, w.Requests)
	}
	if w.Known[0] != 0 || w.Known[1] != 2 || w.Targets() != 3 {
		t.Errorf("known %v, want 0, 2, …, 3", w.Known)
	}
	if n, ok := w.Until(0.5, 3); n != 2 || !ok {
		t.Errorf("half of the documents after %d requests, %v, want 2", n, ok)
	}
	if n, ok := w.Until(1, 4); n != len(w.Known) || ok {
		t.Errorf("four documents after %d requests, %v: there are three", n, ok)
	}
}

// TestWalkRequestsADefaultPageOnce: a crawl learns that a host answers for its folders with their default pages, and that a body that
// comes under many URLs is no new page.
func TestWalkRequestsADefaultPageOnce(t *testing.T) {
	files := map[string]string{
		"a.example/index.html":   "<!doctype html><a href=a/index.html>a</a> <a href=a/>a</a> <a href=late.html>late</a> <a href=b/>b</a>",
		"a.example/late.html":    "<!doctype html><a href=b/index.html>b</a> <a href=c/index.html>c</a> <a href=c/>c</a> <a href=copies.html>x</a>",
		"a.example/copies.html":  "<!doctype html><a href=1.html>1</a> <a href=2.html>2</a> <a href=3.html>3</a> <a href=4/>4</a>",
		"a.example/4/index.html": "<!doctype html><p>copy<a href=next.html>next</a>",
		"a.example/4/next.html":  "<!doctype html><p>not found by anyone",
	}
	for _, dir := range []string{"a", "b", "c"} {
		files["a.example/"+dir+"/index.html"] = "<!doctype html><p>" + dir
	}
	for i := 1; i <= 3; i++ {
		files[fmt.Sprintf("a.example/%d.html", i)] = files["a.example/4/index.html"]
	}
	w := walk(t, open(t, lab.Options{}, files), focus.BreadthFirst{}, lab.Documents(nil, nil))
	var got []string
	for _, u := range w.Requests {
		got = append(got, strings.TrimPrefix(u, "http://a.example"))
	}
	want := []string{"/", "/a/index.html", "/a/", "/late.html", "/b/", "/c/", "/copies.html", "/1.html", "/2.html", "/3.html", "/4/", "/next.html"}
	if !slices.Equal(got, want) {
		t.Errorf("requests %q, want %q", got, want)
	}
}

// TestTargetIsFetchedWithItsFolder: a target that is listed by the URL of its default page.
func TestTargetIsFetchedWithItsFolder(t *testing.T) {
	web := open(t, lab.Options{}, map[string]string{
		"a.example/index.html":   "<!doctype html><a href=a/index.html>a</a> <a href=a/>a</a> <a href=b/>b</a> <a href=c.html>c</a>",
		"a.example/a/index.html": "<!doctype html><p>a", "a.example/b/index.html": "<!doctype html><p>b", "a.example/d/index.html": "<!doctype html><p>d",
		"a.example/c.html": "<!doctype html><a href=b/index.html>b</a> <a href=d/index.html>d</a>",
	})
	list, err := lab.ReadList(strings.NewReader("http://a.example/b/index.html\nhttp://a.example/d/index.html\n"))
	if err != nil {
		t.Fatal(err)
	}
	if w := walk(t, web, focus.BreadthFirst{}, lab.Pages(list)); w.Targets() != 2 || len(w.Requests) != 6 {
		t.Errorf("%d targets after %q", w.Targets(), w.Requests)
	}
}

func TestWalkFindsAHostOnAllPorts(t *testing.T) {
	web := open(t, lab.Options{Hosts: []string{"a.example"}}, map[string]string{
		"a.example/index.html": "<!doctype html><a href=http://a.example:8080/next.html>next</a> <a href=http://b.example:8080/>none</a>", "a.example/next.html": "<!doctype html>",
	})
	if w := walk(t, web, focus.BreadthFirst{}, lab.Documents(web, nil)); !slices.Equal(w.Status, []int{200, 200}) {
		t.Errorf("requests %q with %v", w.Requests, w.Status)
	}
}

func TestWalksAreTheSameEachTime(t *testing.T) {
	web := open(t, lab.Options{}, tree())
	about := lab.Documents(web, nil)
	d, err := topic.FromWords("papers")
	if err != nil {
		t.Fatal(err)
	}
	if about.Topic, err = topic.New(d, nil); err != nil {
		t.Fatal(err)
	}
	for _, e := range focus.Strategies() {
		first := walk(t, web, e.New(7), about)
		again := walk(t, web, e.New(7), about)
		if !slices.Equal(first.Requests, again.Requests) {
			t.Errorf("%s: %q, then %q", e.Name, first.Requests, again.Requests)
		}
		if !slices.Equal(slices.Sorted(slices.Values(first.Requests)), slices.Sorted(slices.Values(walk(t, web, focus.BreadthFirst{}, lab.Documents(web, nil)).Requests))) {
			t.Errorf("%s requests other pages than breadth-first: %q", e.Name, first.Requests)
		}
	}
}

func TestStrategyThatNeedsATopicIsAnError(t *testing.T) {
	web := open(t, lab.Options{}, tree())
	if _, err := lab.Run(t.Context(), web, &focus.BestFirst{}, lab.Documents(web, nil), lab.Limits{}); err == nil || !strings.Contains(err.Error(), "best-first needs a topic") {
		t.Errorf("error %v", err)
	}
}

func TestOracleTakesTheShortestWay(t *testing.T) {
	web := open(t, lab.Options{}, tree())
	w, err := lab.Oracle(t.Context(), web, lab.Documents(web, nil))
	if err != nil {
		t.Fatal(err)
	}
	if want := []int{0, 2, 2, 3}; !slices.Equal(w.Known, want) {
		t.Errorf("the oracle knows %v, want %v", w.Known, want)
	}
}

func TestListedTargets(t *testing.T) {
	web := open(t, lab.Options{}, tree())
	list, err := lab.ReadList(strings.NewReader("# targets\n\na.example\t/gone.pdf\tpdf\nhttp://a.example/9/last.html\n"))
	if err != nil {
		t.Fatal(err)
	}
	if n := walk(t, web, focus.BreadthFirst{}, lab.Documents(web, list)).Targets(); n != 4 {
		t.Errorf("%d documents are known, want two recorded ones, and the two listed, which are not requested", n)
	}
	w := walk(t, web, focus.BreadthFirst{}, lab.Pages(list))
	if n, _ := w.Until(1, 1); n != len(w.Known) || w.Targets() != 1 {
		t.Errorf("the page is known after %d of %d requests", n, len(w.Known))
	}
}

func TestListsWithoutTargetsAreRefused(t *testing.T) {
	for list, want := range map[string]string{"": "names no URL", "# none\n": "names no URL", "http://a.example/\nnot a URL\n": "line 2", strings.Repeat("x", 1<<17): "line 0"} {
		if _, err := lab.ReadList(strings.NewReader(list)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v, want an error with %q", list, err, want)
		}
	}
}

// hostile is a strategy that makes mistakes.
type hostile struct {
	focus.BreadthFirst
	score float64
}

func (h hostile) Place(v *focus.Visit, l *page.Link) focus.Placement {
	return focus.Placement{Lane: focus.Lane(len(l.URL.Path()) % 3), Score: h.score}
}

func (h hostile) Again(*focus.Visit, *page.Link, focus.Placement) focus.Placement {
	return focus.Placement{Score: math.Inf(-1)}
}

func TestScoresThatAreNoNumbersLoseNoLink(t *testing.T) {
	web := open(t, lab.Options{}, tree())
	for _, score := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64} {
		if n := len(walk(t, web, hostile{score: score}, lab.Documents(web, nil)).Requests); n != 15 {
			t.Errorf("score %v: %d requests, want 15", score, n)
		}
	}
}

// tender moves everything to another lane and drops what waits in a third.
type tender struct {
	once   bool // it tends until it has moved a link
	tended bool
	focus.Random
	t     *testing.T
	moved int
}

func (s *tender) Tend(w focus.Waiting) {
	if s.tended = s.tended || s.moved > 0; s.once && s.tended {
		return
	}
	var all []focus.WaitingLink
	for cursor := ""; ; {
		var links []focus.WaitingLink
		links, cursor = w.Links(0, cursor, 2)
		all = append(all, links...)
		if len(links) > 2 {
			s.t.Errorf("%d links at once, want 2 at most", len(links))
		}
		if cursor == "" {
			break
		}
	}
	for _, l := range all {
		if strings.HasSuffix(l.URL.Path(), "2.html") {
			w.Move(l.URL, focus.Placement{Lane: 7, Score: 1})
			s.moved++
		}
	}
	w.Split(0, 5, 0.5)
	w.Drop(7)
}

// returner has pages requested again after the first visit.
type returner struct {
	focus.BreadthFirst
	pages []string
	asked bool
}

func (s *returner) Tend(w focus.Waiting) {
	if s.asked {
		return
	}
	s.asked = true
	for _, p := range s.pages {
		if u, err := weburl.Parse(p); err == nil {
			w.Revisit(focus.WaitingLink{URL: u, Placement: focus.Placement{Score: 1}})
		}
	}
}

// TestPageIsRequestedAgain: a visit counts as a request, and nothing that waits, or was never found, is requested for it.
func TestPageIsRequestedAgain(t *testing.T) {
	web := open(t, lab.Options{Seeds: []string{"http://a.example/"}}, tree())
	once := walk(t, web, focus.BreadthFirst{}, lab.Documents(web, nil))
	twice := walk(t, web, &returner{pages: []string{"http://a.example/", "http://a.example/papers.html", "http://a.example/nowhere"}}, lab.Documents(web, nil))
	want := append([]string{"http://a.example/"}, once.Requests...)
	if !slices.Equal(twice.Requests, want) || twice.Targets() != once.Targets() {
		t.Errorf("requests %q with %d targets, want %q with %d", twice.Requests, twice.Targets(), want, once.Targets())
	}
}

func TestTenderRearrangesWhatWaits(t *testing.T) {
	files := map[string]string{}
	home := ""
	for i := range 200 {
		home += fmt.Sprintf(`<a href=%d.html>x</a>`, i)
		files[fmt.Sprintf("a.example/%d.html", i)] = "<title>x</title>"
	}
	files["a.example/index.html"] = "<!doctype html>" + home
	web := open(t, lab.Options{}, files)
	s := &tender{t: t}
	w := walk(t, web, s, lab.Documents(web, nil))
	if s.moved == 0 || len(w.Requests) != 201-s.moved {
		t.Errorf("%d requests, want 201 without the %d that were dropped", len(w.Requests), s.moved)
	}
}

func TestComparisonHasBreadthFirstAndTheOracle(t *testing.T) {
	web := open(t, lab.Options{}, tree())
	plan := lab.Plan{Targets: lab.Documents(web, nil), Strategies: []string{"depth-first"}, Runs: 3}
	c, err := lab.Compare(t.Context(), "tree", web, plan)
	if err != nil {
		t.Fatal(err)
	}
	if c.Targets != 3 || c.Reachable != 15 || len(c.Rows) != 9 {
		t.Errorf("%d targets, %d requests, %d walks", c.Targets, c.Reachable, len(c.Rows))
	}
	for _, r := range c.Rows {
		switch r.Strategy {
		case lab.OracleName:
			if r.RoomUsed[0] != 1 || r.SearchLengths[3] != 4 {
				t.Errorf("oracle: %+v", r)
			}
		case lab.BreadthFirst:
			if r.RoomUsed[0] != 0 || r.OfBreadth != 1 || r.AreaGain != 1 {
				t.Errorf("breadth-first: %+v", r)
			}
		}
	}
	var b bytes.Buffer
	if err := lab.WriteCSV(&b, []*lab.Comparison{c}); err != nil {
		t.Fatal(err)
	}
	if rows, err := csv.NewReader(&b).ReadAll(); err != nil || len(rows) != 10 {
		t.Errorf("%d lines of CSV, %v", len(rows), err)
	}
	b.Reset()
	c.Web = "<script>alert(1)</script>"
	if err := lab.WriteHTML(&b, []*lab.Comparison{c}); err != nil {
		t.Fatal(err)
	}
	if s := b.String(); strings.Contains(s, "<script") || !strings.Contains(s, "<svg") {
		t.Errorf("the page has no chart, or runs a script:\n%.400s", s)
	}
}

func TestWebsWithoutTargetsOrPagesAreRefused(t *testing.T) {
	web := open(t, lab.Options{}, map[string]string{"a.example/index.html": "<!doctype html><p>nothing"})
	if _, err := lab.Compare(t.Context(), "empty", web, lab.Plan{Targets: lab.Documents(web, nil)}); err == nil || !strings.Contains(err.Error(), "no target") {
		t.Errorf("no targets: %v", err)
	}
	for _, dir := range []string{t.TempDir(), filepath.Join(t.TempDir(), "none")} {
		if _, err := lab.Open(t.Context(), dir, lab.Options{}); err == nil {
			t.Errorf("%s was opened", dir)
		}
	}
}

func TestWalkEndsWithItsContext(t *testing.T) {
	web := open(t, lab.Options{}, tree())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := lab.Run(ctx, web, focus.BreadthFirst{}, lab.Documents(web, nil), lab.Limits{}); err == nil {
		t.Error("a cancelled walk went on")
	}
}

func TestMeasures(t *testing.T) {
	w := &lab.Walk{Known: []int{0, 1, 1, 4}, Relevance: []float64{0, 1, 0.5, 0.75}}
	if got := w.SearchLengths(4); !slices.Equal(got, []int{4, 4, 4, 4}) {
		t.Errorf("search lengths %v", got)
	}
	if got := w.Area(4, 8); got != (0+1+1+4+4*4)/32.0 {
		t.Errorf("area %v", got)
	}
	if got := w.HarvestRate(4, 0.5); got != 0.5 {
		t.Errorf("harvest rate %v", got)
	}
	if got := w.MeanRelevance(2); got != 0.5 {
		t.Errorf("mean relevance %v", got)
	}
	if got := lab.RoomUsed(30, 50, 10); got != 0.5 {
		t.Errorf("room used %v", got)
	}
	if mean, pm := lab.Mean([]float64{1, 2, 3}); mean != 2 || math.Abs(pm-2.484) > 0.001 {
		t.Errorf("mean %v ± %v", mean, pm)
	}
}

func FuzzReadList(f *testing.F) {
	f.Add("a.example\t/x.pdf\nhttp://b.example/\n# c\n")
	f.Fuzz(func(t *testing.T, s string) {
		list, err := lab.ReadList(strings.NewReader(s))
		if (err == nil) == (len(list) == 0) {
			t.Errorf("%q: %d URLs, %v", s, len(list), err)
		}
	})
}

func BenchmarkWalk(b *testing.B) {
	dir := b.TempDir()
	for name, body := range tree() {
		_ = os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755)
		_ = os.WriteFile(filepath.Join(dir, name), []byte(body), 0o644)
	}
	web, err := lab.Open(b.Context(), dir, lab.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer web.Close()
	pages := 0
	for b.Loop() {
		w, err := lab.Run(b.Context(), web, focus.BreadthFirst{}, lab.Documents(web, map[weburl.Key]bool{}), lab.Limits{})
		if err != nil {
			b.Fatal(err)
		}
		pages += len(w.Known)
	}
	b.ReportMetric(float64(pages)/b.Elapsed().Seconds(), "requests/s")
}

// reader reads a lane link by link.
type reader struct {
	focus.BreadthFirst
	read []int // links, for each visit
}

func (s *reader) Tend(w focus.Waiting) {
	n := 0
	for cursor, count := "", 1; ; count = 1 + n%3 {
		links, next := w.Links(0, cursor, count)
		n += len(links)
		if cursor = next; cursor == "" {
			break
		}
	}
	s.read = append(s.read, n)
}

// TestLaneIsReadLinkByLink: also after its first link alone.
func TestLaneIsReadLinkByLink(t *testing.T) {
	web := open(t, lab.Options{}, tree())
	s := &reader{}
	w := walk(t, web, s, lab.Documents(web, nil))
	if len(s.read) < len(w.Requests) || s.read[0] != 11 || s.read[1] != 10 {
		t.Errorf("read %v waiting links, want eleven after the first page, and ten after the second", s.read)
	}
}
