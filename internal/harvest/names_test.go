package harvest

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"sluice/document/bibliography"
	"sluice/document/bibtex"
	"sluice/internal/catalogue"
	"sluice/internal/catalogue/catalogtest"
	"sluice/internal/seeds"
	"sluice/internal/seeds/answer"
	"sluice/library"
	"sluice/page"
	"sluice/weburl"
)

// smallWeb is a library that requests pages of a small web, by their URLs, and has no document.
type smallWeb struct {
	emptyLibrary
	pages   map[string]string
	crawled []string // pages that the library has
	asked   []string
}

func (w *smallWeb) Pages(ctx context.Context) iter.Seq2[*page.Page, error] {
	return func(yield func(*page.Page, error) bool) {
		for _, url := range w.crawled {
			if b, err := w.Body(ctx, url); !yield(b.Page, err) {
				return
			}
		}
	}
}

func (w *smallWeb) Visit(_ context.Context, urls []string) ([]Visit, error) {
	w.asked = append(w.asked, urls...)
	return slices.Repeat([]Visit{{Requests: 1}}, len(urls)), nil
}

func (w *smallWeb) Answer(_ context.Context, url string) (*Answer, error) {
	switch body, ok := w.pages[url]; {
	case !slices.Contains(w.asked, url):
		return nil, nil
	case !ok:
		return &Answer{URL: url, Known: true, Outcome: library.Failed, Status: http.StatusNotFound, Cause: "status: 404"}, nil
	case strings.HasPrefix(body, "{"):
		return &Answer{URL: url, Known: true, Outcome: library.Fetched, Status: http.StatusOK, Type: "json"}, nil
	}
	return &Answer{URL: url, Known: true, Outcome: library.Fetched, Status: http.StatusOK, Type: "html"}, nil
}

func (w *smallWeb) Body(_ context.Context, url string) (*Body, error) {
	u, err := weburl.Parse(url)
	if err != nil {
		return nil, err
	}
	b := &Body{URL: u, Bytes: []byte(w.pages[url])}
	if !strings.HasPrefix(w.pages[url], "{") {
		b.Page = new(page.Parser).Parse(b.Bytes, page.Source{URL: u})
	}
	return b, nil
}

// TestProfilesLeadToHomepages looks for a work of an author who has a number of ORCID: her homepage is found there, and no engine is asked for her. The profile
// of another author names none, so an engine is asked.
func TestProfilesLeadToHomepages(t *testing.T) {
	ctx, wanted := t.Context(), catalogtest.Memory(t).Wanted
	record := func(title, family, orcid string) bibliography.Record {
		return bibliography.Record{Title: title, Authors: []bibtex.Name{{Given: "Ann", Family: family}}, People: []bibliography.Person{{ORCID: orcid}}}
	}
	works := []catalogue.WantedWork{{Key: "a", Record: record("The Melting of Glaciers in Spring", "Miller", "0000-0002-1825-0097")}, {Key: "b", Record: record("Light in Dark Rooms", "Berg", "0000-0001-5109-3700")}}
	if _, err := wanted.Put(ctx, works, time.Now()); err != nil {
		t.Fatal(err)
	}
	const orcid = "https://pub.orcid.org/v3.0/"
	web := &smallWeb{pages: map[string]string{
		orcid + "0000-0002-1825-0097/researcher-urls": `{"researcher-url":[{"url":{"value":"http://ann.example/"}}]}`,
		orcid + "0000-0001-5109-3700/researcher-urls": `{"researcher-url":[]}`,
		"http://ann.example/":                         `<title>Ann Miller's home page</title><h1>Ann Miller</h1><p>I am a professor. E-mail, phone. Research interests: ice.`,
	}}
	engine := new(silentEngine)
	if err := New(web, wanted, Options{Engines: []seeds.Engine{engine}}).Run(ctx); err != nil {
		t.Fatal(err)
	}
	slices.Sort(web.asked)
	if want := []string{"http://ann.example/", orcid + "0000-0001-5109-3700/researcher-urls", orcid + "0000-0002-1825-0097/researcher-urls"}; !slices.Equal(web.asked, want) {
		t.Errorf("asked for %q, want %q", web.asked, want)
	}
	for i, want := range []struct {
		cause Cause
		homes int
	}{{NotThere, 1}, {NoHomepage, 0}} {
		rows, err := wanted.List(ctx, catalogue.WantedQuery{After: works[i].ID - 1})
		if err != nil {
			t.Fatal(err)
		}
		attempts, err := wanted.History(ctx, works[i].ID)
		if err != nil {
			t.Fatal(err)
		}
		homes := 0
		for _, a := range attempts {
			if a.Reached == ReachedHomepage {
				homes++
			}
			if strings.Contains(a.URL, `"Ann Miller"`) {
				t.Errorf("an engine is asked for %s", a.URL)
			}
		}
		if rows[0].Outcome.Cause != string(want.cause) || homes != want.homes {
			t.Errorf("work %d: %s, %d homepages; want %s, %d", i, rows[0].Outcome.Cause, homes, want.cause, want.homes)
		}
	}
}

