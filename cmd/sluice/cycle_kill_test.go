package main

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sluice/cmd/sluice/internal/cyclerun"
	"sluice/internal/cycle"
)

// cycleWeb serves old.example, which links to new.example and to two hosts that are no sites. What old.example/changes says grows by each request of it.
func cycleWeb(t *testing.T) string {
	t.Helper()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", html)
		switch {
		case r.Host == "silent.example" || r.URL.Path != "/" && !isCyclePage(r.URL.Path):
			http.NotFound(w, r)
		case r.Host == "old.example" && r.URL.Path == "/":
			for n := range 20 {
				fmt.Fprintf(w, `<a href="/p%d">page %[1]d</a> `, n)
			}
			fmt.Fprint(w, `<a href="http://new.example/">colleagues</a> <a href="http://cakes.example/">cakes</a> <a href="http://silent.example/">nobody</a>`)
		case r.Host == "new.example" && r.URL.Path == "/":
			fmt.Fprint(w, `<title>Robotics</title><p>Algorithms and graph theory <a href="/p1">ours</a>`)
		case strings.HasPrefix(r.URL.Path, "/p"):
			fmt.Fprintf(w, "<title>%s of %s</title><p>%[1]s has words of its own: %s</p>", r.URL.Path, r.Host, ownWords(r.URL.Path))
		default:
			fmt.Fprint(w, "<title>Cakes</title><p>Butter and sugar.")
		}
	}))
	t.Cleanup(web.Close)
	return web.URL
}

// isCyclePage reports whether a path is that of one of twenty pages. Whatever else a crawl asks for, to find out what the host says of it, is not there.
func isCyclePage(path string) bool {
	n, err := strconv.Atoi(strings.TrimPrefix(path, "/p"))
	return err == nil && n >= 0 && n < 20 && path == fmt.Sprintf("/p%d", n)
}

// ownWords returns words that no other page has.
func ownWords(path string) string {
	var b strings.Builder
	for i := range 60 {
		fmt.Fprintf(&b, "w%x ", (i+1)*len(path)*7919+i*int(path[len(path)-1])*104729)
	}
	return b.String()
}

// cycleRecord returns what a library says of a cycle, without times.
func cycleRecord(t *testing.T, dir string, id int) cycle.Details {
	t.Helper()
	code, out, complaints := runCommand("cycles", "-d", dir, "--json", fmt.Sprint(id))
	if code != exitDone {
		t.Fatalf("sluice cycles: exit code %d\n%s", code, complaints)
	}
	var d cycle.Details
	if err := json.Unmarshal([]byte(out), &d); err != nil {
		t.Fatal(err)
	}
	if d.Finished.IsZero() {
		t.Errorf("cycle %d is not finished: %+v", id, d.Steps)
	}
	d.Begun, d.Finished = time.Time{}, time.Time{}
	for i := range d.Steps {
		s := &d.Steps[i]
		if s.Finished.IsZero() {
			t.Errorf("step %s is not finished", s.Step)
		}
		s.Begun, s.Finished = time.Time{}, time.Time{}
		if s.Step == cyclerun.Plan { // it names a moment
			s.Outcome = ""
		}
	}
	return d
}

