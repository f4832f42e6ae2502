package revisit

import (
	"errors"
	"fmt"
	"reflect"
	"testing"
)

// testWeb returns pages of sites of several sizes.
func testWeb() (pages []Page) {
	for host := range 12 {
		for page := range 10 + 3*host {
			pages = append(pages, Page{Host: fmt.Sprintf("h%d.example", host), Documents: page * host % 7 * (host % 3)})
		}
	}
	return pages
}

// TestOrderOfSchedules: with equal requests Sluice's schedule is fresher and younger than all others that a crawler can follow, and younger than the one that knows
// the change rates and gives the fastest pages up. It needs fewer requests for the freshness of LambdaCrawl without signals.
func TestOrderOfSchedules(t *testing.T) {
	pages := testWeb()
	plan := Plan{Pages: pages, Requests: float64(len(pages)) / 20, Stated: StatedShare}
	r, err := Compare(t.Context(), plan)
	if err != nil {
		t.Fatal(err)
	}
	ours := r.Rows[len(r.Rows)-1]
	for _, row := range r.Rows {
		t.Logf("%-18s %-7s fresh %.3f, age %.2f days, %.2f requests a day", row.Schedule, row.Rates, row.Fresh, row.Age, row.Requests)
		if row.Requests < 0.99*plan.Requests || row.Requests > 1.01*plan.Requests {
			t.Errorf("%s makes %.2f requests a day, want %.2f", row.Schedule, row.Requests, plan.Requests)
		}
		if row.Schedule == Sluice {
			continue
		}
		if row.Fresh >= ours.Fresh && row.Rates != trueRates || row.Age <= ours.Age {
			t.Errorf("%s with %s rates is fresh to %.3f and %.2f days old, %s to %.3f and %.2f", row.Schedule, row.Rates, row.Fresh, row.Age, Sluice, ours.Fresh, ours.Age)
		}
	}
	t.Logf("as fresh as %s with %.0f %% of the requests, as young with %.0f %%", LambdaCrawl, 100*r.ForEqualFreshness, 100*r.ForEqualAge)
	t.Logf("if all sites state times: with %.0f %% and %.0f %%", 100*r.IfAllState.ForEqualFreshness, 100*r.IfAllState.ForEqualAge)
	if r.ForEqualFreshness > 0.8 || r.ForEqualAge > 1 || r.IfAllState.ForEqualFreshness > 0.8 || r.IfAllState.ForEqualAge > 1 {
		t.Errorf("as fresh and young as LambdaCrawl without signals with %+v of its requests, if all sites state times %+v", r.Saving, r.IfAllState)
	}
}

// TestModelIsDrawnFromItsSeed: equal seeds draw equal models. The shares of what sites announce are those of the model.
func TestModelIsDrawnFromItsSeed(t *testing.T) {
	var pages []Page
	for i := range 4000 {
		pages = append(pages, Page{Host: fmt.Sprint(i)})
	}
	m := draw(pages, StatedShare, 10, 3)
	if !reflect.DeepEqual(m, draw(pages, StatedShare, 10, 3)) || reflect.DeepEqual(m, draw(pages, StatedShare, 10, 4)) {
		t.Error("models of equal seeds differ, or those of different seeds do not")
	}
	n := map[signal]float64{}
	for i := range m.sites {
		n[m.sites[i].signal]++
	}
	stated := n[lastMod] + n[wrongLastMod] + n[generatedSitemap]
	if wrong := (n[wrongLastMod] + n[generatedSitemap]) / stated; wrong < 0.15 || wrong > 0.21 {
		t.Errorf("%.3f of the sitemaps with times are wrong, want 0.18", wrong)
	}
	if share := stated / 4000; share < 0.46 || share > 0.51 {
		t.Errorf("%.3f of the sites state times, want 0.49", share)
	}
}

func TestNothingIsComparedWithoutPages(t *testing.T) {
	if _, err := Compare(t.Context(), Plan{Requests: 1}); !errors.Is(err, ErrNoPage) {
		t.Errorf("error %v, want ErrNoPage", err)
	}
}
