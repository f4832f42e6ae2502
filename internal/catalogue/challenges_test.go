package catalogue_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sluice/internal/catalogue"
	"sluice/library"
)

// answer returns a fetch of a URL of www.example.edu.
func answer(path string, outcome library.Outcome, cause library.Cause, at time.Time) catalogue.Fetch {
	return catalogue.Fetch{Fetch: library.Fetch{
		URL: "http://www.example.edu" + path, Site: "www.example.edu", Domain: "example.edu", Kind: "page", Status: 200, Outcome: outcome,
		Type: "html", MIME: "text/html", Size: 900, Cause: cause, At: at,
	}}
}

func TestChallengesAndSoft404sAreNoPages(t *testing.T) {
	c := memory(t)
	captcha := library.Cause(catalogue.Challenge.With("captcha (Cloudflare)"))
	page := answer("/page", library.Fetched, "", day(1))
	page.SHA256 = sumOf("page")
	before := answer("/before", library.Fetched, "", day(1))
	before.SHA256 = sumOf("before")
	commit(t, c, &catalogue.Group{Serial: 1, Fetches: []catalogue.Fetch{
		page, before,
		answer("/login", library.Challenged, library.Cause(catalogue.Challenge.With("login form")), day(1)),
		answer("/captcha", library.Challenged, captcha, day(1)),
		answer("/gone", library.Failed, catalogue.CauseSoft404, day(1)),
	}})
	commit(t, c, &catalogue.Group{Serial: 2, Fetches: []catalogue.Fetch{answer("/before", library.Challenged, captcha, day(2))}})

	if got := urls(t, c, "pages", ""); got != "/page /before" {
		t.Errorf("the pages are %s, want those that were fetched", got)
	}
	if got := urls(t, c, "urls", "outcome = challenge"); got != "/before /login /captcha" {
		t.Errorf("the challenges are %s", got)
	}
	if got := urls(t, c, "urls", "cause = 'soft 404'"); got != "/gone" {
		t.Errorf("the soft 404s are %s", got)
	}
	r, err := c.Report(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if r.Totals.Challenges != 2 || r.Totals.Pages != 2 || r.Totals.Documents != 0 {
		t.Errorf("the report has %+v, want 2 challenges", r.Totals)
	}
	for name, tallies := range map[string][]catalogue.Tally{"sites": r.Sites, "status": r.Status, "types": r.Types, "depths": r.Depths, "levels": r.Levels} {
		var sum int64
		for _, tally := range tallies {
			sum += tally.URLs()
		}
		if sum != r.Totals.Visited {
			t.Errorf("the %s of the report have %d URLs, of %d visited", name, sum, r.Totals.Visited)
		}
	}
	want := []catalogue.ChallengeCount{{Host: "www.example.edu", Kind: "captcha (Cloudflare)", URLs: 2}, {Host: "www.example.edu", Kind: "login form", URLs: 1}}
	if diff := cmp.Diff(want, r.Challenges); diff != "" {
		t.Errorf("challenges by host (-want +got):\n%s", diff)
	}
	if pages, _, err := c.Counts(t.Context()); err != nil || pages != 3 {
		t.Errorf("Counts returns %d pages, %v; want 3", pages, err)
	}
}

// urls returns the paths that a listing has.
func urls(t *testing.T, c *catalogue.Catalogue, what, where string) string {
	t.Helper()
	var got []string
	for _, r := range list(t, c, what, where) {
		got = append(got, strings.TrimPrefix(r[0].(string), "http://www.example.edu"))
	}
	return strings.Join(got, " ")
}
