package wiring_test

import (
	"os"
	"path/filepath"
	"testing"

	"sluice/internal/wiring/monitor"
)

// TestStateOfACrawlThatTheCatalogueHasAsRunning reads the state of the last crawl as report, status and doctor show it.
func TestStateOfACrawlThatTheCatalogueHasAsRunning(t *testing.T) {
	for _, test := range []struct {
		name, want  string
		asGuest     bool
		meanwhile   string // a statement, after the report was read
		wantsReason string
	}{
		{name: "its process was killed", want: "interrupted"},
		{name: "its process was perhaps killed, but the lock is not to be read", want: "running", asGuest: true},
		{name: "it has just ended", want: "limit", wantsReason: "max-pages 1",
			meanwhile: "UPDATE crawls SET state = 'limit', reason = 'max-pages 1', ended = '2026-11-01T12:00:00Z'"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := finished(t)
			inCatalogue(t, dir, "UPDATE crawls SET state = 'running', reason = NULL, ended = NULL")
			lib := open(t, dir)
			cat, err := lib.Catalogue(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			r, err := cat.Report(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if test.meanwhile != "" {
				inCatalogue(t, dir, test.meanwhile)
			}
			check := func() {
				if err := monitor.MarkInterrupted(t.Context(), lib, r.Crawls); err != nil || len(r.Crawls) != 1 {
					t.Fatalf("MarkInterrupted(): %v; %d crawls", err, len(r.Crawls))
				}
				last := r.Crawls[0]
				if last.State != test.want || last.Reason != test.wantsReason || (last.Ended == nil) != (test.wantsReason == "") {
					t.Errorf("MarkInterrupted() sets %+v; want %s", last, test.want)
				}
				if s, err := monitor.Status(t.Context(), lib); err != nil || string(s.State) != test.want || s.Running {
					t.Errorf("Status() = %+v, %v; want %s", s, err, test.want)
				}
			}
			if !test.asGuest {
				check()
				return
			}
			if err := os.Chmod(filepath.Join(dir, "lock"), 0); err != nil {
				t.Fatal(err)
			}
			asGuest(t, dir, check)
		})
	}
}
