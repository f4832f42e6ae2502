package wiring_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"sluice/crawl"
)

// TestTextDocumentIsCountedAndListed: the result of the crawl, the report and the listings agree.
func TestTextDocumentIsCountedAndListed(t *testing.T) {
	var faq strings.Builder
	faq.WriteString("Frequently Asked Questions\n\n")
	for i := range 40 {
		fmt.Fprintf(&faq, "%d. How do I light lamp number %[1]d?\n\nTurn it on, wait for %d seconds, and it shines over the harbour.\n\n", i+1, i+10)
	}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, `<title>Lamps</title><a href=faq.txt>questions</a> <a href=copy.txt>again</a> <a href=faq.md>and again</a>`)
		case "/faq.txt", "/copy.txt":
			w.Header().Set("Content-Type", "text/plain")
			io.WriteString(w, faq.String())
		case "/faq.md":
			w.Header().Set("Content-Type", "text/markdown")
			io.WriteString(w, "# "+faq.String())
		default:
			http.NotFound(w, r)
		}
	}))
	defer web.Close()
	dir := t.TempDir()
	c, err := open(t, dir).Crawl(t.Context(), crawl.Config{
		Seeds: []string{"http://a.example/"}, Network: crawl.Network{Proxy: web.URL, UserAgent: "Test/1"},
		Politeness: crawl.Politeness{Delay: time.Millisecond},
	})
	if err != nil {
		t.Fatal(err)
	}
	result, err := c.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if s := result.Stats; s.Pages != 1 || s.Documents != 3 {
		t.Errorf("the crawl reports %d pages and %d documents; want 1 and 3", s.Pages, s.Documents)
	}
	catalogue, err := open(t, dir).Catalogue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	report, err := catalogue.Report(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if r := report; r.Totals.Pages != 1 || r.Totals.Documents != 3 || r.Library.Found != 3 || r.Library.Accepted != 2 {
		t.Errorf("the report has %+v, %+v", r.Totals, r.Library)
	}
	for what, want := range map[string]int{"pages": 1, "documents": 2, "places": 4, "urls": 4} {
		list, err := catalogue.List(t.Context(), what, "", 0)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, err := range list.All() {
			if err != nil {
				t.Fatal(err)
			}
			n++
		}
		if n != want {
			t.Errorf("%d %s are listed, want %d", n, what, want)
		}
	}
}
