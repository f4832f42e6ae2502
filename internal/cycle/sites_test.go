package cycle_test

import (
	"slices"
	"testing"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/cycle"
	"sluice/internal/cycle/stats"
)

// TestSitesOfLibrary: levels follow from the history. What ended after now has waited, because when it ended is not known.
func TestSitesOfLibrary(t *testing.T) {
	day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	record := func(crawl int, hours time.Duration, accepted int64) catalogue.SiteRecord {
		begun := day.AddDate(0, 0, 20*crawl)
		return catalogue.SiteRecord{Begun: begun, Started: begun, Finished: begun.Add(hours * time.Hour), Accepted: accepted, Rejected: 100 - accepted}
	}
	all := []stats.Site{
		{Host: "fallen.example", Crawled: true, ADR: 20, SSRC: 3, Finished: day.AddDate(9, 0, 0), History: []catalogue.SiteRecord{record(1, 9, 40), record(2, 2, 30), record(3, 4, 20)}},
		{Host: "earlier.example", Crawled: true, ADR: 10, Finished: day, History: []catalogue.SiteRecord{record(1, 100, 10)}},
		{Host: "risen.example", Crawled: true, ADR: 9, History: []catalogue.SiteRecord{record(2, 7, 8), record(3, 2, 9)}},
		{Host: "documents.example", Finished: day},
		{Host: "old.example", Crawled: true, Finished: day, Seconds: 50 * 3600},
		{Host: "clock.example", Crawled: true, History: []catalogue.SiteRecord{record(999, 1, 9), record(2, 1, 8), record(998, 1, 7)}},
	}
	rules := cycle.Defaults()
	want := []cycle.Site{
		{Host: "fallen.example", Level: 3, ADR: 20, SSRC: 3, Finished: record(3, 4, 0).Finished}, {Host: "earlier.example", Level: 1, ADR: 10, Finished: record(1, 100, 0).Finished},
		{Host: "risen.example", Level: 1, ADR: 9, Finished: record(3, 2, 0).Finished}, {Host: "old.example", Level: 1, Finished: day},
		{Host: "clock.example", Level: 3},
	}
	if got := rules.Crawled(all, day.AddDate(1, 0, 0)); !slices.Equal(got, want) {
		t.Errorf("Crawled() = %+v, want %+v", got, want)
	}
}

// TestQuantum: sites are crawled at the same time, so the time of a crawl is divided among its sites.
func TestQuantum(t *testing.T) {
	day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	in := func(begun ...time.Time) (s stats.Site) {
		s.Crawled = true
		for _, at := range begun {
			s.History = append(s.History, catalogue.SiteRecord{Begun: at, Started: at, Finished: at.Add(9 * time.Hour)})
		}
		return s
	}
	first, last := day, day.AddDate(0, 1, 0)
	for _, test := range []struct {
		name   string
		sites  []stats.Site
		active time.Duration
		want   time.Duration
	}{
		{"sites of the last crawl", []stats.Site{in(first, last), in(first), in(last)}, 10 * time.Hour, 5 * time.Hour},
		{"the clock was set back between them", []stats.Site{in(day.AddDate(9, 0, 0), last), in(first)}, 10 * time.Hour, 10 * time.Hour},
		{"without a history", []stats.Site{in(), in(), {Host: "documents.example"}}, 10 * time.Hour, 5 * time.Hour},
		{"the time is not known", []stats.Site{in(last)}, 0, 0},
		{"no site", nil, 10 * time.Hour, 0},
	} {
		if got := cycle.Quantum(test.sites, catalogue.Crawl{Started: last, Active: test.active}); got != test.want {
			t.Errorf("%s: Quantum() = %v, want %v", test.name, got, test.want)
		}
	}
}
