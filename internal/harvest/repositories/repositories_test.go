package repositories_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sluice/document/bibliography"
	"sluice/internal/clock"
	"sluice/internal/fetch"
	"sluice/internal/harvest/repositories"
	"sluice/internal/harvest/source"
)

func TestListsAreRead(t *testing.T) {
	names, err := repositories.ReadList(strings.NewReader("\ufeff# repositories\nhttp://a.example/oai\n\nhttps://b.example/oai?x=1 col_1 # theses\nhttp://a.example/oai\n"))
	want := []source.Name{{Kind: source.OAI, Value: "http://a.example/oai"}, {Kind: source.OAI, Value: "https://b.example/oai?x=1", Set: "col_1"}}
	if err != nil || !slices.Equal(names, want) {
		t.Errorf("%v, %v; want %v", names, err, want)
	}
	for _, text := range []string{"a.example/oai", "ftp://a.example/oai", "http:///oai", "http://a.example/ set other", strings.Repeat("x", 20_000)} {
		if names, err := repositories.ReadList(strings.NewReader("# one\n" + text)); err == nil || !strings.Contains(err.Error(), "line 2") {
			t.Errorf("%.40q is read as %v, %v", text, names, err)
		}
	}
}

// web are repositories behind a proxy. It counts the requests, and those to one host at a time.
type web struct {
	mu       sync.Mutex
	requests map[string]int
	now      map[string]int
	most     map[string]int
	hold     chan struct{} // closed when repositories of the slow host may answer
}

const page = `<?xml version="1.0"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords>%s</ListRecords></OAI-PMH>`

// record returns a record with a title.
func record(title string) string {
	return `<record><header><identifier>oai:` + url.QueryEscape(title) + `</identifier></header><metadata><oai_dc:dc><dc:title>` + title + `</dc:title></oai_dc:dc></metadata></record>`
}

func (w *web) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	w.requests[r.Host]++
	w.now[r.Host]++
	w.most[r.Host] = max(w.most[r.Host], w.now[r.Host])
	if w.now["slow.example"] == 3 && w.requests["good.example"] > 0 {
		select {
		case <-w.hold:
		default:
			close(w.hold)
		}
	}
	w.mu.Unlock()
	defer func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.now[r.Host]--
	}()
	switch r.Host {
	case "good.example":
		if r.URL.Query().Get("resumptionToken") == "" {
			fmt.Fprintf(rw, page, record("First")+`<record><header status="deleted"><identifier>oai:x</identifier></header></record><resumptionToken>next</resumptionToken>`)
			return
		}
		fmt.Fprintf(rw, page, record("Second")+record("Third"))
	case "slow.example":
		<-w.hold
		fmt.Fprintf(rw, page, record("Slow "+r.URL.Path))
	case "empty.example":
		fmt.Fprint(rw, `<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><error code="noRecordsMatch">nothing</error></OAI-PMH>`)
	case "blocked.example":
		rw.WriteHeader(http.StatusForbidden)
	case "guarded.example":
		rw.Header().Set("Server", "cloudflare")
		rw.Header().Set("Content-Type", "text/html")
		fmt.Fprint(rw, `<html><head><title>Just a moment...</title></head><body><h1>Checking your browser</h1><form id="challenge-form" action="/cdn-cgi/l/chk_captcha"><div class="g-recaptcha"></div></form></body></html>`)
	case "later.example":
		rw.Header().Set("Retry-After", "86400")
		rw.WriteHeader(http.StatusServiceUnavailable)
	case "gone.example":
		http.NotFound(rw, r)
	case "html.example":
		fmt.Fprint(rw, "<html><body><p>Welcome to our repository, which has moved into a new building.</p></body></html>")
	case "cut.example":
		rw.Header().Set("Content-Length", "5000")
		fmt.Fprintf(rw, page, record("Cut"))
	case "format.example":
		fmt.Fprint(rw, `<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><error code="cannotDisseminateFormat">no oai_dc</error></OAI-PMH>`)
	case "silent.example":
		<-r.Context().Done()
	default: // nothing is there
		panic(http.ErrAbortHandler)
	}
}

