package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// topicPages is the number of pages of a site of which every third is about crawling. The last ones say so in words that those had beside.
const topicPages = 150

// kindOf returns what a page is about: 0 for crawling, 1 for that in other words, 2 for something else.
func kindOf(n int) int {
	switch {
	case n%3 == 0:
		return 0
	case n >= 120:
		return 1
	}
	return 2
}

// topicPage returns a page, of which no line is that of another.
func topicPage(n int) string {
	var b strings.Builder
	subject := [...]string{
		"Focused crawling %d.%d: a spider orders its frontier, and politeness keeps focused crawling slow.",
		"A spider %d.%d has a frontier; politeness rules how the spider asks for what the frontier holds.",
		"Melt butter %d.%d in an oven, and stir flour with sugar into it until the cake rises.",
	}[kindOf(n)]
	fmt.Fprintf(&b, "<title>Page %d</title>", n)
	for line := range 6 {
		fmt.Fprintf(&b, "<p>"+subject, n, line)
	}
	for _, child := range []int{2*n + 1, 2*n + 2} {
		if child < topicPages {
			fmt.Fprintf(&b, `<p><a href="/p%d">from %d to %[1]d</a>`, child, n)
		}
	}
	return b.String()
}

// judgedPages returns the lines of a list of all pages with their relevance, and the topic of the library.
func judgedPages(t *testing.T, dir string) (pages []string, topic string) {
	t.Helper()
	code, out, complaints := runCommand("pages", "-d", dir, "--csv", "--columns", "url,relevance", "--sort", "url")
	if code != exitDone {
		t.Fatalf("sluice pages: exit code %d\n%s", code, complaints)
	}
	b, err := os.ReadFile(filepath.Join(dir, "models", "topic.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	return slices.Collect(strings.Lines(out)), string(b)
}

// TestRelevanceIsTheSameAfterKills kills a crawl with a topic of words at moments all over its course, until it is done. Its topic is expanded once,
// as in a crawl that was left alone, and all pages have the same relevance.
func TestRelevanceIsTheSameAfterKills(t *testing.T) {
	longTest(t)
	t.Parallel()
	var asked requests
	web := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		var n int
		if _, err := fmt.Sscanf(r.URL.Path, "/p%d", &n); err != nil {
			http.NotFound(rw, r)
			return
		}
		if !asked.admit(r.Context()) {
			return
		}
		rw.Header().Set("Content-Type", html)
		fmt.Fprint(rw, topicPage(n))
	}))
	defer web.Close()
	args := func(dir string) []string {
		return []string{"crawl", "-d", dir, "--proxy", web.URL, "--progress", "none", "--contact", "https://kill.example/", "--delay", "10ms",
			"--topic", "focused crawling", "--strategy", "breadth-first", "http://topic.example/p0"}
	}
	whole, killed := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "killed")
	if out, err := program(args(whole)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want, topic := judgedPages(t, whole)
	known := 0 // pages with a term of the topic
	for _, line := range want {
		_, relevance, _ := strings.Cut(strings.TrimSpace(line), ",")
		if relevance != "relevance" && relevance != "0" {
			known++
		}
	}
	if len(want) != topicPages+1 || known != 70 || !strings.Contains(topic, "frontier") {
		t.Fatalf("%d pages, %d of them with a term of the topic, want %d and 70; the topic is\n%s", len(want)-1, known, topicPages, topic)
	}
	for i := range 8 {
		killAfter(t, asked.reached(10+2*i), args(killed)) // also in the middle of what a group writes
	}
	asked.admitAll()
	if out, err := program(args(killed)...).CombinedOutput(); err != nil {
		t.Fatalf("last run: %v\n%s", err, out)
	}
	got, gotTopic := judgedPages(t, killed)
	if gotTopic != topic {
		t.Errorf("the topic is\n%s\nwant\n%s", gotTopic, topic)
	}
	if !slices.Equal(got, want) {
		for i := range want {
			if i >= len(got) || got[i] != want[i] {
				t.Errorf("%s: want %s", strings.TrimSpace(got[min(i, len(got)-1)]), want[i])
			}
		}
	}
}
