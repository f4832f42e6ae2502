package catalogue_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"sluice/internal/catalogue"
	"sluice/library"
)

// compareTotals compares what the catalogue keeps of its totals with what a report counts.
func compareTotals(t *testing.T, c *catalogue.Catalogue, when string) {
	t.Helper()
	r, err := c.Report(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got, active, err := c.Totals(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	w := r.Totals
	want := catalogue.Totals{
		Visited: w.Visited, Pages: w.Pages, Documents: w.Documents, Redirects: w.Redirects, Errors: w.Errors, Challenges: w.Challenges, Waiting: w.Waiting, Refused: w.Refused, Wire: w.Wire,
	}
	if got != want || active.Seconds() != r.Rates.Active {
		t.Errorf("%s: Totals() = %+v, %v; the report has %+v, %v s", when, got, active, want, r.Rates.Active)
	}
	if w.Visited != w.Pages+w.Documents+w.Redirects+w.Errors+w.Challenges {
		t.Errorf("%s: the totals do not add up: %+v", when, w)
	}
}

func TestTotalsFollowEachGroup(t *testing.T) {
	path := filepath.Join(t.TempDir(), "catalog.db")
	c := open(t, path)
	id, err := c.Crawls.Begin(t.Context(), "{}", day(0))
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	outcomes := []library.Outcome{library.Fetched, library.Fetched, library.Redirected, library.Failed, library.Retried, library.Challenged}
	for serial := range int64(40) {
		g := &catalogue.Group{Serial: serial + 1, Crawl: id, Active: time.Second, Wire: 10}
		for range 10 {
			f := newFetch(random.IntN(60))
			f.At = day(0).Add(time.Duration(serial)*time.Hour + time.Duration(random.IntN(1e6))*time.Millisecond)
			f.Outcome, f.Wire = outcomes[random.IntN(len(outcomes))], int64(random.IntN(1000))
			f.Document = f.Outcome == library.Fetched && random.IntN(3) == 0
			f.NotModified = f.Outcome == library.Fetched && random.IntN(4) == 0
			g.Fetches = append(g.Fetches, f)
		}
		g.Refused = []catalogue.Count{{Site: "a.example", Cause: "robots", N: int64(random.IntN(5))}}
		commit(t, c, g)
		compareTotals(t, c, fmt.Sprintf("after group %d", serial+1))
	}
	if err := c.ForgetRefused(t.Context()); err != nil {
		t.Fatal(err)
	}
	compareTotals(t, c, "without refusals")
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	compareTotals(t, open(t, path), "after reopening")
}

// TestTotalsFollowPagesThatBecomeDocuments: a page that is filed as a document, and one whose document is rejected later.
func TestTotalsFollowPagesThatBecomeDocuments(t *testing.T) {
	c, r := shelf(t)
	page := newFetch(1)
	page.Document, page.Type = false, "html"
	d := paper("one", page.URL)
	page.SHA256 = sumOf("one")
	commit(t, c, &catalogue.Group{Serial: 1, Fetches: []catalogue.Fetch{page}})
	compareTotals(t, c, "as a page")
	d.Type = "html"
	sum := stored(t, r, "one", d)
	compareTotals(t, c, "as a document")
	if got, _, err := c.Totals(t.Context()); err != nil || got.Documents != 1 || got.Pages != 0 {
		t.Errorf("Totals() = %+v, %v; want one document and no page", got, err)
	}
	if err := r.Judge(t.Context(), sum, "other", library.Rejected); err != nil {
		t.Fatal(err)
	}
	compareTotals(t, c, "rejected by a person")
	if err := r.Remove(t.Context(), page.URL, ""); err != nil {
		t.Fatal(err)
	}
	compareTotals(t, c, "removed")
}
