package cycle_test

import (
	"slices"
	"testing"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/cycle"
	"sluice/internal/cycle/stats"
)

// TestSitesOfLibrary: levels follow from the history, and the quantum from the sites of the last crawl.
func TestSitesOfLibrary(t *testing.T) {
	day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	record := func(crawl int, hours time.Duration, accepted int64) catalogue.SiteRecord {
		begun := day.AddDate(0, 0, 20*crawl)
		return catalogue.SiteRecord{Begun: begun, Started: begun, Finished: begun.Add(hours * time.Hour), Accepted: accepted, Rejected: 100 - accepted}
	}
	all := &stats.Statistics{Sites: []stats.Site{
		{Host: "fallen.example", Crawled: true, ADR: 20, SSRC: 3, Finished: day.AddDate(9, 0, 0), History: []catalogue.SiteRecord{record(1, 9, 40), record(2, 2, 30), record(3, 4, 20)}},
		{Host: "earlier.example", Crawled: true, ADR: 10, Finished: day, History: []catalogue.SiteRecord{record(1, 100, 10)}},
		{Host: "risen.example", Crawled: true, ADR: 9, History: []catalogue.SiteRecord{record(2, 7, 8), record(3, 2, 9)}},
		{Host: "documents.example", Finished: day},
		{Host: "old.example", Crawled: true, Finished: day, Seconds: 50 * 3600},
	}}
	rules := cycle.Defaults()
	want := []cycle.Site{
		{Host: "fallen.example", Level: 3, ADR: 20, SSRC: 3, Finished: record(3, 4, 0).Finished}, {Host: "earlier.example", Level: 1, ADR: 10, Finished: record(1, 100, 0).Finished},
		{Host: "risen.example", Level: 1, ADR: 9, Finished: record(3, 2, 0).Finished}, {Host: "old.example", Level: 1, Finished: day},
	}
	if got := rules.Crawled(all); !slices.Equal(got, want) {
		t.Errorf("Crawled() = %+v, want %+v", got, want)
	}
	if got := cycle.Quantum(all); got != 3*time.Hour {
		t.Errorf("Quantum() = %v, want the mean of 4 and 2 hours", got)
	}
	for i := range all.Sites {
		all.Sites[i].History = nil
	}
	if got := cycle.Quantum(all); got != 50*time.Hour/4 {
		t.Errorf("Quantum() without a history = %v, want the mean of the sites that were crawled", got)
	}
}
