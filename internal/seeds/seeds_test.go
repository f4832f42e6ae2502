package seeds_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sluice/internal/seeds"
	"sluice/internal/seeds/answer"
)

// listEngine has the same results for every phrase, in pages of ten. It fails after the page failAfter, if that is above zero.
type listEngine struct {
	name      string
	urls      []string
	failAfter int
}

func (e *listEngine) Name() string { return e.name }

func (e *listEngine) Search(_ context.Context, phrase string) iter.Seq2[seeds.Page, error] {
	return func(yield func(seeds.Page, error) bool) {
		n := 0
		for urls := range slices.Chunk(e.urls, 10) {
			if e.failAfter > 0 && n == e.failAfter {
				yield(seeds.Page{}, errors.New("the quota is used up"))
				return
			}
			var p seeds.Page
			for _, u := range urls {
				p.Results = append(p.Results, answer.Result{URL: strings.ReplaceAll(u, "PHRASE", phrase)})
			}
			if n++; !yield(p, nil) {
				return
			}
		}
	}
}

// hosts returns home pages of hosts with numbers from a range.
func hosts(from, to int) (urls []string) {
	for i := from; i < to; i++ {
		urls = append(urls, fmt.Sprintf("http://www.cs.u%d.example/", i))
	}
	return urls
}

