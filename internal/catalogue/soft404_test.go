package catalogue_test

import (
	"testing"
	"time"

	"sluice/internal/catalogue"
	"sluice/library"
)

func TestAnswersThatTurnOutToBeSoft404sAreErrors(t *testing.T) {
	c := memory(t)
	list := func(paths ...string) (all []catalogue.Fetch) {
		for _, path := range paths {
			f := answer(path, library.Fetched, "", day(2))
			f.SHA256, f.Intake = sumOf(path), catalogue.IndexPage
			all = append(all, f)
		}
		return all
	}
	moved := answer("/moved", library.Redirected, "", day(2))
	commit(t, c, &catalogue.Group{Serial: 1, Fetches: []catalogue.Fetch{answer("/retried", library.Retried, "status 503", day(1))}})
	commit(t, c, &catalogue.Group{Serial: 2, Fetches: append(list("/page", "/once", "/retried", "/newer"), moved)})
	commit(t, c, &catalogue.Group{Serial: 3, Fetches: []catalogue.Fetch{answer("/newer", library.Failed, "status 500", day(3))}})
	if _, _, err := c.Totals(t.Context()); err != nil { // from now on they are followed
		t.Fatal(err)
	}

	url := func(path string) string { return "http://www.example.edu" + path }
	for path, want := range map[string]library.Outcome{"/once": library.Fetched, "/retried": library.Fetched, "/moved": library.Redirected, "/newer": 0, "/other": 0} {
		if was, ok, err := c.RecordedAs(t.Context(), url(path), day(2).Add(time.Microsecond)); was != want || ok != (want != 0) || err != nil {
			t.Errorf("RecordedAs(%s) = %d, %t, %v; want %d", path, was, ok, err, want)
		}
	}
	g := &catalogue.Group{Serial: 4}
	for _, path := range []string{"/once", "/retried", "/moved", "/newer", "/other"} {
		g.Soft404s = append(g.Soft404s, catalogue.Soft404{URL: url(path), At: day(2)})
	}
	commit(t, c, g)
	commit(t, c, g)

	if got := urls(t, c, "pages", "outcome = fetched"); got != "/page" {
		t.Errorf("the pages are %s, want /page", got)
	}
	if got := urls(t, c, "pages", "cause = 'soft 404'"); got != "" {
		t.Errorf("the soft 404s %s are listed as pages", got)
	}
	if got := urls(t, c, "urls", "cause = 'soft 404'"); got != "/retried /once /moved" {
		t.Errorf("the soft 404s are %s", got)
	}
	r, err := c.Report(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	totals, _, err := c.Totals(t.Context())
	if err != nil || totals.Pages != 1 || totals.Errors != 4 || totals.Redirects != 0 || totals.Visited != r.Totals.Visited || r.Totals.Pages != 1 || r.Totals.Errors != 4 {
		t.Errorf("the totals are %+v, %v; the report has %+v", totals, err, r.Totals)
	}
	story, _, err := c.Show(t.Context(), url("/retried"))
	if err != nil || len(story.Fetches) != 2 || story.Fetches[1].Cause != catalogue.CauseSoft404 && story.Fetches[0].Cause != catalogue.CauseSoft404 {
		t.Errorf("the story of a retried URL is %+v, %v", story.Fetches, err)
	}
	if changes, err := c.Changes(t.Context(), day(1)); err != nil || changes.Pages.New != 2 || changes.Pages.Gone != 0 {
		t.Errorf("the changes are %+v, %v; want two new pages", changes.Pages, err)
	}
}
