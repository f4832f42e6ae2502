package webtext_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"sluice/cmd/sluice/internal/corpus"
	"sluice/cmd/sluice/internal/webtext"
	"sluice/crawl"
	"sluice/library"
	"sluice/text/vector"
)

// english has more than fifty words.
var english = strings.Repeat("The library keeps every paper that was fetched, and the reader finds it by its title. ", 5)

func TestExamplesArePagesOfEnglish(t *testing.T) {
	for _, test := range []struct {
		name        string
		status      int
		cause       library.Cause
		format, all string
		want        string
	}{
		{"page", 200, "", "html", english, ""},
		{"created", 201, "", "html", english, ""},
		{"few words", 200, "", "html", english[:200], "at most 50 words"},
		{"German", 200, "", "html", strings.Repeat("Die Bibliothek bewahrt jede Arbeit, und der Leser findet sie nach ihrem Titel. ", 8), "not in English"},
		{"document", 200, "", "pdf", "", "no page in HTML"},
		{"not found", 404, "status 404", "html", english, "invalid"},
		{"no host", 0, "dns: no such host", "", "", "not fetched: dns"},
		{"challenge", 200, "challenge: captcha", "html", english, "not fetched: challenge"},
	} {
		a := webtext.Answer{Status: test.status, Cause: test.cause, Text: corpus.Text{Type: test.format, Fields: []vector.Field{{Text: test.all}}}}
		if got := a.Unfit(); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestEachURLHasItsAnswer(t *testing.T) {
	requests := map[string]int{}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests[r.Host+r.URL.Path]++
		switch r.URL.Path {
		case "/robots.txt":
			w.Write([]byte("User-agent: *\nDisallow: /secret\n"))
		case "/moved":
			http.Redirect(w, r, "http://b.example/there", http.StatusFound)
		case "/lost":
			http.Redirect(w, r, "http://b.example/secret", http.StatusFound)
		case "/none":
			http.NotFound(w, r)
		default:
			w.Header().Set("Content-Type", "text/html")
			w.Write([]byte("<title>" + r.Host + "</title><p>" + english + "<a href=/next>Next</a>"))
		}
	}))
	defer web.Close()
	urls := []string{"http://a.example/", "http://a.example/moved", "http://a.example/none", "http://a.example/secret", "http://a.example/lost", "HTTP://A.example:80/#x", "http://[/"}
	want := []string{"", "", "invalid", "not fetched: robots", "not fetched: robots", "", "not fetched: malformed URL"}
	got := make([]string, len(urls))
	cfg := crawl.Config{Network: crawl.Network{Proxy: web.URL}, Politeness: crawl.Politeness{Delay: -1, PerHost: 1, Workers: 1}}
	err := webtext.Fetch(t.Context(), cfg, urls, func(i int, a webtext.Answer) error {
		if a.URL != urls[i] || got[i] != "" {
			t.Errorf("answer %d of %q, after %q", i, a.URL, got[i])
		}
		got[i] = a.Unfit() + "|"
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range urls {
		if got[i] != want[i]+"|" {
			t.Errorf("%s: %q, want %q", urls[i], got[i], want[i])
		}
	}
	if requests["a.example/"] != 1 || requests["b.example/there"] != 1 || requests["a.example/next"]+requests["b.example/next"]+requests["a.example/secret"]+requests["b.example/secret"] != 0 {
		t.Errorf("requests: %v", requests)
	}
}