// Google gave 892 sites for "computer science department" and AltaVista 835: 432 were shared, 460 and 403 had only one of them (section 3.1 of the source).
// The finder's table began with the 432 (section 4.1), and had 1,295 sites after this phrase (section 5.1).
func TestReportOfThePublication(t *testing.T) {
	google, altavista := hosts(0, 892), hosts(460, 460+835)
	for i, u := range altavista { // which leaves "www." out, and repeats results
		altavista[i] = strings.Replace(u, "//www.", "//", 1)
	}
	google, altavista = append(google, google[:8]...), append(altavista, altavista[:165]...)
	found, err := seeds.Find(t.Context(), seeds.Options{
		Phrases: []string{"computer science department"}, Engines: []seeds.Engine{&listEngine{name: "google", urls: google}, &listEngine{name: "altavista", urls: altavista}},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []seeds.Outcome{
		{Engine: "google", Pages: 90, Results: 900, Sites: 892, Shared: 432, Alone: 460, New: 892},
		{Engine: "altavista", Pages: 100, Results: 1000, Sites: 835, Shared: 432, Alone: 403, New: 835},
	}
	if diff := cmp.Diff(want, found.Engines); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if len(found.Sites) != 1295 || found.Shared != 432 {
		t.Errorf("%d sites, %d shared; want 1295 and 432", len(found.Sites), found.Shared)
	}
	for i, s := range found.Sites {
		if isShared := len(s.Engines) == 2; isShared != (i < 432) {
			t.Fatalf("site %d, %s, is given by %v: the common ones come first", i, s.Host, s.Engines)
		}
	}
}

// Further phrases add sites: 1,295, then 2,419 and 3,130 (section 5.1).
func TestPhrasesAddSites(t *testing.T) {
	dir := t.TempDir()
	store := seeds.NewStore(dir, filepath.Join(dir, "seeds"))
	totals := []int{1295, 2419, 3130}
	for i, phrase := range []string{"computer science department", "computer science publications", "computer science technical reports"} {
		engine := &listEngine{name: "a", urls: hosts(max(0, totals[i]-1295), totals[i])}
		found, err := seeds.Find(t.Context(), seeds.Options{Phrases: []string{phrase}, Engines: []seeds.Engine{engine}})
		if err != nil {
			t.Fatal(err)
		}
		if err := store.Add(found, time.Date(2005, 7, 5+i, 0, 0, 0, 0, time.UTC)); err != nil {
			t.Fatal(err)
		}
		c, err := store.Load()
		if err != nil {
			t.Fatal(err)
		}
		if len(c.Sites) != totals[i] {
			t.Errorf("after %q: %d sites, want %d", phrase, len(c.Sites), totals[i])
		}
	}
}

func TestOneEngineFails(t *testing.T) {
	var pages []string
	found, err := seeds.Find(t.Context(), seeds.Options{
		Phrases: []string{"x", "y", "z"}, // after two phrases the broken engine is not asked again
		Engines: []seeds.Engine{&listEngine{name: "whole", urls: hosts(0, 20)}, &listEngine{name: "broken", urls: hosts(15, 50), failAfter: 1}},
		Lists:   []seeds.Engine{&listEngine{name: "file", urls: hosts(90, 91)}},
		OnPage:  func(engine, phrase string, _ *seeds.Page) { pages = append(pages, engine+" "+phrase) },
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []seeds.Outcome{
		{Engine: "whole", Pages: 6, Results: 60, Sites: 20, Shared: 5, Alone: 15, New: 20},
		{Engine: "broken", Pages: 2, Results: 20, Sites: 10, Shared: 5, Alone: 5, New: 10, Error: "the quota is used up"},
		{Engine: "file", Pages: 1, Results: 1, Sites: 1, Alone: 1, New: 1},
	}
	if diff := cmp.Diff(want, found.Engines); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	slices.Sort(pages)
	if got := strings.Join(pages, ", "); got != "broken x, broken y, file , whole x, whole x, whole y, whole y, whole z, whole z" {
		t.Errorf("pages: %s", got)
	}
}

func TestResultsBecomeSitesAndDocuments(t *testing.T) {
	found, err := seeds.Find(t.Context(), seeds.Options{
		Phrases: []string{"a", "b"}, MaxPages: 1,
		Engines: []seeds.Engine{&listEngine{name: "one", urls: []string{
			"https://www.a.example/x", "http://A.example/papers/PHRASE.pdf", "https://people.b.example:8080/~c/", "http://www.baidu.com/link?url=abc", "mailto:x@y.example", "http://www.example/",
		}}, &listEngine{name: "two", urls: []string{"http://a.example/papers/a.pdf"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range found.Sites {
		got = append(got, fmt.Sprint(s.Host, " ", s.URL, " ", s.Engines, " ", s.Phrases, " ", s.Best, " ", len(s.Results)))
	}
	for _, d := range found.Documents {
		got = append(got, fmt.Sprint(d.URL, " ", d.Engines))
	}
	want := []string{
		"a.example https://www.a.example/ [one two] [a b] 1 3",
		"people.b.example:8080 https://people.b.example:8080/ [one] [a b] 3 1",
		"www.example http://www.example/ [one] [a b] 6 1",
		"http://a.example/papers/a.pdf [one two]",
		"http://a.example/papers/b.pdf [one]",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	err = found.Compare(func(s *seeds.Site) (bool, error) { return s.Host == "a.example", nil })
	if err != nil || found.New != 2 || found.Engines[0].New != 2 || found.Engines[1].New != 0 || !found.Sites[0].Known {
		t.Errorf("%v, %d new, %+v", err, found.New, found.Engines)
	}
}

// New sites are drawn at random, each as likely as any other, and known ones never.
func TestDraw(t *testing.T) {
	var sites []seeds.Site
	for i := range 40 {
		sites = append(sites, seeds.Site{Host: fmt.Sprintf("h%02d.example", i), Known: i%4 == 0})
	}
	names := func(sites []seeds.Site) (names []string) {
		for _, s := range sites {
			names = append(names, s.Host)
		}
		return names
	}
	first := seeds.Draw(sites, 10, 7)
	turned := slices.Clone(sites)
	slices.Reverse(turned)
	if diff := cmp.Diff(names(first), names(seeds.Draw(turned, 10, 7))); diff != "" {
		t.Errorf("the order of the candidates matters:\n%s", diff)
	}
	drawn := map[string]int{}
	for seed := range uint64(3000) {
		for _, name := range names(seeds.Draw(sites, 10, seed)) {
			drawn[name]++
		}
	}
	if len(drawn) != 30 {
		t.Errorf("%d sites are ever drawn, want 30", len(drawn))
	}
	for name, n := range drawn {
		if n < 850 || n > 1150 { // 1,000 expected, with a standard deviation of 26
			t.Errorf("%s is drawn %d times in 3,000, want about 1,000", name, n)
		}
	}
	if n := len(seeds.Draw(sites, 100, 1)); n != 30 {
		t.Errorf("of 30 new sites %d are drawn for 100 places", n)
	}
	if n := len(seeds.Draw(sites, -1, 1)); n != 0 {
		t.Errorf("%d sites are drawn for no place", n)
	}
}

func TestStoreKeepsWhatWasFound(t *testing.T) {
	dir := t.TempDir()
	store := seeds.NewStore(dir, filepath.Join(dir, "seeds"))
	if c, err := store.Load(); err != nil || len(c.Sites)+len(c.Documents) > 0 {
		t.Fatalf("an empty store has %+v, %v", c, err)
	}
	one := &seeds.Found{Sites: []seeds.Site{{Host: "a.example", URL: "http://a.example/", Engines: []string{"x"}, Phrases: []string{"p"}, Best: 4}},
		Documents: []seeds.Document{{Result: answer.Result{URL: "http://a.example/d.pdf"}, Engines: []string{"x"}}}}
	two := &seeds.Found{Sites: []seeds.Site{{Host: "b.example", URL: "http://b.example/", Engines: []string{"x"}, Best: 1}, {Host: "a.example", URL: "http://a.example/", Engines: []string{"y"}, Best: 2}},
		Documents: []seeds.Document{{Result: answer.Result{URL: "http://a.example/d.pdf"}, Engines: []string{"y"}}}}
	early, late := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC)
	if err := errors.Join(store.Add(one, early), store.Add(two, late)); err != nil {
		t.Fatal(err)
	}
	want := &seeds.Candidates{
		Sites: []seeds.Site{{Host: "a.example", URL: "http://a.example/", Engines: []string{"x", "y"}, Phrases: []string{"p"}, Best: 2, Found: early},
			{Host: "b.example", URL: "http://b.example/", Engines: []string{"x"}, Best: 1, Found: late}},
		Documents: []seeds.Document{{Result: answer.Result{URL: "http://a.example/d.pdf"}, Engines: []string{"x", "y"}, Found: early}},
	}
	c, err := store.Load()
	if err != nil {
		t.Fatal(err)
	}
	stored := &seeds.Found{Sites: slices.Clone(c.Sites)} // engines of earlier searches are not counted
	if err := stored.Compare(func(*seeds.Site) (bool, error) { return true, nil }); err != nil || stored.New != 0 || stored.Shared != 1 {
		t.Errorf("of what is stored %d sites are new and %d shared, %v", stored.New, stored.Shared, err)
	}
	if diff := cmp.Diff(want, c); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}

	// A file that was cut off, or has foreign lines, loses these lines only.
	name := filepath.Join(dir, "seeds", "candidates.jsonl")
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	damaged := "nonsense\n" + strings.Repeat("x", 2<<20) + "\n{\"site\": {}}\n" + string(whole[:len(whole)-40])
	if err := os.WriteFile(name, []byte(damaged), 0o600); err != nil {
		t.Fatal(err)
	}
	if c, err := store.Load(); err != nil || len(c.Sites) != 2 || len(c.Documents) != 0 {
		t.Errorf("a damaged file has %+v, %v", c, err)
	}

	// What a writer that was killed has left goes with the next search.
	remains := filepath.Join(dir, "seeds", ".candidates.jsonl-1")
	if err := errors.Join(os.WriteFile(remains, nil, 0o600), store.Add(one, late)); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(remains); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is there: %v", remains, err)
	}
}

func TestSearchesAtTheSameTimeLoseNothing(t *testing.T) {
	dir := t.TempDir()
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			found := &seeds.Found{Sites: []seeds.Site{{Host: fmt.Sprint("h", i, ".example"), URL: "http://x.example/", Engines: []string{"x"}}}}
			if err := seeds.NewStore(dir, filepath.Join(dir, "seeds")).Add(found, time.Now()); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if c, err := seeds.NewStore(dir, filepath.Join(dir, "seeds")).Load(); err != nil || len(c.Sites) != 8 {
		t.Errorf("%d sites, %v; want 8", len(c.Sites), err)
	}
}

func TestCancelledSearchReturnsWhatItHas(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	engine := &listEngine{name: "a", urls: hosts(0, 30)}
	found, err := seeds.Find(ctx, seeds.Options{Phrases: []string{"x"}, Engines: []seeds.Engine{engine}, OnPage: func(string, string, *seeds.Page) { cancel() }})
	if !errors.Is(err, context.Canceled) || len(found.Sites) == 0 {
		t.Errorf("%d sites, %v", len(found.Sites), err)
	}
}
