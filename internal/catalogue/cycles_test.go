package catalogue_test

import (
	"errors"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"sluice/internal/catalogue"
	"sluice/library"
)

// TestCycleGoesOnAtItsStep: whatever step a cycle was at, opening the catalogue again shows it, and nothing that was recorded changes when a step
// begins a second time.
func TestCycleGoesOnAtItsStep(t *testing.T) {
	path := filepath.Join(t.TempDir(), "catalog.db")
	at := func(hours int) time.Time { return day(1).Add(time.Duration(hours) * time.Hour) }
	do := func(change func(*catalogue.Cycles) error) (last catalogue.Cycle) {
		t.Helper()
		c, err := catalogue.Open(t.Context(), path, catalogue.Options{Beside: true})
		if err != nil {
			t.Fatal(err)
		}
		if err := change(c.Cycles); err != nil {
			t.Fatal(err)
		}
		last, _, err = c.Cycles.Last(t.Context())
		if err := errors.Join(err, c.Close()); err != nil {
			t.Fatal(err)
		}
		return last
	}
	begin := func(hours int) func(*catalogue.Cycles) error {
		return func(c *catalogue.Cycles) error { _, err := c.Begin(t.Context(), at(hours)); return err }
	}
	do(begin(0))
	want := catalogue.Cycle{ID: 1, Begun: at(1), Steps: []catalogue.CycleStep{}}
	if got := do(begin(1)); !reflect.DeepEqual(got, want) {
		t.Errorf("without a step: %+v, want %+v", got, want)
	}
	choose := func(c *catalogue.Cycles) error { return c.BeginStep(t.Context(), 1, "choose", 0, at(2)) }
	do(choose)
	do(func(c *catalogue.Cycles) error { return c.Wait(t.Context(), 1) })
	if got := do(begin(3)); !got.Begun.Equal(at(3)) || len(got.Steps) > 0 {
		t.Errorf("after a wait: %+v", got)
	}
	do(choose)
	sites := []catalogue.CycleSite{{Host: "b.example", Class: catalogue.ClassNew, Reason: "named", Seeds: []string{"http://b.example/", "http://b.example/x"}},
		{Host: "a.example", Class: "good", Reason: "rank 1", Seeds: []string{"http://a.example/"}}}
	do(func(c *catalogue.Cycles) error { return c.Choose(t.Context(), 1, "choose", sites, "2 sites", at(4)) })
	do(func(c *catalogue.Cycles) error { return c.Wait(t.Context(), 1) }) // there is something to crawl
	do(func(c *catalogue.Cycles) error { return c.BeginStep(t.Context(), 1, "crawl", 7, at(5)) })
	do(func(c *catalogue.Cycles) error { return c.BeginStep(t.Context(), 1, "crawl", 8, at(6)) })
	got := do(begin(9))
	want = catalogue.Cycle{ID: 1, Begun: at(3), Steps: []catalogue.CycleStep{{Step: "choose", Begun: at(2), Finished: at(4), Outcome: "2 sites"}, {Step: "crawl", Begun: at(5), Crawl: 7}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("interrupted at its crawl: %+v, want %+v", got, want)
	}

	for _, urls := range [][]string{{"http://a.example/1", "http://a.example/2"}, {"http://a.example/3"}, nil} {
		do(func(c *catalogue.Cycles) error {
			chosen, err := c.ChooseRequests(t.Context(), 1, "crawl", urls)
			if !slices.Equal(chosen, []string{"http://a.example/1", "http://a.example/2"}) {
				t.Errorf("a step that would request %v requests %v, want what it has chosen first", urls, chosen)
			}
			return err
		})
	}

	c := open(t, path)
	if err := c.Cycles.Choose(t.Context(), 1, "choose", sites[:1], "", at(9)); !errors.Is(err, catalogue.ErrStepEnded) {
		t.Errorf("choosing again: %v, want ErrStepEnded", err)
	}
	figures := catalogue.CycleFigures{NewSites: 1, Revisited: 1, RefusedHosts: 2, Requested: 3, Accepted: 4, Rejected: 5, Pages: library.ChangeCounts{New: 6, Changed: 7, Unchanged: 8, Gone: 9},
		Documents: library.ChangeCounts{New: 10, Changed: 11, Unchanged: 12, Gone: 13}}
	sites[0].Outcome = "gone"
	counts := []catalogue.CycleCount{{Cycle: 1, Kind: catalogue.CountLevel, Name: "2", URLs: 3}, {Cycle: 1, Kind: catalogue.CountType, Name: "pdf", Accepted: 1, Rejected: 2}}
	for _, err := range []error{c.Cycles.EndStep(t.Context(), 1, "crawl", "done", at(7)), c.Cycles.BeginStep(t.Context(), 1, "analyse", 0, at(7)),
		c.Cycles.Analysed(t.Context(), 1, "analyse", &catalogue.Analysis{CycleFigures: figures, Sites: sites, Counts: counts}, "", at(8)), c.Cycles.BeginStep(t.Context(), 1, "plan", 0, at(8)),
		c.Cycles.End(t.Context(), 1, "plan", "", at(9))} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Cycles.EndStep(t.Context(), 1, "crawl", "again", at(10)); !errors.Is(err, catalogue.ErrStepEnded) {
		t.Errorf("ending a step twice: %v, want ErrStepEnded", err)
	}
	one, err := c.Cycles.Find(t.Context(), 1)
	if err != nil || !one.Finished.Equal(at(9)) || one.CycleFigures != figures || one.Step("crawl").Outcome != "done" || one.Step("none") != nil {
		t.Errorf("finished: %+v, %v", one, err)
	}
	if chosen, err := c.Cycles.Sites(t.Context(), 1); err != nil || !reflect.DeepEqual(chosen, sites) {
		t.Errorf("Sites() = %+v, %v, want %+v", chosen, err, sites)
	}
	if got, err := c.Cycles.Counts(t.Context()); err != nil || !slices.Equal(got, counts) {
		t.Errorf("Counts() = %+v, %v, want %+v", got, err, counts)
	}
	if next, err := c.Cycles.Begin(t.Context(), at(0)); err != nil || next.ID != 2 { // the clock was set back
		t.Errorf("next cycle %+v, %v", next, err)
	}
	if _, err := c.Cycles.Find(t.Context(), 3); !errors.Is(err, catalogue.ErrNoCycle) {
		t.Errorf("Find(3): %v, want ErrNoCycle", err)
	}
}

// TestWhenACycleBeganByAClockThatWasSetBack: what a cycle has done counts from its begin on, or from that of a later step if that was earlier.
func TestWhenACycleBeganByAClockThatWasSetBack(t *testing.T) {
	at := func(hours int) time.Time { return day(1).Add(time.Duration(hours) * time.Hour) }
	for _, test := range []struct {
		steps        []int // when candidates, choose, crawl and documents began
		cycle, crawl int
	}{{nil, 5, 5}, {[]int{6}, 5, 5}, {[]int{6, 7, 8, 9}, 5, 8}, {[]int{6, 7, 1, 2}, 1, 1}, {[]int{6, 7, 8, 3}, 3, 3}, {[]int{6, 2, 8, 9}, 2, 8}} {
		c := catalogue.Cycle{Begun: at(5)}
		for i, n := range test.steps {
			c.Steps = append(c.Steps, catalogue.CycleStep{Step: []string{"candidates", "choose", "crawl", "documents"}[i], Begun: at(n)})
		}
		if got := c.Since("candidates"); !got.Equal(at(test.cycle)) {
			t.Errorf("steps at %v: the cycle counts since %v, want %v", test.steps, got, at(test.cycle))
		}
		if got := c.Since("crawl"); !got.Equal(at(test.crawl)) {
			t.Errorf("steps at %v: its crawl counts since %v, want %v", test.steps, got, at(test.crawl))
		}
	}
}

// TestPersonDecidesOnCandidates: a rule does not change what a person has said.
func TestPersonDecidesOnCandidates(t *testing.T) {
	c := memory(t)
	ruled := catalogue.CandidateHost{Host: "a.example", Seeds: []string{"http://a.example/"}, Verdict: "refused", Reason: "K = 0, A = 0", Rule: "improved", Cycle: 2, At: day(1)}
	said := catalogue.CandidateHost{Host: "a.example", Seeds: []string{"http://a.example/cs/", "http://a.example/x"}, Verdict: "accepted", Reason: "named by a person", At: day(2)}
	for i, step := range []struct{ put, want catalogue.CandidateHost }{{ruled, ruled}, {said, said}, {ruled, said}} {
		if err := c.Cycles.PutCandidates(t.Context(), []catalogue.CandidateHost{step.put}); err != nil {
			t.Fatal(err)
		}
		if all, err := c.Cycles.Candidates(t.Context()); err != nil || !reflect.DeepEqual(all, []catalogue.CandidateHost{step.want}) {
			t.Errorf("step %d: %+v, %v, want %+v", i, all, err, step.want)
		}
	}
}

// TestWhatACycleRequested counts by site, since a moment.
func TestWhatACycleRequested(t *testing.T) {
	c := memory(t)
	g := newGroup(1, 0, 4)
	for i, kind := range []string{"seed", "page", "sitemap", "page"} {
		f := &g.Fetches[i].Fetch
		f.Kind, f.At, f.Site = kind, day(i+1), "a.example"
	}
	g.Fetches[1].Outcome, g.Fetches[1].Status = library.Failed, 404
	commit(t, c, g)
	for since, want := range map[int]catalogue.SiteRequests{1: {Host: "a.example", Requested: 3, Pages: 2}, 2: {Host: "a.example", Requested: 2, Pages: 1}, 4: {Host: "a.example", Requested: 1, Pages: 1}} {
		if got, err := c.Cycles.Requests(t.Context(), day(since)); err != nil || !slices.Equal(got, []catalogue.SiteRequests{want}) {
			t.Errorf("Requests(day %d) = %+v, %v, want %+v", since, got, err, want)
		}
	}
	seeds, err := c.Cycles.Seeds(t.Context())
	if err != nil || len(seeds) != 1 || seeds[0].URL != g.Fetches[0].URL || seeds[0].Class != catalogue.VisitPage {
		t.Errorf("Seeds() = %+v, %v", seeds, err)
	}
	if accepted, rejected, err := c.Cycles.Added(t.Context(), day(1)); err != nil || accepted+rejected != 0 {
		t.Errorf("Added() = %d, %d, %v", accepted, rejected, err)
	}
}
