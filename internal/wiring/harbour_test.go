package wiring_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/internal/wiring"
	"sluice/library"
)

// faq is a list of questions about something, as RTF.
func faq(about string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `{\rtf1\ansi Frequently Asked Questions about %s\par\par `, about)
	for i, q := range []string{"When does it open?", "Who pays for it?", "May I bring my own?", "Where do I find the master?", "What do I do in a storm?", "Is there a crane?"} {
		fmt.Fprintf(&b, `%d. %s\par\par The answer to this about %s is long and full of words, and it has always been so, as everybody knows who was there in the morning.\par\par `, i+1, q, about)
	}
	return b.String() + "}"
}

// harbour serves two hosts that have a document in common.
type harbour struct {
	*httptest.Server
	mu    sync.Mutex
	asked []string
	texts map[string]string // by host and path
}

func newHarbour(t *testing.T) *harbour {
	t.Helper()
	h := &harbour{texts: map[string]string{
		"a.example/robots.txt":      "User-agent: *\nDisallow: /never\n",
		"a.example/":                `<title>A</title><a href="/both.rtf">both</a> <a href="/private/own.rtf">own</a> <a href="http://b.example/">b</a>`,
		"a.example/both.rtf":        faq("the harbour"),
		"a.example/private/own.rtf": faq("the lighthouse"),
		"b.example/":                `<title>B</title><a href="/copy.rtf">copy</a> <a href="http://a.example/both.rtf">the same at A</a>`,
		"b.example/copy.rtf":        faq("the harbour"),
	}}
	h.Server = httptest.NewServer(h)
	t.Cleanup(h.Close)
	return h
}

func (h *harbour) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.asked = append(h.asked, r.Host+r.URL.Path)
	text, ok := h.texts[r.Host+r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	switch {
	case strings.HasSuffix(r.URL.Path, ".rtf"):
		w.Header().Set("Content-Type", "application/rtf")
	case strings.HasSuffix(r.URL.Path, "/"):
		w.Header().Set("Content-Type", "text/html")
	}
	io.WriteString(w, text)
}

func (h *harbour) config() crawl.Config {
	return crawl.Config{
		Seeds: []string{"http://a.example/", "http://b.example/"}, Network: crawl.Network{Proxy: h.URL},
		Politeness: crawl.Politeness{Delay: time.Millisecond, Retries: -1},
	}
}

func (h *harbour) set(url, text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.texts[url] = text
}

// collection opens the document half of a library.
func openCollection(t *testing.T, dir string) *wiring.Collection {
	t.Helper()
	c, err := open(t, dir).Collection(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// findClosed is find in a collection that is closed again, so that a removal may follow.
func findClosed(t *testing.T, dir, what string) library.Document {
	t.Helper()
	c, err := open(t, dir).Collection(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	d := find(t, c, what)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	return d
}

func find(t *testing.T, c *wiring.Collection, what string) library.Document {
	t.Helper()
	d, err := c.Find(t.Context(), what)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
