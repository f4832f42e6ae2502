package main

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sluice/focus"
	"sluice/internal/frontier"
)

const (
	taughtPages = 120 // of a site from which a strategy can learn
	taughtURLs  = taughtPages + taughtPages/3
	taughtTopic = "focused crawling"
)

// taughtWeb has a tree of pages. Those of one directory link to a document each and are about crawling.
type taughtWeb struct {
	requests
	mu   sync.Mutex
	urls map[string]bool // that were asked for
}

func (w *taughtWeb) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	var n int
	isDocument := false
	if _, err := fmt.Sscanf(r.URL.Path, "/d%d.rtf", &n); err == nil {
		isDocument = true
	} else if _, err := fmt.Sscanf(r.URL.Path[strings.LastIndex(r.URL.Path, "/"):], "/p%d.html", &n); err != nil || r.URL.Path != taughtPath(n) || n >= taughtPages {
		http.NotFound(rw, r)
		return
	}
	w.mu.Lock()
	w.urls[r.URL.Path] = true
	w.mu.Unlock()
	w.add()
	if isDocument {
		rw.Header().Set("Content-Type", "application/rtf")
		fmt.Fprintf(rw, `{\rtf1 Document %d. %s}`, n, strings.Repeat("words ", 50))
		return
	}
	rw.Header().Set("Content-Type", html)
	fmt.Fprintf(rw, "<title>Page %d</title>", n)
	subject := "Melt butter %d.%d in an oven, and stir flour with sugar into it until the cake rises."
	if isTaught(n) {
		subject = "Focused crawling %d.%d: a spider orders its frontier, and politeness keeps focused crawling slow."
	}
	for line := range 6 {
		fmt.Fprintf(rw, "<p>"+subject, n, line)
	}
	for _, child := range []int{2*n + 1, 2*n + 2} {
		if child < taughtPages {
			fmt.Fprintf(rw, `<p><a href="%s">from %d to %d</a>`, taughtPath(child), n, child)
		}
	}
	if isTaught(n) {
		fmt.Fprintf(rw, `<ul><li><a href="/d%d.rtf">paper %[1]d</a></ul>`, n)
	}
}

// isTaught reports whether a page is about crawling.
func isTaught(n int) bool { return n%3 == 0 }

// taughtPath returns the path of a page.
func taughtPath(n int) string {
	if isTaught(n) {
		return fmt.Sprintf("/crawling/p%d.html", n)
	}
	return fmt.Sprintf("/cooking/p%d.html", n)
}

// keptState reads what a frontier keeps of a strategy, and notes which keys it has.
type keptState struct {
	t    *testing.T
	f    *frontier.Frontier
	keys []string
}

func (s *keptState) Get(key string) []byte {
	value, err := s.f.State(s.t.Context(), "strategy/"+key)
	if err != nil {
		s.t.Fatal(err)
	}
	if len(value) > 0 {
		s.keys = append(s.keys, fmt.Sprintf("%s=%x", key, value))
	}
	return value
}

func (*keptState) Put(string, []byte) {}

