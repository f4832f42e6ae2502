package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
)

// TestWACZListsPagesAndDocuments looks at what a replay tool would show of a package: the pages, and what the library has accepted.
func TestWACZListsPagesAndDocuments(t *testing.T) {
	t.Parallel()
	faq := `{\rtf1\ansi Frequently Asked Questions about the harbour\par\par `
	for i, question := range []string{"When does it open", "Who pays for it", "May I bring my own", "Where is the master", "What do I do in a storm", "Is there a crane"} {
		faq += fmt.Sprintf(`%d. %s?\par\par The answer to this about the harbour is long and full of words, and it has always been so, as everybody knows who was there in the morning.\par\par `, i+1, question)
	}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			fmt.Fprint(w, `<html><title>Harbour</title><a href="/faq.rtf">Questions</a>`)
		case "/faq.rtf":
			w.Header().Set("Content-Type", "application/rtf")
			fmt.Fprint(w, faq+"}")
		default:
			http.NotFound(w, r)
		}
	}))
	defer web.Close()
	dir := filepath.Join(t.TempDir(), "lib")
	if code, text := sluice(t, "crawl", "-d", dir, "--proxy", web.URL, "--delay", "1ms", "http://harbour.example/"); code != exitDone {
		t.Fatalf("crawl: exit code %d\n%s", code, text)
	}
	name := filepath.Join(t.TempDir(), "all.wacz")
	if code, text := sluice(t, "export", "wacz", "-d", dir, "-o", name); code != exitDone {
		t.Fatalf("export: exit code %d\n%s", code, text)
	}
	all := plainText(t, name)
	for _, want := range []string{`{"url":"http://harbour.example/","ts":`, `{"url":"http://harbour.example/faq.rtf","ts":`} {
		if n := strings.Count(all, want); n != 1 {
			t.Errorf("%d lines begin with %s", n, want)
		}
	}
}