// answeringEngine answers phrases that have a word with the results of that word.
type answeringEngine struct {
	seeds.Engine
	results map[string][]answer.Result
}

func (*answeringEngine) Name() string { return "answering" }

func (e *answeringEngine) Search(_ context.Context, phrase string) iter.Seq2[seeds.Page, error] {
	return func(yield func(seeds.Page, error) bool) {
		for word, results := range e.results {
			if strings.Contains(phrase, word) {
				yield(seeds.Page{Results: results}, nil)
			}
		}
	}
}

// TestFilterOf2005ReducesTheResultsOfEachQuery asks for an author with two venues. The ten results for the first are of a publisher; the second has the homepage.
func TestFilterOf2005ReducesTheResultsOfEachQuery(t *testing.T) {
	ctx, wanted := t.Context(), catalogtest.Memory(t).Wanted
	ann := []bibtex.Name{{Given: "Ann", Family: "Miller"}}
	works := []catalogue.WantedWork{{Key: "a", Record: bibliography.Record{Title: "The Melting of Glaciers in Spring", Authors: ann, Venue: "Letters on Ice"}},
		{Key: "b", Record: bibliography.Record{Title: "Light in Dark Rooms", Authors: ann, Venue: "Annals of Light"}}}
	if _, err := wanted.Put(ctx, works, time.Now()); err != nil {
		t.Fatal(err)
	}
	engine := &answeringEngine{results: map[string][]answer.Result{"Light": {{URL: "http://u.example/~miller/", Title: "Home page of Ann Miller"}}}}
	for i := range 10 {
		engine.results["Ice"] = append(engine.results["Ice"], answer.Result{URL: fmt.Sprintf("https://dl.acm.org/%d", i), Title: "Ann Miller"})
	}
	web := &smallWeb{pages: map[string]string{"http://u.example/~miller/": "<title>Home page of Ann Miller</title><h1>Ann Miller</h1>"}}
	if err := New(web, wanted, Options{Engines: []seeds.Engine{engine}, Published: true}).Run(ctx); err != nil {
		t.Fatal(err)
	}
	if want := []string{"http://u.example/~miller/"}; !slices.Equal(web.asked, want) {
		t.Errorf("asked for %q, want %q", web.asked, want)
	}
}

// TestHostsThatNameNoHomepagesAreLeftOut has a directory that links the names of 200 authors to a host at which there is no homepage.
func TestHostsThatNameNoHomepagesAreLeftOut(t *testing.T) {
	ctx, wanted := t.Context(), catalogtest.Memory(t).Wanted
	var works []catalogue.WantedWork
	var directory strings.Builder
	web := &smallWeb{pages: map[string]string{}, crawled: []string{"http://u.example/people.html"}}
	for i := range 200 {
		family := "Mill" + strings.Repeat("a", 1+i%14) + strings.Repeat("b", 1+i/14)
		works = append(works, catalogue.WantedWork{Key: family, Record: bibliography.Record{Title: "A Study of " + family, Authors: []bibtex.Name{{Given: "Ann", Family: family}}}})
		url := fmt.Sprintf("http://catalogue.example/person/%d", i)
		fmt.Fprintf(&directory, `<li><a href="%s">Ann %s</a>`, url, family)
		web.pages[url] = "<title>Works in the catalogue</title><h1>Works</h1>"
	}
	web.pages[web.crawled[0]] = "<title>Authors</title><ul>" + directory.String() + "</ul>"
	if _, err := wanted.Put(ctx, works, time.Now()); err != nil {
		t.Fatal(err)
	}
	if err := New(web, wanted, Options{}).Run(ctx); err != nil {
		t.Fatal(err)
	}
	if len(web.asked) != maxVainNames {
		t.Errorf("%d requests to the host, want %d", len(web.asked), maxVainNames)
	}
}
