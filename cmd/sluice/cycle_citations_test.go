package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"sluice/internal/cycle/candidate"
)

// questions is a document that is accepted: questions and answers, and a URL in its text.
func questions(about, url string) string {
	var b strings.Builder
	for i, q := range []string{"When does it open?", "Who pays for it?", "May I bring my own?", "Where is the key?", "What if it rains?", "Is there a crane?"} {
		fmt.Fprintf(&b, `%d. %s\par\par To this about %s everybody who was there before knows the answer, which is long, full of words, and the same every year.\par\par `, i+1, q, about)
	}
	return `{\rtf1\ansi Frequently Asked Questions about ` + about + `\par\par ` + b.String() + `See ` + url + ` for more.\par}`
}

// TestWhatDocumentsCiteIsRequested: a cycle requests a document that an accepted one has in its text, though no page links to it, and the next cycle judges
// the host by its home page.
func TestWhatDocumentsCiteIsRequested(t *testing.T) {
	longTest(t)
	t.Parallel()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.Host + r.URL.Path {
		case "here.example/":
			w.Header().Set("Content-Type", html)
			fmt.Fprint(w, `<title>Here</title><p>Papers: <a href="/one.rtf">the first</a>`)
		case "far.example/":
			w.Header().Set("Content-Type", html)
			fmt.Fprint(w, `<title>Robotics</title><p>Algorithms and graph theory`)
		case "here.example/one.rtf":
			fmt.Fprint(w, questions("harbours", "http://far.example/papers/two.rtf"))
		case "far.example/papers/two.rtf":
			fmt.Fprint(w, questions("lighthouses", "http://far.example/papers/three.rtf"))
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(web.Close)
	dir := newCycleLibrary(t, web.URL, "wait-days: [0, 0, 0, 0]\n")
	said := runCycle(t, dir, "http://here.example/")
	first := cycleRecord(t, dir, 1)
	if first.Accepted != 2 || !strings.Contains(said, "requesting 1 document that accepted documents cite") {
		t.Errorf("%d documents accepted, want that of the site and the one that it cites\n%s", first.Accepted, said)
	}
	runCycle(t, dir)
	if second := cycleRecord(t, dir, 2); second.NewSites != 1 || second.Sites[0].Host != "far.example" {
		t.Errorf("the host of a cited document is not crawled: %+v", second.Sites)
	}
	if third := runCycle(t, dir); strings.Contains(third, "that accepted documents cite") { // one that is gone is not requested for ever
		t.Errorf("the third cycle says\n%s", third)
	}
	if hosts := cycleRecord(t, dir, 3).Refused; slices.ContainsFunc(hosts, func(h candidate.Host) bool { return h.Host == "far.example" }) {
		t.Errorf("refused: %+v", hosts)
	}
}
