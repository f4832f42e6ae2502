package main

import (
	"bufio"
	"database/sql"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"sluice/cmd/sluice/internal/cyclerun"
	"sluice/internal/cycle"
)

// newCycleLibrary returns the folder of a library that has nothing but settings, and those that are given.
func newCycleLibrary(t *testing.T, web, settings string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "library")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	settings = "proxy: " + web + "\ndelay: 1ms\nretries: 0\nprogress: none\ncontact: me@example.org\n" + settings
	if err := os.WriteFile(filepath.Join(dir, "sluice.yaml"), []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// runCycle runs a cycle that must end well, and returns what it writes.
func runCycle(t *testing.T, dir string, args ...string) string {
	t.Helper()
	code, _, complaints := runCommand(append([]string{"run", "-d", dir}, args...)...)
	if code != exitDone {
		t.Fatalf("sluice run: exit code %d\n%s", code, complaints)
	}
	return complaints
}

// TestSitesThatVanishAndMove: the record says what has become of a site, the others are crawled, and a trap ends. Where a site has moved to is a candidate like others, and
// a home page that has failed is requested again.
func TestSitesThatVanishAndMove(t *testing.T) {
	longTest(t)
	t.Parallel()
	var number atomic.Int32
	number.Store(1)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", html)
		switch {
		case r.Host == "trap.example":
			fmt.Fprintf(w, `<p>%s <a href="x/">deeper</a>`, ownWords(r.URL.Path))
		case r.URL.Path != "/" && r.URL.Path != "/more", number.Load() > 1 && r.Host == "vanished.example", number.Load() < 3 && r.Host == "late.example":
			http.NotFound(w, r)
		case r.Host == "away.example":
			http.Redirect(w, r, "http://elsewhere.test"+r.URL.Path, http.StatusMovedPermanently)
		case number.Load() > 1 && r.Host == "moved.example":
			http.Redirect(w, r, "http://new-name.example"+r.URL.Path, http.StatusMovedPermanently)
		case r.Host == "new-name.example" || r.Host == "late.example":
			fmt.Fprint(w, `<title>Robotics</title><p>Algorithms and graph theory`)
		default:
			fmt.Fprintf(w, `<title>%s</title><p>%s <a href="/more">more</a> <a href="http://away.example/">away</a> <a href="http://late.example/">late</a>`, r.Host, ownWords(r.Host+r.URL.Path))
		}
	}))
	t.Cleanup(web.Close)
	dir := newCycleLibrary(t, web.URL, "wait-days: [0, 0, 0, 0]\n")
	got := map[string]string{}
	run := func(n int32, named ...string) (record cycle.Details) {
		number.Store(n)
		runCycle(t, dir, named...)
		record = cycleRecord(t, dir, int(n))
		for _, s := range record.Sites {
			got[s.Host] = s.Outcome
		}
		return record
	}
	run(1, "http://vanished.example/", "http://moved.example/", "http://stays.example/", "http://away.example/", "http://trap.example/")
	if second := run(2); second.NewSites != 1 || second.Sites[0].Host != "elsewhere.test" || second.Revisited != 4 || second.Pages.Gone == 0 || len(second.Refused) != 1 {
		t.Errorf("second cycle: %+v", second)
	}
	for host, want := range map[string]string{"vanished.example": "not reached: status 404", "moved.example": "moved to new-name.example", "stays.example": "2 URLs, 0 documents accepted",
		"away.example": "moved to elsewhere.test"} {
		if !strings.HasPrefix(got[host], want) {
			t.Errorf("%s: %q, want %q", host, got[host], want)
		}
	}
	var urls int
	if _, err := fmt.Sscanf(got["trap.example"], "%d URLs", &urls); err != nil || urls > 100 {
		t.Errorf("trap.example: %q", got["trap.example"])
	}
	third := run(3)
	if third.NewSites != 2 || third.Sites[0].Host != "late.example" || third.Sites[1].Host != "new-name.example" {
		t.Errorf("new in the third cycle are a site that has moved, and one that had failed; got %+v", third.Sites)
	}
}

