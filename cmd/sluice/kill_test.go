package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
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

// mostLost is how much a kill may cost of what was asked for: two groups on their way into the
// stores, what waits to join the next one, what is being read, and the requests at one time.
var mostLost = 2*lastGroup + 32 + 2*runtime.GOMAXPROCS(0) + 256

// killShape is a web to be crawled and the way to do it.
type killShape struct {
	name  string
	hosts int
	pages int // a host
	flags []string
	words int // a page; 0: 200
}

var killShapes = []killShape{
	{name: "one polite host", hosts: 1, pages: 600, flags: []string{"--delay", "5ms"}},
	{name: "thirty hosts at full speed", hosts: 30, pages: 600, flags: []string{"--delay", "0s", "--per-host", "2"}},
}

func (s killShape) urls() int { return s.hosts * (s.pages + s.pages/5) }

// page returns what a path of a host has: pages in a tree, every fifth with a document.
func (s killShape) page(host, path string) (kind, body string) {
	if strings.HasSuffix(path, ".rtf") {
		return "application/rtf", fmt.Sprintf(`{\rtf1 %s %s}`, host+path, strings.Repeat("words ", 50))
	}
	var n int
	fmt.Sscanf(path, "/p%d", &n)
	var b strings.Builder
	fmt.Fprintf(&b, "<title>Page %d of %s</title><p>%s</p>", n, host, strings.Repeat(fmt.Sprint("word", n, " "), cmp.Or(s.words, 200)))
	fmt.Fprintf(&b, `<a href="http://%s/p%d">elsewhere</a> `, killHost((n+1)%s.hosts), n)
	for _, child := range []int{2*n + 1, 2*n + 2, (n * 7) % s.pages} {
		if child < s.pages {
			fmt.Fprintf(&b, `<a href="/p%d">page %d</a> `, child, child)
		}
	}
	if n%5 == 0 {
		fmt.Fprintf(&b, `<a href="/d%d.rtf">paper</a>`, n)
	}
	return html, b.String()
}

// bodies returns the SHA-256 of all that the web has, by URL.
func (s killShape) bodies() map[string]string {
	all := map[string]string{}
	add := func(host, path string) {
		_, body := s.page(host, path)
		all["http://"+host+path] = fmt.Sprintf("%x", sha256.Sum256([]byte(body)))
	}
	for h := range s.hosts {
		for n := range s.pages {
			add(killHost(h), fmt.Sprintf("/p%d", n))
			if n%5 == 0 {
				add(killHost(h), fmt.Sprintf("/d%d.rtf", n))
			}
		}
	}
	return all
}

// requests counts the requests of a web, so that a program is killed at a share of its work, however fast the machine is.
type requests struct {
	mu    sync.Mutex
	n, at int
	reach chan struct{}
}

func (r *requests) add() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.count()
}

// count is add for who holds the lock.
func (r *requests) count() {
	if r.n++; r.n == r.at {
		close(r.reach)
	}
}

// admit adds a request, if no more than reached was called for have come. Any other waits for the end of its program: however late the kill comes, the
// program gets no further. It reports whether the request is to be answered.
func (r *requests) admit(ctx context.Context) bool {
	r.mu.Lock()
	isOver := r.at > 0 && r.n >= r.at
	if !isOver {
		r.count()
	}
	r.mu.Unlock()
	if isOver {
		<-ctx.Done()
	}
	return !isOver
}

// admitAll ends the effect of reached.
func (r *requests) admitAll() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.at = 0
}

// reached returns a channel that is closed after so many more requests.
func (r *requests) reached(more int) <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.at, r.reach = r.n+more, make(chan struct{})
	return r.reach
}

// killWeb serves a web, and counts how often each URL is asked for.
type killWeb struct {
	killShape
	requests
	mu    sync.Mutex
	asked map[string]int
}

func (w *killWeb) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/robots.txt" {
		http.NotFound(rw, r)
		return
	}
	w.mu.Lock()
	w.asked["http://"+r.Host+r.URL.Path]++
	w.mu.Unlock()
	w.add()
	kind, body := w.page(r.Host, r.URL.Path)
	rw.Header().Set("Content-Type", kind)
	io.WriteString(rw, body)
}

func (w *killWeb) snapshot() map[string]int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return maps.Clone(w.asked)
}

// account is what a web and a library say of a crawl, run by run.
type account struct {
	asked  map[string]int          // how often each URL was asked for
	keptBy map[string]int          // the run that brought a URL into the catalogue
	again  map[int]map[string]bool // of what a run brought there, what was asked for by a later one
}

// note enters what has been asked for and is kept after a run. It tells how much of what the
// run asked for had been asked for before, and how much of it is not kept.
func (a *account) note(run int, asked map[string]int, kept map[string]string) (repeated, lost int) {
	for url, n := range asked {
		if n == a.asked[url] {
			continue
		}
		if a.asked[url] > 0 {
			repeated++
		}
		if by := a.keptBy[url]; by > 0 {
			a.again[by][url] = true
		} else if kept[url] == "" {
			lost++
		}
	}
	a.asked, a.again[run] = asked, map[string]bool{}
	for url := range kept {
		if a.keptBy[url] == 0 {
			a.keptBy[url] = run
		}
	}
	return repeated, lost
}

