package report

import (
	"testing"

	"sluice/internal/catalogue"
)

func TestQueueIsReadByTheRunningCrawlOrByFetch(t *testing.T) {
	for state, want := range map[string]string{
		"running": "fetched and not read yet; the running crawl reads them",
		"stopped": "fetched and not read yet; `sluice fetch` reads them",
	} {
		r := &catalogue.Report{Crawls: []catalogue.CrawlRun{{State: "done"}, {State: state}}}
		r.Library.Queued = 2
		note := ""
		for _, l := range balance(r) {
			if l.Name == "in the queue" {
				note = l.Note
			}
		}
		if note != want {
			t.Errorf("crawl %s: %q, want %q", state, note, want)
		}
	}
}
