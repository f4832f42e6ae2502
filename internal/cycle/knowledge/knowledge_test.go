package knowledge_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/cycle/knowledge"
	"sluice/internal/cycle/stats"
	"sluice/library"
	"sluice/weburl"
)

var _ knowledge.Store = (*catalogue.Knowledge)(nil)

// records are the visits of a library in memory.
type records struct {
	visits []catalogue.Visit
	err    error
}

func (r *records) Visits(context.Context) iter.Seq2[*catalogue.Visit, error] {
	return func(yield func(*catalogue.Visit, error) bool) {
		for i := range r.visits {
			if !yield(&r.visits[i], nil) {
				return
			}
		}
		if r.err != nil {
			yield(nil, r.err)
		}
	}
}

func (r *records) DocumentVisits(ctx context.Context) iter.Seq2[*catalogue.Visit, error] {
	return func(yield func(*catalogue.Visit, error) bool) {
		for v, err := range r.Visits(ctx) {
			if err == nil && v.Class != catalogue.VisitDocument {
				continue
			}
			if !yield(v, err) {
				return
			}
		}
	}
}

func (r *records) FruitfulPages(context.Context) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		parents := map[string]string{}
		for i := range r.visits {
			parents[r.visits[i].URL] = r.visits[i].Parent
		}
		for i := range r.visits {
			if r.visits[i].Class != catalogue.VisitDocument {
				continue
			}
			for p := r.visits[i].Parent; p != ""; p = parents[p] {
				if !yield(p, nil) {
					return
				}
			}
		}
	}
}

// page adds a page that was requested in some crawls.
func (r *records) page(url, parent string, crawls int) {
	r.visits = append(r.visits, catalogue.Visit{URL: url, Site: parse(url).Host(), Parent: parent, Kind: "page", Class: catalogue.VisitPage, Crawls: crawls})
}

// document adds a document.
func (r *records) document(url, parent string, state library.State) {
	u := parse(url)
	r.visits = append(r.visits, catalogue.Visit{URL: url, Site: u.Host(), Parent: parent, Kind: "page", Class: catalogue.VisitDocument, Level: u.Level(), State: state, Crawls: 1})
}

func parse(url string) weburl.URL {
	u, err := weburl.NoRules().Parse(url)
	if err != nil {
		panic(err)
	}
	return u
}

// site adds a site with documents in pub and exams, which three crawls have visited.
func site() *records {
	r := &records{}
	const home = "http://a.example/"
	r.page(home, "", 3)
	r.page("http://a.example/pub/", home, 3)
	r.page("http://a.example/pub/old.html", "http://a.example/pub/", 3)
	r.page("http://a.example/pub/new.html", "http://a.example/pub/", 2)
	r.page("http://a.example/a/b/c/way.html", home, 3)
	for i := range 5 {
		r.document(fmt.Sprintf("http://a.example/pub/%d.pdf", i), "http://a.example/pub/", library.Accepted)
		r.document(fmt.Sprintf("http://a.example/exams/%d.pdf", i), "http://a.example/a/b/c/way.html", library.Rejected)
		r.document(fmt.Sprintf("http://a.example/handouts/%d.pdf", i), "http://a.example/handouts/list.html", library.Rejected)
		r.page(fmt.Sprintf("http://a.example/photos/%d.html", i), home, 3)
	}
	r.page("http://a.example/handouts/list.html", home, 3)
	r.document("http://a.example/pub/paper.pdf", "http://a.example/exams/index.html", library.Accepted)
	r.page("http://a.example/exams/index.html", home, 3)
	for i := range 50 {
		r.page(fmt.Sprintf("http://a.example/show?day=%d", i), home, 3)
	}
	return r
}