// stuckAtEnd makes the end of a step take for ever, within its transaction.
func stuckAtEnd(t *testing.T, db *sql.DB, step string) {
	t.Helper()
	for _, statement := range []string{
		"CREATE VIEW endless AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000000) SELECT MAX(i) AS last FROM n",
		"CREATE TRIGGER stuck AFTER UPDATE OF finished ON cycle_steps WHEN NEW.cycle = 2 AND NEW.step = '" + step + "' BEGIN SELECT last FROM endless; END",
	} {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
}

// isStuck reports whether another process writes to the catalogue for longer than any of its transactions takes.
func isStuck(t *testing.T, db *sql.DB) bool {
	for range 30 {
		_, err := db.Exec("UPDATE cycles SET begun = begun WHERE id = 0")
		if err == nil {
			return false
		}
		time.Sleep(10 * time.Millisecond)
	}
	return true
}

// TestCycleKilledAtEachStep kills a run at the end of each step of its second cycle, before that is recorded. The same command goes on with that step, and the
// cycle comes to the same as one that was left alone.
func TestCycleKilledAtEachStep(t *testing.T) {
	longTest(t)
	t.Parallel()
	first := newCycleLibrary(t, cycleWeb(t), "wait-days: [0, 0, 0, 0]\n")
	runCycle(t, first, "http://old.example/")
	alone := copyLibrary(t, first)
	if code, _, complaints := runCommand("run", "-d", alone); code != exitDone {
		t.Fatalf("second cycle: exit code %d\n%s", code, complaints)
	}
	want := cycleRecord(t, alone, 2)
	if len(want.Sites) != 2 || want.NewSites != 1 || want.RefusedHosts != 2 || len(want.Steps) != len(cyclerun.Steps()) {
		t.Fatalf("the cycle that was left alone: %+v", want)
	}
	pages := bodies(t, alone)
	for _, step := range cyclerun.Steps() {
		t.Run(step, func(t *testing.T) {
			dir := copyLibrary(t, first)
			killAtStep(t, dir, step)
			code, _, complaints := runCommand("run", "-d", dir)
			if code != exitDone {
				t.Fatalf("exit code %d\n%s", code, complaints)
			}
			if at := slices.Index(cyclerun.Steps(), step); at > 0 && strings.Contains(complaints, "Cycle 2, "+cyclerun.Steps()[at-1]) {
				t.Errorf("a step that had ended was repeated:\n%s", complaints)
			}
			if got := cycleRecord(t, dir, 2); fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
				t.Errorf("the cycle comes to\n%+v\nwant\n%+v", got, want)
			}
			if got := bodies(t, dir); len(got) != len(pages) {
				t.Errorf("%d pages, want %d", len(got), len(pages))
			}
			checkSound(t, dir, true)
		})
	}
}

// gate forwards requests to a web, until it falls silent: then it answers no more requests of a kind than some.
type gate struct {
	*httptest.Server
	isSilent atomic.Bool
	requests atomic.Int32  // of the kind, since it fell silent
	reached  chan struct{} // a request that is not answered has come
}

// newGate returns a gate before a web that answers so many requests of a kind when it has fallen silent.
func newGate(t *testing.T, web string, answered int32, isCounted func(*http.Request) bool) *gate {
	t.Helper()
	behind, err := url.Parse(web)
	if err != nil {
		t.Fatal(err)
	}
	g, done := &gate{reached: make(chan struct{}, 1000)}, make(chan struct{})
	forward := &httputil.ReverseProxy{Rewrite: func(*httputil.ProxyRequest) {}, Transport: &http.Transport{Proxy: http.ProxyURL(behind)}}
	g.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if g.isSilent.Load() && isCounted(r) && g.requests.Add(1) > answered {
			g.reached <- struct{}{}
			select {
			case <-done:
			case <-r.Context().Done():
			}
			return
		}
		forward.ServeHTTP(w, r)
	}))
	t.Cleanup(g.Close)
	t.Cleanup(func() { close(done) })
	return g
}

// killWhenSilent runs a cycle, and kills it when it waits for an answer that does not come.
func (g *gate) killWhenSilent(t *testing.T, dir string, args ...string) {
	t.Helper()
	g.isSilent.Store(true)
	cmd := program(append([]string{"run", "-d", dir}, args...)...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-g.reached:
	case <-time.After(5 * time.Minute):
		t.Error("the crawl never came so far")
	}
	cmd.Process.Kill()
	cmd.Wait()
	g.isSilent.Store(false)
}

// TestCycleKilledInMidCrawl kills a run while the crawl of its second cycle waits for answers. The same command goes on with the crawl, and the cycle comes to the same as
// one that was left alone.
func TestCycleKilledInMidCrawl(t *testing.T) {
	longTest(t)
	t.Parallel()
	g := newGate(t, cycleWeb(t), 8, func(r *http.Request) bool { return isCyclePage(r.URL.Path) })
	first := newCycleLibrary(t, g.URL, "wait-days: [0, 0, 0, 0]\n")
	runCycle(t, first, "http://old.example/")
	alone := copyLibrary(t, first)
	runCycle(t, alone)
	want := cycleRecord(t, alone, 2)

	dir := copyLibrary(t, first)
	g.killWhenSilent(t, dir)
	if said := runCycle(t, dir); strings.Contains(said, "Cycle 2, choose") {
		t.Errorf("sites were chosen again:\n%s", said)
	}
	if got := cycleRecord(t, dir, 2); fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
		t.Errorf("the cycle comes to\n%+v\nwant\n%+v", got, want)
	}
	if got, want := len(bodies(t, dir)), len(bodies(t, alone)); got != want {
		t.Errorf("%d pages, want %d", got, want)
	}
	checkSound(t, dir, true)
}

