package wiring_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"sluice/crawl"
	"sluice/internal/cycle/relearn"
	"sluice/internal/models"
	"sluice/internal/wiring"
	"sluice/internal/wiring/training"
	"sluice/library"
	"sluice/topic"
)

// minutes are those of a meeting about something, as RTF.
func minutes(about string) string {
	return `{\rtf1\ansi Minutes of the committee for ` + about + `\par Present: Alice, Bob, Carol\par 1. Welcome\par 2. The budget of ` + about +
		` was discussed at length.\par 3. Alice reported on ` + about + `, and nobody objected.\par 4. Any other business\par }`
}

// judgedLibrary crawls a site twice. Each crawl finds 6 documents about boats and 6 about trains, and a person says of each that it is a report, accepts those about
// boats, and rejects those about trains.
func judgedLibrary(t *testing.T) *wiring.Library {
	t.Helper()
	h := newHarbour(t)
	h.set("a.example/", `<title>A</title><a href="/old/">works</a> <a href="/new/">works</a>`)
	for _, crawled := range []string{"old", "new"} {
		list := ""
		for i := range 6 {
			for _, about := range []string{"boats", "trains"} {
				name := fmt.Sprintf("/%s/%s%d.rtf", crawled, about, i)
				h.set("a.example"+name, minutes(fmt.Sprintf("the %s harbour and its %s number %d", crawled, about, i)))
				list += fmt.Sprintf(`<a href="%s">download</a> `, name)
			}
		}
		h.set("a.example/"+crawled+"/", list)
	}
	lib := open(t, t.TempDir())
	words, err := topic.FromWords("harbour")
	if err != nil {
		t.Fatal(err)
	}
	cfg := h.config()
	cfg.Seeds = cfg.Seeds[:1]
	if cfg.Topic, err = topic.New(words, nil); err != nil {
		t.Fatal(err)
	}
	later := h.texts["a.example/new/"]
	h.set("a.example/new/", "nothing yet")
	run(t, lib, cfg)
	if _, err := training.Relearn(t.Context(), lib, nil); !errors.Is(err, training.ErrOneCrawl) {
		t.Errorf("after one crawl: %v", err)
	}
	h.set("a.example/new/", later)
	cfg.Again = true
	run(t, lib, cfg)
	c, err := lib.Collection(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for d, err := range lib.Documents(t.Context(), library.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		state := library.Rejected
		if strings.Contains(d.Locations[0].URL, "boats") {
			state = library.Accepted
		}
		if err := c.Judge(t.Context(), crawl.Config{}, d.SHA256, "report", state); err != nil {
			t.Fatal(err)
		}
	}
	return lib
}

// TestModelsAreLearnedAgain: what people have said of the documents of the first crawl is learned, compared on those of the second, used and recorded; the
// topic and the document filter that were in use can be restored.
func TestModelsAreLearnedAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("too long with the race detector, which other tests of crawls run with")
	}
	lib := judgedLibrary(t)
	versions, err := training.Relearn(t.Context(), lib, nil)
	if err != nil {
		t.Fatal(err)
	}
	byKind := map[relearn.Kind]models.Version{}
	for _, v := range versions {
		byKind[v.Kind] = v
	}
	for kind, cases := range map[relearn.Kind]int{relearn.KindGenre: 12, relearn.KindTopic: 12, relearn.KindFloors: 12, relearn.KindAnchors: 6} {
		if v := byKind[kind]; v.Cases != cases || v.Crawls != 1 {
			t.Errorf("%s: %+v, want %d cases", kind, v.Trial, cases)
		}
	}
	for _, kind := range []relearn.Kind{relearn.KindGenre, relearn.KindTopic} {
		if v := byKind[kind]; !v.Taken || v.After <= v.Before {
			t.Errorf("%s: %+v, want a taken one", kind, v.Trial)
		}
	}
	used := func(name string, want bool) {
		t.Helper()
		all, err := training.Versions(t.Context(), lib)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range all {
			if v.Name() == name {
				if v.InUse != want {
					t.Errorf("%s in use: %t, want %t", name, v.InUse, want)
				}
				return
			}
		}
		t.Errorf("no version %s", name)
	}
	used("topic.1", false) // that of the words
	used("topic.2", true)
	used("genre.1", true)
	again, err := training.Relearn(t.Context(), lib, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range again {
		if v.Taken {
			t.Errorf("nothing new was found, and %s is learned again: %+v", v.Kind, v.Trial)
		}
	}
	for _, name := range []string{"topic.1", "genre.0"} {
		if _, err := training.Restore(t.Context(), lib, name); err != nil {
			t.Fatalf("restore %s: %v", name, err)
		}
	}
	used("topic.1", true)
	used("genre.1", false)
	if _, err := training.Restore(t.Context(), lib, "topic.7"); !errors.Is(err, models.ErrNoVersion) {
		t.Errorf("restore a version that is not there: %v", err)
	}
}
