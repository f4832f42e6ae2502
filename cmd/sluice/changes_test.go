package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sluice/internal/catalogue"
	"sluice/library"
)

// TestAgainCountsWhatIsNewChangedUnchangedAndGone crawls a site of which every page meets another fate, twice.
func TestAgainCountsWhatIsNewChangedUnchangedAndGone(t *testing.T) {
	t.Parallel()
	var second atomic.Bool
	page := func(w http.ResponseWriter, title string, links ...string) {
		fmt.Fprintf(w, "<html><title>%s</title><p>Text of %s.</p>", title, title)
		for _, l := range links {
			fmt.Fprintf(w, `<a href="%s">%s</a> `, l, l)
		}
	}
	pdf := func(w http.ResponseWriter, version string) {
		w.Header().Set("Content-Type", "application/pdf")
		fmt.Fprint(w, "%PDF-1.4\n% "+version+"\n"+padding+"trailer\n<<>>\n%%EOF\n")
	}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		again := second.Load()
		version := map[bool]string{false: "first", true: "second"}[again]
		switch path := r.URL.Path; {
		case r.Host != "changing.example":
			http.NotFound(w, r)
		case path == "/": // unchanged, for all links are there from the start
			page(w, "Home", "/same", "/changed", "/gone", "/removed", "/soft", "/same.pdf", "/changed.pdf", "/gone.pdf", "/list")
		case path == "/list" && again:
			page(w, "List", "/new", "/new.pdf")
		case path == "/list":
			page(w, "List", "/unlinked")
		case path == "/same":
			page(w, "Same")
		case path == "/changed":
			page(w, "Changed "+version)
		case path == "/gone" && !again, path == "/new" && again, path == "/removed" && !again, path == "/unlinked":
			page(w, path)
		case path == "/removed":
			w.WriteHeader(http.StatusGone)
		case path == "/soft" && !again:
			page(w, "Soft")
		case path == "/soft":
			fmt.Fprint(w, "<html><title>Page not found</title><h1>Page not found</h1><p>The page you requested does not exist.</p>")
		case path == "/same.pdf":
			pdf(w, "same")
		case path == "/changed.pdf":
			pdf(w, "changed "+version)
		case path == "/gone.pdf" && !again, path == "/new.pdf" && again:
			pdf(w, path)
		default:
			http.NotFound(w, r)
		}
	}))
	defer web.Close()
	lib := filepath.Join(t.TempDir(), "lib")
	sluice := func(want int, args ...string) (string, string) {
		t.Helper()
		var out, errs strings.Builder
		if code := run(t.Context(), args, strings.NewReader(""), &out, &errs); code != want {
			t.Fatalf("sluice %s exits with %d, want %d:\n%s", strings.Join(args, " "), code, want, errs.String())
		}
		return out.String(), errs.String()
	}
	sluice(exitDone, "crawl", "-d", lib, "--proxy", web.URL, "--delay", "1ms", "--retries", "0", "--progress", "none",
		"--rules=-document-rejected", "--rules=-document-same-size", "http://changing.example/")
	between := time.Now().UTC().Add(time.Millisecond).Format(time.RFC3339Nano)
	time.Sleep(2 * time.Millisecond) // times in the archive have milliseconds
	second.Store(true)

	// Twelve URLs are requested; the three that are unchanged do not count against --max-pages.
	_, summary := sluice(exitDone, "crawl", "-d", lib, "--again", "--max-pages", "9", "--progress", "none")
	for _, line := range []string{"pages: 1 new, 2 changed, 2 unchanged, 3 gone\n", "documents: 1 new, 1 changed, 1 unchanged, 1 gone\n"} {
		if !strings.Contains(summary, line) {
			t.Errorf("no %q in\n%s", line, summary)
		}
	}
	pages, documents := library.ChangeCounts{New: 1, Changed: 2, Unchanged: 2, Gone: 3}, library.ChangeCounts{New: 1, Changed: 1, Unchanged: 1, Gone: 1}
	compare := func(when string, args ...string) {
		t.Helper()
		var r catalogue.Report
		text, _ := sluice(exitDone, append([]string{"report", "-d", lib, "--json"}, args...)...)
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			t.Fatal(err)
		}
		if r.Changes == nil || r.Changes.Pages != pages || r.Changes.Documents != documents {
			t.Errorf("%s: the report has %+v, want pages %+v, documents %+v", when, r.Changes, pages, documents)
		}
	}
	listed := func(what string, args ...string) []string {
		t.Helper()
		text, _ := sluice(exitDone, append([]string{what, "-d", lib, "--columns", "url", "--csv"}, args...)...)
		lines := strings.Fields(text)
		slices.Sort(lines)
		return lines
	}
	wantPages := []string{"http://changing.example/changed", "http://changing.example/gone", "http://changing.example/list", "http://changing.example/new",
		"http://changing.example/removed", "http://changing.example/soft", "url"}
	compare("as it is", "--since", "last")
	compare("without a flag")
	compare("by number", "--since", "2")
	compare("by time", "--since", between)
	for _, since := range []string{"last", "2", between} {
		if got := listed("pages", "--since", since); !slices.Equal(got, wantPages) {
			t.Errorf("pages --since %s: %v, want %v", since, got, wantPages)
		}
	}
	text, _ := sluice(exitDone, "pages", "-d", lib, "--since", "last", "--csv", "--columns", "change,url", "--sort", "url")
	if want := "change,url\nchanged,http://changing.example/changed\ngone,http://changing.example/gone\nchanged,http://changing.example/list\n" +
		"new,http://changing.example/new\ngone,http://changing.example/removed\ngone,http://changing.example/soft\n"; text != want {
		t.Errorf("the changes of pages are\n%s\nwant\n%s", text, want)
	}
	for what, want := range map[string]string{"pages": "change   status  type", "documents": "change   hash      "} {
		if text, _ = sluice(exitDone, what, "-d", lib, "--since", "last"); !strings.HasPrefix(text, want) {
			t.Errorf("%s --since last:\n%s", what, text)
		}
	}
	if text, _ = sluice(exitDone, "documents", "-d", lib, "--since", "last", "--json", "--where", "change = changed", "--sort", "change"); !strings.Contains(text, `"change":"changed"}`) {
		t.Errorf("documents that have changed:\n%s", text)
	}
	if text, _ = sluice(exitDone, "documents", "-d", lib, "--json"); strings.Contains(text, `"change"`) {
		t.Errorf("changes without a moment:\n%s", text)
	}
	if got := listed("documents", "--since", "last", "--where", "url contains new"); len(got) != 2 {
		t.Errorf("documents since the last crawl: %v, want the new one", got)
	}
	if got := listed("documents", "--since", "last", "--where", "url contains same"); len(got) != 1 {
		t.Errorf("documents since the last crawl: %v, want no unchanged one", got)
	}
	if text, _ := sluice(exitDone, "report", "-d", lib); !strings.Contains(text, "Changes since ") {
		t.Errorf("no changes in the report:\n%s", text)
	}
	sluice(exitUsage, "pages", "-d", lib, "--since", "3")
	sluice(exitUsage, "report", "-d", lib, "--since", "yesterday")

	sluice(exitDone, "rebuild", "-d", lib)
	compare("rebuilt from the archive", "--since", between)
	if got := listed("pages", "--since", between); !slices.Equal(got, wantPages) {
		t.Errorf("pages of the rebuilt library: %v, want %v", got, wantPages)
	}
}