// TestStepsKilledInMidRequestsRequestNoMore kills a run while it requests home pages, and again while it requests cited documents. The same command goes on with those that
// were chosen, and requests no more in all.
func TestStepsKilledInMidRequestsRequestNoMore(t *testing.T) {
	longTest(t)
	t.Parallel()
	isHome := func(r *http.Request) bool { return r.Host != "here.example" && r.URL.Path == "/" }
	isCited := func(r *http.Request) bool {
		return strings.HasPrefix(r.Host, "far") && strings.HasSuffix(r.URL.Path, ".rtf")
	}
	var mu sync.Mutex
	asked := map[string]bool{}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isHome(r) || isCited(r) {
			mu.Lock()
			asked[r.Host+r.URL.Path] = true
			mu.Unlock()
		}
		var n int
		switch {
		case r.Host == "here.example" && r.URL.Path == "/":
			w.Header().Set("Content-Type", html)
			for i := range 9 {
				fmt.Fprintf(w, `<a href="/%d.rtf">paper</a> <a href="http://linked%[1]d.example/">a host</a> `, i)
			}
		case r.Host == "here.example" && isNumbered(r.URL.Path, "/%d.rtf", &n) && n < 9:
			fmt.Fprint(w, questions(fmt.Sprintf("harbours, part %d", n), fmt.Sprintf("http://far%d.example/%[1]d.rtf", n)))
		case isCited(r) && isNumbered(r.URL.Path, "/%d.rtf", &n): // cites others, which are the most cited ones then
			fmt.Fprint(w, questions(fmt.Sprintf("lighthouses, part %d", n), "http://far8.example/8.rtf http://far7.example/7.rtf"))
		case isHome(r):
			w.Header().Set("Content-Type", html)
			fmt.Fprint(w, "<title>Cakes</title><p>Butter and sugar.")
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(web.Close)
	for _, test := range []struct {
		name   string
		is     func(*http.Request) bool
		cycles int // before the one that is killed
	}{{"home pages", isHome, 1}, {"cited documents", isCited, 0}} {
		t.Run(test.name, func(t *testing.T) {
			g := newGate(t, web.URL, 1, test.is)
			dir := newCycleLibrary(t, g.URL, "wait-days: [0, 0, 0, 0]\nhome-pages: 3\ncited-documents: 3\nworkers: 1\n")
			for range test.cycles {
				runCycle(t, dir, "http://here.example/")
			}
			mu.Lock()
			clear(asked)
			mu.Unlock()
			g.killWhenSilent(t, dir, "http://here.example/")
			runCycle(t, dir)
			mu.Lock()
			defer mu.Unlock()
			maps.DeleteFunc(asked, func(url string, _ bool) bool { return strings.HasSuffix(url, "/") != (test.name == "home pages") })
			if len(asked) != 3 {
				t.Errorf("requested are %v, want 3 in all", slices.Sorted(maps.Keys(asked)))
			}
			checkSound(t, dir, true)
		})
	}
}

// isNumbered reads the number of a path.
func isNumbered(path, format string, n *int) bool {
	_, err := fmt.Sscanf(path, format, n)
	return err == nil && fmt.Sprintf(format, *n) == path
}

// killAtStep runs the second cycle and kills it at the end of a step.
func killAtStep(t *testing.T, dir, step string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "catalog.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	stuckAtEnd(t, db, step)
	cmd := program("run", "-d", dir)
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for begun := 0; begun == 0 || !isStuck(t, db); time.Sleep(10 * time.Millisecond) {
		select {
		case err := <-ended:
			t.Fatalf("the run ended by itself: %v\n%s", err, said.String())
		default:
		}
		if err := db.QueryRow("SELECT COUNT(*) FROM cycle_steps WHERE cycle = 2 AND step = $1", step).Scan(&begun); err != nil {
			t.Fatal(err)
		}
	}
	cmd.Process.Kill()
	<-ended
	for _, statement := range []string{"DROP TRIGGER stuck", "DROP VIEW endless"} {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
}

// copyLibrary returns a copy of a library on which nothing runs.
func copyLibrary(t *testing.T, dir string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "copy")
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return to
}
