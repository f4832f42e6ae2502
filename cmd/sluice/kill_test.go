package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"
	"time"

	"sluice/internal/archive"
)

const (
	kills     = 20
	lastGroup = 200 // URLs that one group holds at most
)

// killShape is a web to be crawled and the way to do it.
type killShape struct {
	name  string
	hosts int
	pages int // a host
	flags []string
}

var killShapes = []killShape{
	{"one polite host", 1, 600, []string{"--delay", "5ms"}},
	{"thirty hosts at full speed", 30, 600, []string{"--delay", "0s", "--per-host", "2"}},
}

func (s killShape) urls() int { return s.hosts * (s.pages + s.pages/5) }

// killWeb has sites of pages in a tree, every fifth with a document, and counts how often each is asked for.
type killWeb struct {
	killShape
	mu    sync.Mutex
	asked map[string]int
}

func (w *killWeb) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	w.asked[r.Host+r.URL.Path]++
	w.mu.Unlock()
	var n int
	switch {
	case r.URL.Path == "/robots.txt":
		http.NotFound(rw, r)
	case strings.HasSuffix(r.URL.Path, ".pdf"):
		rw.Header().Set("Content-Type", "application/pdf")
		fmt.Fprintf(rw, "%%PDF-1.4\n%% %s\n%s", r.Host+r.URL.Path, strings.Repeat("x", 3000))
	default:
		fmt.Sscanf(r.URL.Path, "/p%d", &n)
		rw.Header().Set("Content-Type", html)
		fmt.Fprintf(rw, "<title>Page %d of %s</title><p>%s</p>", n, r.Host, strings.Repeat(fmt.Sprint("word", n, " "), 200))
		fmt.Fprintf(rw, `<a href="http://%s/p%d">elsewhere</a> `, killHost((n+1)%w.hosts), n)
		for _, child := range []int{2*n + 1, 2*n + 2, (n * 7) % w.pages} {
			if child < w.pages {
				fmt.Fprintf(rw, `<a href="/p%d">page %d</a> `, child, child)
			}
		}
		if n%5 == 0 {
			fmt.Fprintf(rw, `<a href="/d%d.pdf">paper</a>`, n)
		}
	}
}

func (w *killWeb) snapshot() map[string]int {
	w.mu.Lock()
	defer w.mu.Unlock()
	asked := map[string]int{}
	for path, n := range w.asked {
		if !strings.HasSuffix(path, "/robots.txt") {
			asked[path] = n
		}
	}
	return asked
}

// TestKilledTwentyTimesACrawlEndsAsIfUndisturbed kills the program at random
// moments of one crawl and starts it again, until it is done. It must get the same
// pages and documents as a crawl that was left alone, and ask again for no more
// than what was in flight or in the last group of each run.
func TestKilledTwentyTimesACrawlEndsAsIfUndisturbed(t *testing.T) {
	if testing.Short() {
		t.Skip("too long with the race detector; the engine's own tests run with it")
	}
	for _, shape := range killShapes {
		t.Run(shape.name, func(t *testing.T) { killAndResume(t, shape) })
	}
}

