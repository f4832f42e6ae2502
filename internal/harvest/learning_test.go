package harvest

import (
	"fmt"
	"slices"
	"testing"

	"sluice/internal/catalogue"
	"sluice/internal/catalogue/catalogtest"
	"sluice/internal/harvest/place"
	"sluice/internal/harvest/yield"
	"sluice/weburl"
)

// TestWhatRulesFindIsKeptOverRuns harvests twice with one catalogue: what the first run has learned, the second one knows, and repeated answers count once.
func TestWhatRulesFindIsKeptOverRuns(t *testing.T) {
	c := catalogtest.Memory(t)
	page := func(host string, n int) weburl.URL {
		u, err := weburl.ParseSeed(fmt.Sprintf("http://%s/article/view/31%d", host, n))
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	replyOf := func(rule string, page weburl.URL, proposed string) *reply {
		return &reply{step: step{site: page.Host(), rule: rule, page: page, url: proposed, proposed: proposed}, answer: &Answer{URL: proposed}}
	}
	for run := range 2 {
		h := New(nil, c.Wanted, Options{})
		if err := h.loadTrials(t.Context()); err != nil {
			t.Fatal(err)
		}
		for n := range yield.MaxAsked {
			h.learned.add(replyOf("meta", page("dead.example", n), fmt.Sprintf("http://dead.example/%d.pdf", n)), false)
			h.learned.add(replyOf("meta", page("good.example", n), fmt.Sprintf("http://good.example/article/pdf/31%d.pdf", n)), true)
		}
		if n := len(h.learned.added); n != 2*yield.MaxAsked && run == 0 || n != 0 && run == 1 {
			t.Errorf("run %d: %d trials are new", run, n)
		}
		if err := c.Wanted.Record(t.Context(), &catalogue.WantedRound{Trials: h.learned.added}); err != nil {
			t.Fatal(err)
		}
	}
	h := New(nil, c.Wanted, Options{})
	if err := h.loadTrials(t.Context()); err != nil {
		t.Fatal(err)
	}
	if c := h.learned.yield.Of("dead.example", "meta"); c != (yield.Counts{Asked: yield.MaxAsked}) {
		t.Errorf("counts %+v", c)
	}
	for _, test := range []struct {
		name string
		step step
		want bool
	}{
		{"a rule that never gave anything", step{site: "dead.example", rule: "meta", page: page("dead.example", 9), proposed: "http://dead.example/9.pdf"}, false},
		{"the same rule, whose answer is in the library", step{site: "dead.example", rule: "meta", page: page("dead.example", 1), proposed: "http://dead.example/1.pdf"}, true},
		{"another rule", step{site: "dead.example", rule: "link", page: page("dead.example", 9), proposed: "http://dead.example/9.pdf"}, true},
		{"a place of the record", step{}, true},
	} {
		if got := h.learned.isWorth(&test.step); got != test.want {
			t.Errorf("%s: worth a request: %t, want %t", test.name, got, test.want)
		}
	}
	places := h.learned.patterns.Apply(page("good.example", 9))
	if len(places) != 1 || places[0].URL.String() != "http://good.example/article/pdf/319.pdf" {
		t.Errorf("places by patterns: %v", places)
	}
	wrong := replyOf(place.LearnedPattern, page("good.example", 9), "http://good.example/article/pdf/319.pdf")
	h.learned.add(wrong, false)
	if got := h.learned.added; len(got) != 1 || got[0] != (catalogue.WantedTrial{Site: "good.example", Rule: place.LearnedPattern, Page: page("good.example", 9).String(), URL: wrong.proposed, Paper: wrong.proposed}) {
		t.Errorf("a pattern that was wrong: %+v", got)
	}
}

// TestPagesOnTheWayHaveLedToWhatWasFound asks for the two files that an interface lists. The rule of the interface has failed when neither is the paper, and has led
// to the paper when one is.
func TestPagesOnTheWayHaveLedToWhatWasFound(t *testing.T) {
	page, err := weburl.ParseSeed("http://site.example/records/1")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		found bool
		left  int // of the files, that are not asked yet
		want  yield.Counts
	}{
		{"the first file is the paper", true, 1, yield.Counts{Asked: 1, Found: 1}},
		{"the first file is another work", false, 1, yield.Counts{}},
		{"the last file is another work", false, 0, yield.Counts{Asked: 1}},
	} {
		list := &reply{step: step{site: page.Host(), rule: "REST", page: page, proposed: "http://site.example/api/1"}, answer: &Answer{URL: "http://site.example/api/1"}}
		file := step{site: page.Host(), rule: "file", page: page, proposed: "http://site.example/1.pdf", from: list}
		w := &work{next: slices.Repeat([]step{file}, c.left)}
		file.works = []*work{w}
		l := learning{known: map[trialKey]bool{}}
		l.add(&reply{step: file, answer: &Answer{URL: "http://site.example/1.pdf"}}, c.found)
		if got := l.yield.Of(page.Host(), "REST"); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}