// TestCrawlKilledTwentyTimesLosesNothing kills the program at random moments of one
// crawl and starts it again, until it is done. It must get all pages and documents of
// the web. A run may lose what was in flight and its last two groups, and what it has
// brought into the catalogue may be asked for again if it was in the last of them.
func TestCrawlKilledTwentyTimesLosesNothing(t *testing.T) {
	longTest(t)
	t.Parallel()
	for _, shape := range killShapes {
		t.Run(shape.name, func(t *testing.T) {
			t.Parallel()
			killAndResume(t, shape)
		})
	}
}

func killAndResume(t *testing.T, shape killShape) {
	want := shape.bodies()
	web := startKillWeb(t, shape)
	dir := filepath.Join(t.TempDir(), "killed")
	var table bytes.Buffer
	tab := tabwriter.NewWriter(&table, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tab, "kill\tafter\tgot so far\tasked again\tin vain\t")
	runs := account{map[string]int{}, map[string]int{}, map[int]map[string]bool{}}
	kept, again := map[string]string{}, 0
	for i := 1; i <= kills; i++ {
		after := web.killed(t, i, dir, shape.urls()/15) // half of the crawl in all
		if _, err := os.Stat(filepath.Join(dir, "catalog.db")); err == nil {
			kept = bodies(t, dir)
		}
		repeated, lost := runs.note(i, web.web.snapshot(), kept)
		if lost > mostLost {
			t.Errorf("of what run %d asked for %d URLs are lost, more than what is in flight and two groups: %d", i, lost, mostLost)
		}
		again += repeated
		fmt.Fprintf(tab, "%d\t%s\t%d\t%d\t%d\t\n", i, after, len(kept), repeated, lost)
	}
	if len(kept) == 0 {
		t.Error("nothing was kept before the crawl came to its end")
	}
	if err := web.command(dir).Run(); err != nil {
		t.Fatalf("last run: %v", err)
	}
	got := bodies(t, dir)
	repeated, _ := runs.note(kills+1, web.web.snapshot(), got)
	tab.Flush()
	fmt.Printf("RESUME %s: %d URLs, killed %d times, %d asked again\n%s", shape.name, len(want), kills, again+repeated, table.String())
	for run, urls := range runs.again {
		if len(urls) > lastGroup {
			t.Errorf("of what run %d had brought into the catalogue %d URLs were asked for again, more than its last group", run, len(urls))
		}
	}
	for u, sum := range want {
		if got[u] != sum {
			t.Errorf("%s: got body %.8s, want %.8s", u, got[u], sum)
		}
	}
	for u := range got {
		if want[u] == "" {
			t.Errorf("%s: not in the web", u)
		}
	}
	checkArchive(t, dir, len(want))
}

// killed kills run i: every fourth while it starts, the others after some requests.
func (w runningWeb) killed(t *testing.T, i int, dir string, most int) (after string) {
	t.Helper()
	if i%4 != 0 {
		n := 1 + rand.N(most)
		killAfter(t, w.web.reached(n), w.command(dir).Args[1:])
		return fmt.Sprint(n, " requests")
	}
	cmd := w.command(dir)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	d := rand.N(100 * time.Millisecond)
	time.Sleep(d)
	cmd.Process.Kill()
	cmd.Wait()
	return d.String()
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
	args := append([]string{"crawl", "-d", dir, "--proxy", w.URL, "--progress", "none", "--contact", "https://kill.example/",
		"--rules=-document-small", "--index", "documents"}, w.web.flags...)
	for n := range w.web.hosts {
		args = append(args, "http://"+killHost(n)+"/p0")
	}
	return program(args...)
}

// program is the command as a process of its own.
func program(args ...string) *exec.Cmd {
	return &exec.Cmd{Path: os.Args[0], Args: append([]string{"sluice"}, args...)}
}

// runCommand runs the program in this process, and returns its exit code and what it writes to both outputs.
func runCommand(args ...string) (code int, out, complaints string) {
	var stdout, stderr strings.Builder
	code = run(context.Background(), args, strings.NewReader(""), &stdout, &stderr)
	return code, stdout.String(), stderr.String()
}

// bodies returns the SHA-256 of each URL that was got, pages and documents.
func bodies(t *testing.T, dir string) map[string]string {
	t.Helper()
	got := map[string]string{}
	for _, what := range []string{"pages", "documents"} {
		code, out, complaints := runCommand(what, "-d", dir, "--json")
		if strings.Contains(complaints, "no library here") {
			return got // killed before the first word was written
		}
		if code != exitDone {
			t.Fatalf("sluice %s: exit code %d\n%s", what, code, complaints)
		}
		for line := range strings.Lines(out) {
			var row struct{ URL, SHA256 string }
			if err := json.Unmarshal([]byte(line), &row); err != nil {
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
	code, out, complaints := runCommand("export", "warc", "-d", dir)
	if code != exitDone {
		t.Fatalf("export warc: exit code %d\n%s", code, complaints)
	}
	if n := countResponses(t, strings.NewReader(out)); n < atLeast {
		t.Errorf("the archive holds %d responses, want at least %d", n, atLeast)
	}
}

func countResponses(t *testing.T, r io.Reader) int {
	t.Helper()
	n := 0
	for rec, err := range recordsOf(t.Context(), r) {
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
func recordsOf(ctx context.Context, r io.Reader) iter.Seq2[*archive.Record, error] {
	return func(yield func(*archive.Record, error) bool) {
		reader := archive.NewReader(r)
		for {
			rec, err := reader.Next(ctx)
			if err == io.EOF || !yield(rec, err) || err != nil {
				return
			}
		}
	}
}