// pass makes a pass over repositories and returns the results by their URLs, and the titles.
func pass(t *testing.T, w *web, dir string, urls ...string) (map[string]repositories.Result, []string) {
	t.Helper()
	server := httptest.NewServer(w)
	defer server.Close()
	names, err := repositories.ReadList(strings.NewReader(strings.Join(urls, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	results, titles := map[string]repositories.Result{}, []string{}
	err = repositories.Pass(t.Context(), names, repositories.Options{
		Source: source.Options{Fetch: fetch.Options{Proxy: server.URL, AllowPrivate: true, FirstByte: 3 * time.Second}, Dir: dir, Library: dir, Clock: noWait{clock.Real}},
		Take: func(_ context.Context, _ source.Name, records []bibliography.Record) error {
			for _, r := range records {
				titles = append(titles, r.Title)
			}
			return nil
		},
		OnResult: func(r repositories.Result) { results[r.URL] = r },
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(titles)
	return results, titles
}

// noWait is a clock in which nobody waits.
type noWait struct{ clock.Clock }

func (noWait) Wait(context.Context, time.Duration, ...<-chan struct{}) {}

func newWeb() *web {
	return &web{requests: map[string]int{}, now: map[string]int{}, most: map[string]int{}, hold: make(chan struct{})}
}

func TestEachRepositoryHasItsStatus(t *testing.T) {
	want := map[string]source.Outcome{
		"http://good.example/oai": source.Success, "http://empty.example/oai": source.Empty, "http://blocked.example/oai": source.Blocked, "http://guarded.example/oai": source.Blocked,
		"http://later.example/oai": source.Blocked, "http://gone.example/oai": source.Malformed, "http://html.example/oai": source.Malformed, "http://cut.example/oai": source.ConnectionError,
		"http://format.example/oai": source.OAIError, "http://silent.example/oai": source.Timeout, "http://nothing.example/oai": source.ConnectionError,
	}
	var urls []string
	for u := range want {
		urls = append(urls, u)
	}
	w, dir := newWeb(), t.TempDir()
	results, titles := pass(t, w, dir, urls...)
	for u, status := range want {
		r := results[u]
		if r.Status != status || (r.Cause != "") != (status != source.Success && status != source.Empty) {
			t.Errorf("%s: %q (%s), want %q", u, r.Status, r.Cause, status)
		}
	}
	if d := results["http://good.example/oai"]; d.Records != 3 || d.Deleted != 1 || d.Pages != 2 || !slices.Equal(titles, []string{"First", "Second", "Third"}) {
		t.Errorf("%+v, titles %q", d, titles)
	}
	before := w.requests["good.example"]
	again, titles := pass(t, w, dir, "http://good.example/oai")
	if w.requests["good.example"] != before || again["http://good.example/oai"].Stored != 2 || len(titles) != 3 {
		t.Errorf("a second pass makes %d requests: %+v", w.requests["good.example"]-before, again)
	}
}

func TestAtMostThreeRepositoriesOfAHostAreReadAtOnce(t *testing.T) {
	w := newWeb()
	urls := []string{"http://good.example/oai"}
	for i := range 40 {
		urls = append(urls, fmt.Sprintf("http://slow.example/oai%d", i))
	}
	results, titles := pass(t, w, t.TempDir(), urls...)
	if len(results) != 41 || len(titles) != 43 {
		t.Errorf("%d results, %d titles", len(results), len(titles))
	}
	if n := w.most["slow.example"]; n != 3 {
		t.Errorf("%d requests to a host at once, want 3", n)
	}
}

func TestAFailureToStoreEndsThePass(t *testing.T) {
	full := errors.New("disk full")
	server := httptest.NewServer(newWeb())
	defer server.Close()
	err := repositories.Pass(t.Context(), []source.Name{{Kind: source.OAI, Value: "http://good.example/oai"}}, repositories.Options{
		Source: source.Options{Fetch: fetch.Options{Proxy: server.URL, AllowPrivate: true}, Clock: noWait{clock.Real}},
		Take:   func(context.Context, source.Name, []bibliography.Record) error { return full }, OnResult: func(repositories.Result) {},
	})
	if !errors.Is(err, full) {
		t.Errorf("Pass() = %v", err)
	}
}
