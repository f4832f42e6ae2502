package main

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"sluice/cmd/sluice/internal/cyclerun"
)

// TestCycleRequestsWhatIsDue: with requests in sluice.yaml a cycle requests all pages of a site after a month, if the requests of a month suffice for that, and only
// one seed of each site a moment later. A site that is new is crawled as a whole, its home page included, which was requested to judge it.
func TestCycleRequestsWhatIsDue(t *testing.T) {
	longTest(t)
	t.Parallel()
	dir := newCycleLibrary(t, cycleWeb(t), "wait-days: [0, 0, 0, 0]\nknowledge: false\nrequests: 1\n")
	runCycle(t, dir, "http://old.example/")
	recordEarlier(t, dir, 30*24*time.Hour)
	said := runCycle(t, dir)
	if second := cycleRecord(t, dir, 2); second.NewSites != 1 || second.Pages.Unchanged != 22 || second.Pages.New != 1 {
		t.Errorf("a month later: %+v\n%s", second, said)
	}
	said = runCycle(t, dir)
	if third := cycleRecord(t, dir, 3); third.Revisited != 2 || third.Pages.Unchanged != 2 || third.Pages.Changed > 0 {
		t.Errorf("a moment later: %+v\n%s", third, said)
	}
}

// TestCycleSaysWhatALimitHasLeft: the record of a crawl that a limit has ended says how many links were left and what was expected behind them.
func TestCycleSaysWhatALimitHasLeft(t *testing.T) {
	longTest(t)
	t.Parallel()
	dir := newCycleLibrary(t, cycleWeb(t), "max-pages: 4\nhome-pages: 0\n")
	said := runCycle(t, dir, "http://old.example/")
	record := cycleRecord(t, dir, 1)
	outcome := record.Step(cyclerun.Crawl).Outcome
	if !regexp.MustCompile(`^limit: max-pages 4; \d+ links left, behind the first 1,000 of which 0 to \d+ documents were expected$`).MatchString(outcome) {
		t.Errorf("the crawl ended with %q\n%s", outcome, said)
	}
}

// recordEarlier makes all that a library has recorded of its crawls older.
func recordEarlier(t *testing.T, dir string, by time.Duration) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "catalog.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for table, columns := range map[string][]string{"pages": {"fetched_at", "got_at"}, "fetches": {"fetched_at"}, "crawls": {"started", "ended"}, "site_history": {"begun", "started", "finished"}} {
		for _, column := range columns {
			change := fmt.Sprintf(`UPDATE %[1]s SET %[2]s = strftime('%%Y-%%m-%%dT%%H:%%M:%%f000Z', %[2]s, '-%[3]d seconds') WHERE %[2]s IS NOT NULL`, table, column, int(by.Seconds()))
			if _, err := db.Exec(change); err != nil {
				t.Fatal(err)
			}
		}
	}
}