// rules learns from records and loads what was learned, after decide has changed it.
func rules(t *testing.T, r *records, o knowledge.Options, decide func(*catalogue.Knowledge)) *knowledge.Rules {
	t.Helper()
	c, err := catalogue.NewMemory()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if _, err := knowledge.Learn(t.Context(), r, c.Knowledge, time.Now(), stats.Settings{}); err != nil {
		t.Fatal(err)
	}
	if decide != nil {
		decide(c.Knowledge)
	}
	loaded, err := knowledge.Load(t.Context(), r, c.Knowledge, o)
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

// TestCheck: each rule, and what it does not concern.
func TestCheck(t *testing.T) {
	r := rules(t, site(), knowledge.Options{Crawl: 4, Settings: stats.Settings{LevelSites: 1}}, nil)
	for _, test := range []struct {
		name, url  string
		isDocument bool
		cause      string
	}{
		{"a page that has led to a document", "http://a.example/pub/", false, ""},
		{"a page that has led to documents, though deep", "http://a.example/a/b/c/way.html", false, ""},
		{"a new page of a fruitful directory", "http://a.example/pub/newest.html", false, ""},
		{"a page without documents in three crawls", "http://a.example/pub/old.html", false, knowledge.CausePage},
		{"the same at the other scheme", "https://a.example/pub/old.html", false, knowledge.CausePage},
		{"a page without documents in two crawls", "http://a.example/pub/new.html", false, ""},
		{"a new page of an avoided directory", "http://a.example/photos/new.html", false, knowledge.CauseAvoided},
		{"a document of an avoided directory", "http://a.example/photos/x.pdf", true, ""},
		{"a directory whose name only begins like an avoided one", "http://a.example/photos2/x.html", false, ""},
		{"a directory of that name elsewhere", "http://b.example/photos/x.html", false, ""},
		{"a new page of a pattern", "http://a.example/show?day=99", false, knowledge.CausePattern},
		{"a page of no pattern", "http://a.example/show?night=99", false, ""},
		{"a new page below the level limit", "http://a.example/x/y.html", false, ""},
		{"a new page beyond the level limit", "http://a.example/x/y/z.html", false, knowledge.CauseLevel},
		{"a new site beyond the level limit of the library", "http://new.example/x/y/z.html", false, knowledge.CauseLevel},
		{"a document beyond the level limit", "http://a.example/x/y/z.pdf", true, ""},
		{"a document of a stop directory", "http://new.example/handouts/x.pdf", true, knowledge.CauseStop},
		{"a page of a stop directory", "http://new.example/handouts/x.html", false, knowledge.CauseStop},
		{"a document of a stop directory whose pages have led to an accepted one", "http://new.example/exams/x.pdf", true, knowledge.CauseStop},
		{"a page of such a directory", "http://new.example/exams/x.html", false, ""},
		{"a directory below a stop directory", "http://new.example/handouts/papers/x.pdf", true, ""},
		{"a home page", "http://new.example/", false, ""},
	} {
		if cause, detail := r.Check(parse(test.url), test.isDocument); cause != test.cause {
			t.Errorf("%s: %s is left out for %q (%s), want %q", test.name, test.url, cause, detail, test.cause)
		}
	}
}

// TestLevelLimitOfOtherSitesNeedsSites: that of a site needs none but the site.
func TestLevelLimitOfOtherSitesNeedsSites(t *testing.T) {
	records := &records{}
	for n := range 10 {
		if n == 9 {
			if cause, _ := rules(t, records, knowledge.Options{}, nil).Check(parse("http://new.example/x/y/z.html"), false); cause != "" {
				t.Errorf("nine sites limit another one: %s", cause)
			}
		}
		for i := range 5 {
			records.document(fmt.Sprintf("http://%d.example/pub/%d.pdf", n, i), "", library.Accepted)
		}
	}
	records.document("http://small.example/a/b/deep.pdf", "", library.Accepted)
	r := rules(t, records, knowledge.Options{}, nil)
	for url, want := range map[string]string{"http://new.example/x/y/z.html": "", "http://new.example/x/y/z/1.html": knowledge.CauseLevel, "http://1.example/x/y/z.html": knowledge.CauseLevel} {
		if cause, _ := r.Check(parse(url), false); cause != want {
			t.Errorf("%s is left out for %q, want %q", url, cause, want)
		}
	}
}

// TestNothingIsLeftOutOfAnEmptyLibrary: a first crawl is naive.
func TestNothingIsLeftOutOfAnEmptyLibrary(t *testing.T) {
	r := rules(t, &records{}, knowledge.Options{}, nil)
	for _, url := range []string{"http://a.example/", "http://a.example/a/b/c/d/e/f/g/", "http://a.example/x.pdf"} {
		if cause, _ := r.Check(parse(url), strings.HasSuffix(url, "pdf")); cause != "" {
			t.Errorf("%s is left out for %s", url, cause)
		}
	}
}

// TestDecisions: what a person has locked holds without tests, what a person has deleted does not hold.
func TestDecisions(t *testing.T) {
	r := rules(t, site(), knowledge.Options{TestShare: 1}, func(k *catalogue.Knowledge) {
		for key, state := range map[catalogue.KnowledgeKey]catalogue.KnowledgeState{
			{Kind: catalogue.StopDirectory, Value: "handouts"}:                                      catalogue.KnowledgeLocked,
			{Kind: catalogue.AvoidedDirectory, Site: "new.example", Value: "new.example/private/"}:  catalogue.KnowledgeLocked,
			{Kind: catalogue.AvoidedDirectory, Site: "a.example", Value: "a.example/photos/"}:       catalogue.KnowledgeDeleted,
			{Kind: catalogue.FruitlessPattern, Site: "new.example", Value: "new.example/list?page"}: catalogue.KnowledgeLocked,
		} {
			if err := k.Decide(t.Context(), key, state, time.Now()); err != nil {
				t.Fatal(err)
			}
		}
	})
	for url, want := range map[string]string{
		"http://new.example/handouts/x.html": knowledge.CauseStop, "http://new.example/private/x": knowledge.CauseAvoided, "http://new.example/list?page=3": knowledge.CausePattern,
		"http://a.example/photos/new.html": "", "http://a.example/show?day=99": "", // all others are tests
	} {
		if cause, _ := r.Check(parse(url), false); cause != want {
			t.Errorf("%s is left out for %q, want %q", url, cause, want)
		}
	}
}

// TestTests: the share of tests is as asked for, the same each time, and of other URLs in another crawl.
func TestTests(t *testing.T) {
	tested := map[int64]map[string]bool{}
	records := site()
	for _, crawl := range []int64{4, 5} {
		r := rules(t, records, knowledge.Options{Crawl: crawl, TestShare: 0.02}, nil)
		tested[crawl] = map[string]bool{}
		for i := range 10_000 {
			url := fmt.Sprintf("http://a.example/photos/x%d.html", i)
			first, _ := r.Check(parse(url), false)
			if again, _ := r.Check(parse(url), false); again != first {
				t.Fatalf("%s is left out for %q, then for %q", url, first, again)
			}
			if first == "" {
				tested[crawl][url] = true
			}
		}
		if n := len(tested[crawl]); n < 140 || n > 260 {
			t.Errorf("crawl %d tests %d of 10,000 URLs, want about 200", crawl, n)
		}
	}
	both := 0
	for url := range tested[4] {
		if tested[5][url] {
			both++
		}
	}
	if both > 20 {
		t.Errorf("%d URLs are tested by both crawls", both)
	}
}

// TestWrongEntriesAreDropped: a document that a test has found.
func TestWrongEntriesAreDropped(t *testing.T) {
	c, err := catalogue.NewMemory()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	r := site()
	learn := func(want knowledge.Change) {
		t.Helper()
		if got, err := knowledge.Learn(t.Context(), r, c.Knowledge, time.Now(), stats.Settings{}); got != want || err != nil {
			t.Errorf("Learn() = %+v, %v; want %+v", got, err, want)
		}
	}
	learn(knowledge.Change{Added: 4}) // handouts, exams, photos, show?day
	r.document("http://b.example/handouts/good.pdf", "http://b.example/", library.Accepted)
	r.document("http://a.example/elsewhere/x.pdf", "http://a.example/photos/3.html", library.Accepted)
	learn(knowledge.Change{Dropped: 2})
	r.err = errors.New("disk")
	if _, err := knowledge.Learn(t.Context(), r, c.Knowledge, time.Now(), stats.Settings{}); !errors.Is(err, r.err) {
		t.Errorf("Learn() of a catalogue that cannot be read = %v", err)
	}
	if _, err := knowledge.Load(t.Context(), r, c.Knowledge, knowledge.Options{}); !errors.Is(err, r.err) {
		t.Errorf("Load() of a catalogue that cannot be read = %v", err)
	}
}

// FuzzCheck: whatever a link is, a document is left out only in a stop directory, and nothing is when all is tested.
func FuzzCheck(f *testing.F) {
	for _, url := range []string{"http://a.example/photos/x/../y", "http://a.example//photos/", "http://a.example/show?day=1&day=2", "http://a.example/" + strings.Repeat("a/", 100)} {
		f.Add(url, true)
	}
	c, err := catalogue.NewMemory()
	if err != nil {
		f.Fatal(err)
	}
	defer c.Close()
	if _, err := knowledge.Learn(f.Context(), site(), c.Knowledge, time.Now(), stats.Settings{}); err != nil {
		f.Fatal(err)
	}
	none, err := knowledge.Load(f.Context(), site(), c.Knowledge, knowledge.Options{})
	if err != nil {
		f.Fatal(err)
	}
	all, err := knowledge.Load(f.Context(), site(), c.Knowledge, knowledge.Options{TestShare: 1})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, url string, isDocument bool) {
		u, err := weburl.ParseSeed(url)
		if err != nil {
			return
		}
		if cause, _ := none.Check(u, isDocument); isDocument && cause != "" && cause != knowledge.CauseStop {
			t.Errorf("document %s is left out for %s", u, cause)
		}
		if cause, _ := all.Check(u, isDocument); cause != "" {
			t.Errorf("%s is left out for %s though all is tested", u, cause)
		}
	})
}
