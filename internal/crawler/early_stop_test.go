package crawler_test

import (
	"slices"
	"strings"
	"testing"

	"sluice/crawl"
	"sluice/focus"
	"sluice/internal/catalogue"
	"sluice/internal/crawler"
	"sluice/internal/cycle/stats"
	"sluice/internal/recordedweb"
	"sluice/internal/sparseweb"
)

// TestEarlyStopAtItsDefaults crawls sites of 14,000 pages and more in virtual time with the published settings, which are the defaults: 10,000 pages with less than 1 % documents
// found, and 1,000 more. Those with few documents are stopped there, and the record says what is expected behind the links that wait; one with enough, and one whose documents
// come between the two examinations, are crawled to their ends.
func TestEarlyStopAtItsDefaults(t *testing.T) {
	longTest(t) // more than sixty thousand pages
	sites := slices.DeleteFunc(sparseweb.Sites(), func(s sparseweb.Site) bool { return s.Host == "large.example" })
	for _, test := range []struct {
		price int64
		want  map[string][2]int64 // pages until a site is stopped, and documents found on them; -1: not checked
	}{
		{0, map[string][2]int64{"none.example": {11_000, 0}, "few.example": {11_000, -1}, "too-late.example": {11_000, 0}, "beginning.example": {21_000, -1}}},
		{20, map[string][2]int64{"none.example": {10_000, 0}, "few.example": {11_000, -1}, "too-late.example": {10_000, 0}, "beginning.example": {10_000, -1}}},
	} {
		web, err := recordedweb.Sites(sparseweb.FS(sites), recordedweb.Options{})
		if err != nil {
			t.Fatal(err)
		}
		cat, err := catalogue.NewMemory()
		if err != nil {
			t.Fatal(err)
		}
		cfg := crawl.Config{Strategy: focus.BreadthFirst{}, EarlyStop: crawl.EarlyStop{On: true, Price: test.price}} // another strategy learns from one site where the documents of the next are
		cfg.Scope.Rules = []string{"-document-small"}
		for _, s := range sites {
			cfg.Seeds = append(cfg.Seeds, "http://"+s.Host+"/")
		}
		c, err := crawler.New(cfg, crawler.Parts{Exchange: web, Clock: web.Clock(), Catalogue: cat})
		if err != nil {
			t.Fatal(err)
		}
		result, err := c.Run(t.Context())
		if err != nil || result.State != crawl.Done {
			t.Fatalf("the crawl is %s %q, %v", result.State, result.Reason, err)
		}
		stops, err := cat.Statistics.Stops(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		counted, err := stats.Sites(t.Context(), cat.Statistics, stops[0].At)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range sites {
			at := slices.IndexFunc(stops, func(o catalogue.SiteStop) bool { return o.Host == s.Host })
			n := slices.IndexFunc(counted, func(o stats.Site) bool { return o.Host == s.Host })
			want, isStopped := test.want[s.Host]
			if !isStopped {
				if at >= 0 || counted[n].Pages != int64(s.Pages) || counted[n].Downloaded != int64(s.Documents()) {
					t.Errorf("price %d: %s is not crawled to its end: %+v", test.price, s.Host, counted[n])
				}
				continue
			}
			if at < 0 {
				t.Errorf("price %d: %s is not stopped", test.price, s.Host)
				continue
			}
			o := stops[at]
			missed := int64(s.Documents()) - o.Found
			if o.Pages != want[0] || want[1] >= 0 && o.Found != want[1] || o.Waiting < 100 || o.Waiting > int64(s.Pages)-o.Pages || (o.Rule == "price") != (want[0] == 10_000) {
				t.Errorf("price %d: stop %+v, want after %d pages", test.price, o, want[0])
			}
			if holds := o.MissedLow <= missed && missed <= o.MissedHigh; holds != (s.Host != "too-late.example") {
				t.Errorf("price %d: %s has missed %d documents, and %d to %d were expected", test.price, s.Host, missed, o.MissedLow, o.MissedHigh)
			}
			if counted[n].Pages > want[0]+int64(cfg.Politeness.Workers)+300 { // those under way, and their group
				t.Errorf("price %d: %d pages of %s after its stop", test.price, counted[n].Pages-want[0], s.Host)
			}
		}
		if verdict, err := c.Explain(t.Context(), "http://none.example/d74/p14999.html"); err != nil || !strings.HasPrefix(verdict.Rule, "site: stopped") {
			t.Errorf("a page of a stopped site: %+v, %v", verdict, err)
		}
		if err := cat.Close(); err != nil {
			t.Error(err)
		}
		web.Close()
	}
}