func killAndResume(t *testing.T, shape killShape) {
	undisturbed := startKillWeb(t, shape)
	whole := filepath.Join(t.TempDir(), "whole")
	begun := time.Now()
	if err := undisturbed.command(whole).Run(); err != nil {
		t.Fatalf("undisturbed crawl: %v", err)
	}
	alone := time.Since(begun)
	want := bodies(t, whole)
	if len(want) != shape.urls() {
		t.Fatalf("undisturbed crawl got %d URLs, want %d", len(want), shape.urls())
	}

	web := startKillWeb(t, shape)
	dir := filepath.Join(t.TempDir(), "killed")
	var table bytes.Buffer
	tab := tabwriter.NewWriter(&table, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tab, "kill\tafter\tgot so far\tasked again of the run before\t")
	before, kept := map[string]int{}, map[string]string{}
	keptBy, repeatedOf := map[string]int{}, map[int]map[string]bool{} // the run that a URL came into the catalogue by, and what was asked again of it
	var again int
	for i := 1; i <= kills; i++ {
		cmd := web.command(dir)
		var said bytes.Buffer
		cmd.Stderr = &said
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		after := rand.N(min(alone/16, 500*time.Millisecond)) // six tenths of the crawl in all
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		select {
		case <-ended:
			t.Fatalf("run %d ended by itself before it was killed %v after its start:\n%s", i, after, said.String())
		case <-time.After(after):
		}
		cmd.Process.Kill()
		<-ended
		now := web.web.snapshot()
		repeated := 0
		for path, n := range now {
			if n > before[path] && before[path] > 0 {
				repeated++
				if run := keptBy["http://"+path]; run > 0 {
					repeatedOf[run][path] = true
				}
			}
		}
		again += repeated
		if _, err := os.Stat(filepath.Join(dir, "catalog.db")); err == nil {
			kept = bodies(t, dir)
		}
		repeatedOf[i] = map[string]bool{}
		for u := range kept {
			if keptBy[u] == 0 {
				keptBy[u] = i
			}
		}
		fmt.Fprintf(tab, "%d\t%v\t%d\t%d\t\n", i, after, len(kept), repeated)
		before = now
	}
	if err := web.command(dir).Run(); err != nil {
		t.Fatalf("last run: %v", err)
	}
	tab.Flush()
	for run, urls := range repeatedOf {
		if len(urls) > lastGroup {
			t.Errorf("of what run %d had brought into the catalogue %d URLs were asked for again, more than its last group", run, len(urls))
		}
	}
	fmt.Printf("RESUME %s: %d URLs, killed %d times, %d asked again\n%s", shape.name, len(want), kills, again, table.String())
	got := bodies(t, dir)
	for u, sum := range want {
		if got[u] != sum {
			t.Errorf("%s: got body %.8s, want %.8s", u, got[u], sum)
		}
	}
	for u := range got {
		if want[u] == "" {
			t.Errorf("%s: not in the undisturbed crawl", u)
		}
	}
	checkArchive(t, dir, len(want))
}

type runningWeb struct {
	*httptest.Server
	web *killWeb
}

func killHost(n int) string { return fmt.Sprintf("h%02d.example", n) }

func startKillWeb(t *testing.T, shape killShape) runningWeb {
	w := &killWeb{killShape: shape, asked: map[string]int{}}
	s := httptest.NewServer(w)
	t.Cleanup(s.Close)
	return runningWeb{s, w}
}

// command crawls the web into dir.
func (w runningWeb) command(dir string) *exec.Cmd {
	args := append([]string{"crawl", "-d", dir, "--proxy", w.URL, "--progress", "none", "--contact", "https://kill.example/"}, w.web.flags...)
	for n := range w.web.hosts {
		args = append(args, "http://"+killHost(n)+"/p0")
	}
	return program(args...)
}

// program is the command as a process of its own.
func program(args ...string) *exec.Cmd {
	return &exec.Cmd{Path: os.Args[0], Args: append([]string{"sluice"}, args...)}
}

// bodies gives the SHA-256 of each URL that was got, pages and documents.
func bodies(t *testing.T, dir string) map[string]string {
	t.Helper()
	got := map[string]string{}
	for _, what := range []string{"pages", "documents"} {
		out, err := program(what, "-d", dir, "--json").Output()
		if err != nil {
			exit, ok := errors.AsType[*exec.ExitError](err)
			if !ok {
				t.Fatalf("sluice %s: %v", what, err)
			}
			if strings.Contains(string(exit.Stderr), "no library here") {
				return got // killed before the first word was written
			}
			t.Fatalf("sluice %s: %v\n%s", what, err, exit.Stderr)
		}
		lines := bufio.NewScanner(bytes.NewReader(out))
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var row struct{ URL, SHA256 string }
			if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
				t.Fatal(err)
			}
			if _, twice := got[row.URL]; twice {
				t.Errorf("%s is listed twice", row.URL)
			}
			got[row.URL] = row.SHA256
		}
	}
	return got
}

// checkArchive reads every answer of the archive back through the index.
func checkArchive(t *testing.T, dir string, atLeast int) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd := program("export", "warc", "-d", dir)
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("export warc: %v\n%s", err, errs.String())
	}
	if n := countResponses(t, &out); n < atLeast {
		t.Errorf("the archive holds %d responses, want at least %d", n, atLeast)
	}
}

func countResponses(t *testing.T, r io.Reader) int {
	t.Helper()
	n := 0
	for rec, err := range recordsOf(r) {
		if err != nil {
			t.Fatalf("archive: %v", err)
		}
		if rec.Type == "response" || rec.Type == "revisit" {
			n++
		}
	}
	return n
}

// recordsOf reads a stream of WARC records to its end.
func recordsOf(r io.Reader) iter.Seq2[*archive.Record, error] {
	return func(yield func(*archive.Record, error) bool) {
		reader := archive.NewReader(r)
		for {
			rec, err := reader.Next()
			if err == io.EOF || !yield(rec, err) || err != nil {
				return
			}
		}
	}
}
