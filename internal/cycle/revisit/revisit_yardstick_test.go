//go:build yardstick

package revisit_test

import (
	"cmp"
	"os"
	"path/filepath"
	"testing"

	"sluice/internal/cycle/revisit"
	"sluice/internal/lab"
)

// TestSchedulesOnTheRealSites compares the schedules over the recorded sites. A fifth of the requests is saved if the sitemaps of all sites state times, 18 % of them wrong
// ones; less with the share of the Web.
func TestSchedulesOnTheRealSites(t *testing.T) {
	web, err := lab.Open(t.Context(), filepath.Join(cmp.Or(os.Getenv("SLUICE_SHARED"), "../../../../shared"), "web", "sites"), lab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer web.Close()
	g, err := lab.ReadGraph(t.Context(), web, nil)
	if err != nil {
		t.Fatal(err)
	}
	plan := revisit.Plan{Stated: revisit.StatedShare, Runs: 10}
	for _, p := range g.Pages() {
		plan.Pages = append(plan.Pages, revisit.Page(p))
	}
	plan.Requests = float64(len(plan.Pages)) / 20
	r, err := revisit.Compare(t.Context(), plan)
	if err != nil {
		t.Fatal(err)
	}
	ours := r.Rows[len(r.Rows)-1]
	for _, row := range r.Rows {
		t.Logf("%-18s %-8s fresh %.3f, age %.1f days", row.Schedule, row.Rates, row.Fresh, row.Age)
		if row.Rates != "true" && row.Schedule != ours.Schedule && (row.Fresh >= ours.Fresh || row.Age <= ours.Age) {
			t.Errorf("%s is fresh to %.3f and %.2f days old, %s to %.3f and %.2f", row.Schedule, row.Fresh, row.Age, ours.Schedule, ours.Fresh, ours.Age)
		}
	}
	t.Logf("%d pages of %d sites: as fresh with %.0f %% of the requests, as young with %.0f %%; if all sites state times, with %.0f %% and %.0f %%", r.Pages, r.Hosts,
		100*r.ForEqualFreshness, 100*r.ForEqualAge, 100*r.IfAllState.ForEqualFreshness, 100*r.IfAllState.ForEqualAge)
	if r.ForEqualFreshness > 0.9 || r.IfAllState.ForEqualFreshness > 0.8 {
		t.Errorf("as fresh as LambdaCrawl without signals with %+v of its requests; if all sites state times, %+v", r.Saving, r.IfAllState)
	}
}