// memoryOf returns what the strategy of a killed crawl has kept, as a new one restores it.
func memoryOf(t *testing.T, dir, name string) []string {
	t.Helper()
	f, err := frontier.OpenReadOnly(t.Context(), filepath.Join(dir, "frontier"))
	if err != nil {
		return nil // it was killed before it was made
	}
	defer f.Close()
	s, err := focus.Named(name, randomSeed)
	if err != nil {
		t.Fatal(err)
	}
	restorer, ok := s.(focus.Restorer)
	if !ok {
		return nil
	}
	if topical, ok := s.(focus.Topical); ok { // adaptive keeps more with a topic
		about, err := topicOf(taughtTopic)
		if err == nil {
			err = topical.SetTopic(about)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	kept := &keptState{t: t, f: f}
	restorer.Restore(kept)
	return kept.keys
}

// TestStrategiesKilledInMidCrawlGoOn kills a crawl with each strategy that has a memory or lanes of its own. What it had learned is there
// after the kill, and has grown after the next run; nothing that was found is lost.
func TestStrategiesKilledInMidCrawlGoOn(t *testing.T) {
	longTest(t)
	t.Parallel()
	for _, entry := range focus.Strategies() {
		_, remembers := entry.New(0).(focus.Restorer)
		if remembers || slices.Contains([]string{"anchor-priority", "context-graph", "evolved", "shark-search"}, entry.Name) {
			t.Run(entry.Name, func(t *testing.T) {
				t.Parallel()
				killAndGoOn(t, entry.Name, remembers)
			})
		}
	}
}

// killAndGoOn kills a crawl with a strategy until something is kept, and then continues it to the end.
func killAndGoOn(t *testing.T, strategy string, remembers bool) {
	web := &taughtWeb{urls: map[string]bool{}}
	server := httptest.NewServer(web)
	defer server.Close()
	dir := filepath.Join(t.TempDir(), "lib")
	args := []string{"crawl", "-d", dir, "--proxy", server.URL, "--progress", "none", "--contact", "https://kill.example/", "--delay", "8ms",
		"--rules=-document-small", "--index", "documents", "--strategy", strategy, "--topic", taughtTopic}
	seed := "http://taught.example" + taughtPath(0)
	if strategy == "context-graph" { // it learns from an earlier crawl
		runProgram(t, append(args, "--strategy", "breadth-first", "--delay", "0s", seed))
		runProgram(t, []string{"train", "context", "-d", dir})
		args, web.urls = append(args, "--again"), map[string]bool{}
	}
	args = append(args, seed)
	var before []string
	var kept map[string]string
	for _, delay := range []string{"8ms", "8ms", "8ms", "50ms", "250ms"} { // a kill before the first group leaves nothing; a slow disk stores it late
		killAfter(t, web.reached(45), append(slices.Clip(args), "--delay", delay))
		before, kept = memoryOf(t, dir, strategy), bodies(t, dir)
		if len(kept) > 0 && (len(before) > 0 || !remembers) {
			break
		}
	}
	if len(kept) == 0 || remembers && len(before) == 0 {
		t.Fatalf("%d URLs and %d parts of the memory are kept after kills", len(kept), len(before))
	}
	runProgram(t, args)
	got := bodies(t, dir)
	for u, sum := range kept {
		if got[u] != sum {
			t.Errorf("%s was kept before the last run, and has the body %.8s now", u, got[u])
		}
	}
	isComplete := len(got) == taughtURLs && len(web.urls) == taughtURLs
	if !isComplete && !strings.HasPrefix(strategy, "infospiders") { // agents that die leave links behind
		t.Errorf("%d URLs were requested and %d are kept in the end, want %d", len(web.urls), len(got), taughtURLs)
	}
	if after := memoryOf(t, dir, strategy); len(after) < len(before) || remembers && slices.Equal(before, after) {
		t.Errorf("%d parts of the memory after the last run, %d before it", len(after), len(before))
	}
}

// runProgram runs the program to its end.
func runProgram(t *testing.T, args []string) {
	t.Helper()
	if out, err := program(args...).CombinedOutput(); err != nil {
		t.Fatalf("sluice %s: %v\n%s", args[0], err, out)
	}
}

// killAfter runs a command and kills it when its web was asked often enough.
func killAfter(t *testing.T, asked <-chan struct{}, args []string) {
	t.Helper()
	cmd := program(args...)
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case <-asked:
		cmd.Process.Kill()
		<-ended
	case err := <-ended:
		t.Fatalf("the crawl ended by itself: %v\n%s", err, said.String())
	case <-time.After(5 * time.Minute):
		cmd.Process.Kill()
		<-ended
		t.Fatalf("the web was not asked often enough in five minutes\n%s", said.String())
	}
}