// TestRunForeverEndsBySignal: it waits for a site, and the same command goes on.
func TestRunForeverEndsBySignal(t *testing.T) {
	longTest(t)
	t.Parallel()
	dir := newCycleLibrary(t, cycleWeb(t), "home-pages: 0\n")
	cmd := program("run", "-d", dir, "--cycles", "forever", "http://new.example/")
	said, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for lines := bufio.NewScanner(said); lines.Scan(); {
		all.WriteString(lines.Text() + "\n")
		if strings.HasPrefix(lines.Text(), "waiting: no site can be crawled before 20") {
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
		}
	}
	err = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != exitStopped || !strings.Contains(all.String(), "Stopped. `sluice run -d ") {
		t.Errorf("exit code %d, %v\n%s", code, err, all.String())
	}
	cycleRecord(t, dir, 1)
	if complaints := runCycle(t, dir); !strings.Contains(complaints, "Nothing to do: no site can be crawled before 20") {
		t.Errorf("the next run says\n%s", complaints)
	}
}

// TestUnfinishedCrawlOfAPersonIsKept: a cycle would drop what waits in it.
func TestUnfinishedCrawlOfAPersonIsKept(t *testing.T) {
	longTest(t)
	t.Parallel()
	dir := newCycleLibrary(t, cycleWeb(t), "")
	if code, _, complaints := runCommand("crawl", "-d", dir, "http://old.example/"); code != exitDone {
		t.Fatalf("crawl: exit code %d\n%s", code, complaints)
	}
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "catalog.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("UPDATE crawls SET state = 'stopped', reason = 'by the user (interrupt)'"); err != nil {
		t.Fatal(err)
	}
	if code, _, complaints := runCommand("run", "-d", dir, "--wait-days", "0"); code != exitError || !strings.Contains(complaints, "crawl 1 of "+dir+" is not finished") {
		t.Errorf("exit code %d\n%s", code, complaints)
	}
}

// TestClockSetBackInACycle: what a cycle does after the clock was set back counts, too, and the record says that its figures may be wrong.
func TestClockSetBackInACycle(t *testing.T) {
	longTest(t)
	t.Parallel()
	dir := newCycleLibrary(t, cycleWeb(t), "wait-days: [0, 0, 0, 0]\n")
	runCycle(t, dir, "http://old.example/")
	killAtStep(t, dir, cyclerun.Choose)
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "catalog.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, statement := range []string{"UPDATE cycles SET begun = '2990-01-01T00:00:00.000000Z' WHERE id = 2", "UPDATE cycle_steps SET begun = '2990-01-01T00:00:01.000000Z' WHERE cycle = 2"} {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	said := runCycle(t, dir)
	got := cycleRecord(t, dir, 2)
	if got.NewSites != 1 || got.Revisited != 1 || got.Requested < 20 || got.Pages.Unchanged < 20 || !strings.Contains(got.Step(cyclerun.Analyse).Outcome, "the clock was set back") {
		t.Errorf("the cycle is %+v\n%s", got, said)
	}
}

// TestClockSetBack: sites whose crawls ended in the future have waited, and the record says that its figures may be wrong.
func TestClockSetBack(t *testing.T) {
	longTest(t)
	t.Parallel()
	dir := newCycleLibrary(t, cycleWeb(t), "home-pages: 0\n")
	runCycle(t, dir, "http://old.example/")
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "catalog.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, statement := range []string{
		"UPDATE site_history SET begun = '2990-01-01T00:00:00.000000Z', started = '2990-01-01T00:00:00.000000Z', finished = '2990-01-01T01:00:00.000000Z'",
		"UPDATE crawls SET started = '2990-01-01T00:00:00.000000Z', ended = '2990-01-01T01:00:00.000000Z'",
		"UPDATE cycles SET begun = '2990-01-01T00:00:00.000000Z', finished = '2990-01-01T01:00:00.000000Z'",
	} {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	if code, _, complaints := runCommand("run", "-d", dir); code != exitDone || !strings.Contains(complaints, "the clock was set back") || !strings.Contains(complaints, "old.example") {
		t.Errorf("second cycle: exit code %d\n%s", code, complaints)
	}
	if got := cycleRecord(t, dir, 2); got.Revisited != 1 || got.Step(cyclerun.Crawl).Outcome != "done" {
		t.Errorf("the cycle is %+v", got)
	}
}
