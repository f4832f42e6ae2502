package engine

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sluice/internal/clock"
	"sluice/internal/fetch"
	"sluice/internal/seeds"
)

// fastClock is a clock in which nobody has to wait. It adds up how long was waited.
type fastClock struct {
	clock.Clock
	mu     sync.Mutex
	now    time.Time
	waited time.Duration
}

func newFastClock() *fastClock {
	return &fastClock{Clock: clock.Real, now: time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)}
}

func (c *fastClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *fastClock) Wait(_ context.Context, d time.Duration, _ ...<-chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	c.waited += d
}

// server is an engine on loopback that notes what it was asked.
type server struct {
	*httptest.Server
	mu    sync.Mutex
	asked []string
	keys  []string
}

// serve starts an engine. Respond writes the answer to request number n, from 0.
func serve(t *testing.T, respond func(w http.ResponseWriter, r *http.Request, n int)) *server {
	t.Helper()
	s := &server{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		n := len(s.asked)
		s.asked = append(s.asked, r.URL.RequestURI())
		s.keys = append(s.keys, r.Header.Get("X-Test-Key"))
		s.mu.Unlock()
		respond(w, r, n)
	}))
	t.Cleanup(s.Close)
	return s
}

// jsonPage is an answer with the results from number "from" on.
func jsonPage(from, n int, more bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, `{"more": %v, "results": [`, more)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"url": "http://s%d.example/"}`, from+i)
	}
	return b.String() + "]}"
}

// local asks an engine on loopback, as a crawl with default settings does.
var local = Options{Fetch: fetch.Options{AllowPrivate: true}, Delay: time.Second, Retries: 3}

// with returns options with another clock.
func (o Options) with(c clock.Clock) Options {
	o.Clock = c
	return o
}

// openDescribed returns an engine that is described in a file.
func openDescribed(t *testing.T, text string, o Options) *Web {
	t.Helper()
	described, err := Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	choices, err := Choices(described, func(name string) string {
		if name == "SLUICE_KEY_127_0_0_1" {
			return "open-sesame"
		}
		return ""
	})
	if err != nil {
		t.Fatal(err)
	}
	w, err := Open(choices[len(choices)-1], o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	return w
}

// ask asks an engine for a phrase, and returns its URLs by page, and its error.
func ask(t *testing.T, e seeds.Engine, phrase string) (pages []string, last error) {
	t.Helper()
	for p, err := range e.Search(t.Context(), phrase) {
		if err != nil {
			return pages, err
		}
		var urls []string
		for _, r := range p.Results {
			urls = append(urls, strings.TrimSuffix(strings.TrimPrefix(r.URL, "http://"), ".example/"))
		}
		text := strings.Join(urls, " ")
		if p.Cached {
			text += " (cached)"
		}
		if p.Note != "" {
			text += " (" + p.Note + ")"
		}
		pages = append(pages, text)
	}
	return pages, nil
}

func TestPaging(t *testing.T) {
	three := func(w http.ResponseWriter, r *http.Request, n int) {
		if n < 3 {
			io.WriteString(w, jsonPage(n*2, 2, n < 2))
		} else {
			io.WriteString(w, `{"results": []}`)
		}
	}
	for _, test := range []struct {
		name, description string
		respond           func(w http.ResponseWriter, r *http.Request, n int)
		asked             []string
		pages             []string
	}{
		{"page numbers until the answer is empty", "kind: json\n    url: URL/s?q={phrase}&p={page}\n    results: results\n    link: url", three,
			[]string{"/s?q=a+b%26c&p=1", "/s?q=a+b%26c&p=2", "/s?q=a+b%26c&p=3", "/s?q=a+b%26c&p=4"}, []string{"s0 s1", "s2 s3", "s4 s5", ""}},
		{"start indexes until the answer says that there is no more", "kind: json\n    url: URL/s?q={phrase}&s={start}\n    first: 1\n    step: 2\n    results: results\n    link: url\n    next: more", three,
			[]string{"/s?q=a+b%26c&s=1", "/s?q=a+b%26c&s=3", "/s?q=a+b%26c&s=5"}, []string{"s0 s1", "s2 s3", "s4 s5"}},
		{"limit of pages", "kind: json\n    url: URL/s?q={phrase}&p={page}\n    first: 0\n    pages: 2\n    results: results\n    link: url", three,
			[]string{"/s?q=a+b%26c&p=0", "/s?q=a+b%26c&p=1"}, []string{"s0 s1", "s2 s3"}},
		{"last page repeated for ever", "kind: json\n    url: URL/s?q={phrase}&p={page}\n    results: results\n    link: url",
			func(w http.ResponseWriter, _ *http.Request, n int) { io.WriteString(w, jsonPage(min(n, 1), 1, true)) },
			[]string{"/s?q=a+b%26c&p=1", "/s?q=a+b%26c&p=2", "/s?q=a+b%26c&p=3"}, []string{"s0", "s1", "s1"}},
		{"cursor", "kind: json\n    url: URL/s?q={phrase}&c={cursor}\n    results: results\n    link: url\n    next: next",
			func(w http.ResponseWriter, _ *http.Request, n int) {
				fmt.Fprintf(w, `{"next": %q, "results": [{"url": "http://s%d.example/"}]}`, []string{"x y", ""}[n], n)
			}, []string{"/s?q=a+b%26c&c=%2A", "/s?q=a+b%26c&c=x+y"}, []string{"s0", "s1"}},
		{"links to the next page, on the same host", "kind: html\n    url: URL/s?q={phrase}\n    results: li a\n    next: a.next",
			func(w http.ResponseWriter, r *http.Request, n int) {
				if r.URL.Path == "/robots.txt" {
					http.NotFound(w, r)
					return
				}
				fmt.Fprintf(w, `<li><a href="http://s%d.example/">x</a></li><a class=next href="%s">on</a>`, n, []string{"", "/more?2", "http://elsewhere.example/"}[n])
			}, []string{"/robots.txt", "/s?q=a+b%26c", "/more?2"}, []string{"s1", "s2"}},
		{"SearXNG", "kind: searxng\n    url: URL/",
			func(w http.ResponseWriter, _ *http.Request, n int) {
				io.WriteString(w, `{"results": [], "unresponsive_engines": [["brave", "timeout"], "mojeek"]}`)
			}, []string{"/search?q=a+b%26c&format=json&pageno=1"}, []string{" (did not respond: brave, mojeek)"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := serve(t, test.respond)
			w := openDescribed(t, "engines:\n  - name: x\n    "+strings.ReplaceAll(test.description, "URL", s.URL), local.with(newFastClock()))
			pages, err := ask(t, w, "a b&c")
			if err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff(test.asked, s.asked); diff != "" {
				t.Errorf("asked: -want +got\n%s", diff)
			}
			if diff := cmp.Diff(test.pages, pages); diff != "" {
				t.Errorf("pages: -want +got\n%s", diff)
			}
		})
	}
}

const described = "engines:\n  - name: x\n    kind: json\n    url: URL/s?q={phrase}&p={page}\n    results: results\n    link: url\n    next: more\n"

func TestFaultsOfEngines(t *testing.T) {
	quick := local
	quick.Retries = 2
	for _, test := range []struct {
		name    string
		respond func(w http.ResponseWriter, n int)
		more    string // of the description
		asked   int
		pages   int
		waited  time.Duration
		err     string
	}{
		{"HTML for JSON", func(w http.ResponseWriter, _ int) { io.WriteString(w, "<html><title>Log in</title>") }, "", 1, 0, 0, "HTML where JSON was expected"},
		{"captcha", func(w http.ResponseWriter, _ int) {
			w.WriteHeader(http.StatusForbidden)
			io.WriteString(w, `<html><title>Just a moment...</title><body><p>Verify that you are human.</p><form action="/check"><div class="g-recaptcha" data-sitekey="x"></div></form></body></html>`)
		}, "", 1, 0, 0, "refuses the request or its key (status 403): check for robots"},
		{"no JSON", func(w http.ResponseWriter, _ int) { io.WriteString(w, `{"results": [`) }, "", 1, 0, 0, "malformed JSON"},
		{"empty body", func(http.ResponseWriter, int) {}, "", 1, 0, 0, "malformed JSON"},
		{"an error with status 200", func(w http.ResponseWriter, _ int) { io.WriteString(w, `{"results": "none", "error": "bad query"}`) }, "", 1, 0, 0, "without results: bad query"},
		{"an error without a list, with status 200", func(w http.ResponseWriter, _ int) { io.WriteString(w, `{"error": "bad query"}`) }, "", 1, 0, 0, "without results: bad query"},
		{"a page without results", func(w http.ResponseWriter, _ int) { io.WriteString(w, jsonPage(0, 0, false)) }, "", 1, 1, 0, ""},
		{"down for a while", func(w http.ResponseWriter, n int) {
			if n < 2 {
				w.WriteHeader(http.StatusBadGateway)
			} else {
				io.WriteString(w, jsonPage(0, 1, false))
			}
		}, "", 3, 1, 6 * time.Second, ""},
		{"down", func(w http.ResponseWriter, _ int) { w.WriteHeader(http.StatusInternalServerError) }, "", 3, 0, 6 * time.Second, "answers with status 500"},
		{"too fast, and says how long to wait", func(w http.ResponseWriter, n int) {
			if n == 0 {
				w.Header().Set("Retry-After", "30")
				w.WriteHeader(http.StatusTooManyRequests)
			} else {
				io.WriteString(w, jsonPage(0, 1, false))
			}
		}, "", 2, 1, 30 * time.Second, ""},
		{"a wait of hours", func(w http.ResponseWriter, n int) {
			w.Header().Set("Retry-After", "7200")
			w.WriteHeader(http.StatusTooManyRequests)
		}, "", 1, 0, 0, "too many requests (status 429); it can be asked again at 2026-11-26 14:00:00 UTC"},
		{"quota", func(w http.ResponseWriter, n int) {
			w.WriteHeader(http.StatusForbidden)
			io.WriteString(w, `{"error": {"message": "Daily Limit exceeded for key open-sesame"}}`)
		}, "    key-header: X-Test-Key\n", 1, 0, 0, "its quota is used up (status 403): Daily Limit exceeded for key [redacted]"},
		{"wrong key", func(w http.ResponseWriter, n int) { w.WriteHeader(http.StatusUnauthorized) }, "", 1, 0, 0, "refuses the request or its key (status 401)"},
		{"moved to another host", func(w http.ResponseWriter, n int) {
			w.Header().Set("Location", "http://other.example/")
			w.WriteHeader(http.StatusMovedPermanently)
		}, "", 1, 0, 0, "redirects to http://other.example/: correct its address"},
		{"redirects without end", func(w http.ResponseWriter, n int) {
			w.Header().Set("Location", "/"+strconv.Itoa(n))
			w.WriteHeader(http.StatusFound)
		}, "", 4, 0, 3 * time.Second, "redirects without end"},
		{"its limit of a second is used up", func(w http.ResponseWriter, n int) {
			w.Header().Set("X-RateLimit-Remaining", "0, 1999")
			w.Header().Set("X-RateLimit-Reset", "7, 2000000")
			io.WriteString(w, jsonPage(n, 1, n < 1))
		}, "", 2, 2, 7 * time.Second, ""},
		{"its limit of a month is used up", func(w http.ResponseWriter, n int) {
			w.Header().Set("X-RateLimit-Remaining", "1, 0")
			w.Header().Set("X-RateLimit-Reset", "1, 3600")
			io.WriteString(w, jsonPage(n, 1, true))
		}, "", 1, 1, 0, "its limit is used up until 2026-11-26 13:00:00 UTC"},
		{"down for long", func(w http.ResponseWriter, n int) {
			if n < 40 {
				w.WriteHeader(http.StatusBadGateway)
			} else {
				io.WriteString(w, jsonPage(0, 1, false))
			}
		}, "", 41, 1, (2+4+8+16+32+64)*time.Second + 34*longestWait, ""},
		{"delay of the description", func(w http.ResponseWriter, n int) { io.WriteString(w, jsonPage(n, 1, n < 2)) }, "    delay: 20s\n", 3, 3, 40 * time.Second, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := serve(t, func(w http.ResponseWriter, _ *http.Request, n int) { test.respond(w, n) })
			now := newFastClock()
			o := quick.with(now)
			if test.asked > 3 {
				o.Retries = test.asked
			}
			w := openDescribed(t, strings.ReplaceAll(described, "URL", s.URL)+test.more, o)
			pages, err := ask(t, w, "x")
			if fmt.Sprint(err) != "<nil>" && test.err == "" || !strings.Contains(fmt.Sprint(err), test.err) {
				t.Errorf("error %v, want %q", err, test.err)
			}
			if strings.Contains(test.err, "quota") {
				if _, again := ask(t, w, "y"); again == nil || again.Error() != err.Error() || len(s.asked) != test.asked {
					t.Errorf("asked for another phrase it says %v, after %d requests; want the same, without a request", again, len(s.asked))
				}
			}
			if len(s.asked) != test.asked || len(pages) != test.pages || now.waited != test.waited {
				t.Errorf("asked %d times, %d pages, waited %v; want %d, %d, %v", len(s.asked), len(pages), now.waited, test.asked, test.pages, test.waited)
			}
		})
	}
}

func TestUnreachableAndRefusedAddresses(t *testing.T) {
	for address, want := range map[string]string{
		"http://127.0.0.1:8080": "is not requested: guard: loopback (resolve or allow-private",
		"http://10.0.0.1:8080":  "is not requested: guard: private",
	} {
		w := openDescribed(t, strings.ReplaceAll(described, "URL", address), Options{Clock: newFastClock()})
		if _, err := ask(t, w, "x"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", address, err, want)
		}
	}
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	w := openDescribed(t, strings.ReplaceAll(described, "URL", closed.URL), local.with(newFastClock()))
	if _, err := ask(t, w, "x"); err == nil || !strings.Contains(err.Error(), "does not respond: connect: refused") {
		t.Errorf("an engine that is down: %v", err)
	}
}

// The instance that the user names by the environment may run on this machine; one of a file, which may come from another person, may not.
func TestOwnInstanceOnThisMachine(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, _ *http.Request, n int) {
		io.WriteString(w, jsonPage(0, min(1, 1-n), false))
	})
	for _, address := range []string{s.URL, strings.Replace(s.URL, "127.0.0.1", "localhost", 1)} {
		s.asked = nil
		choices, err := Choices(nil, func(name string) string { return map[string]string{"SEARXNG_URL": address}[name] })
		if err != nil {
			t.Fatal(err)
		}
		w, err := Open(choices[0], Options{Clock: newFastClock()})
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		if pages, err := ask(t, w, "x"); err != nil || pages[0] != "s0" {
			t.Errorf("%s: %q, %v", address, pages, err)
		}
	}
	w := openDescribed(t, strings.ReplaceAll(described, "URL", s.URL), Options{Clock: newFastClock()})
	if _, err := ask(t, w, "x"); err == nil {
		t.Error("an address of this machine in a file is requested")
	}
}

// A slow engine ends with an error when the search is cancelled.
func TestSlowEngine(t *testing.T) {
	arrived := make(chan struct{})
	s := serve(t, func(_ http.ResponseWriter, r *http.Request, _ int) {
		close(arrived)
		<-r.Context().Done()
	})
	w := openDescribed(t, strings.ReplaceAll(described, "URL", s.URL), local.with(newFastClock()))
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-arrived; cancel() }()
	for _, err := range w.Search(ctx, "x") {
		if err == nil || !strings.Contains(err.Error(), "cancelled") {
			t.Errorf("%v, want the end of the search", err)
		}
	}
}

func TestKnownEnginesNeedTheirKeys(t *testing.T) {
	environment := map[string]string{}
	can := func() string {
		choices, err := Choices(nil, func(name string) string { return environment[name] })
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, c := range choices {
			if c.Missing == "" {
				names = append(names, c.Name)
			}
		}
		return strings.Join(names, " ")
	}
	if got := can(); got != "marginalia openalex-institutions openalex-sources" {
		t.Errorf("without keys: %s", got)
	}
	environment = map[string]string{"SEARXNG_URL": "http://127.0.0.1:8888", "BRAVE_API_KEY": "b", "GOOGLE_API_KEY": "g"}
	if got := can(); got != "searxng brave marginalia openalex-institutions openalex-sources" {
		t.Errorf("without the identifier of Google: %s", got)
	}
	environment["GOOGLE_CX"] = "c&d"
	if got := can(); got != "searxng brave google marginalia openalex-institutions openalex-sources" {
		t.Errorf("with all: %s", got)
	}
	for _, b := range builtins {
		d := b.Description
		if err := d.check(); err != nil {
			t.Errorf("%s: %v", d.Name, err)
		}
	}
	if _, err := Choices(nil, func(string) string { return "no address" }); err == nil {
		t.Error("a wrong SEARXNG_URL is taken")
	}
}

// A check for robots in place of a result page does not count as a search without results, and is not kept.
func TestCaptchaIsNoEmptyPage(t *testing.T) {
	isPassed := false
	s := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		switch {
		case r.URL.Path == "/robots.txt":
			http.NotFound(w, r)
		case isPassed:
			io.WriteString(w, `<p>Nothing was found for your words. <ul></ul>`)
		default:
			io.WriteString(w, `<html><title>Robot or human?</title><body><p>Please solve this captcha to continue.</p><form action="/check"><div class="g-recaptcha" data-sitekey="x"></div></form></body></html>`)
		}
	})
	dir := t.TempDir()
	cache, err := NewCache(dir, dir)
	if err != nil {
		t.Fatal(err)
	}
	o := local.with(newFastClock())
	o.Cache = cache
	w := openDescribed(t, "engines:\n  - {name: x, kind: html, results: li, url: '"+s.URL+"/s?q={phrase}'}\n", o)
	if _, err := ask(t, w, "x"); err == nil || !strings.Contains(err.Error(), "answers with a check for robots") {
		t.Errorf("a captcha: %v", err)
	}
	isPassed = true
	if pages, err := ask(t, w, "x"); err != nil || len(pages) != 1 || pages[0] != "" {
		t.Errorf("an empty page: %q, %v", pages, err)
	}
}

// Engines on one host are asked one at a time, with the delay between them.
func TestEnginesOnOneHostTakeTurns(t *testing.T) {
	var mu sync.Mutex
	active, most := 0, 0
	s := serve(t, func(w http.ResponseWriter, _ *http.Request, n int) {
		mu.Lock()
		active++
		most = max(most, active)
		mu.Unlock()
		io.WriteString(w, jsonPage(n, 1, n < 20))
		mu.Lock()
		active--
		mu.Unlock()
	})
	now := newFastClock()
	o := local.with(now)
	o.Turns = NewTurns()
	var wait sync.WaitGroup
	for range 2 {
		w := openDescribed(t, strings.ReplaceAll(described, "URL", s.URL), o)
		wait.Go(func() {
			for range w.Search(t.Context(), "x") {
			}
		})
	}
	wait.Wait()
	if most != 1 || len(s.asked) != 20 || now.waited < 19*time.Second {
		t.Errorf("%d requests, at most %d at a time, waited %v; want 20, 1, 19s", len(s.asked), most, now.waited)
	}
}

// Result pages are made for people: robots.txt says whether a program may request them.
func TestRobotsOfResultPages(t *testing.T) {
	for _, test := range []struct {
		name, robots string
		status       int
		ignore       bool
		want         string
	}{
		{"forbidden", "User-agent: *\nDisallow: /s\n", 200, false, "its robots.txt forbids the search"},
		{"ignored", "User-agent: *\nDisallow: /s\n", 200, true, ""},
		{"allowed", "User-agent: *\nDisallow: /t\n", 200, false, ""},
		{"none", "", 404, false, ""},
		{"unreadable", "", 503, false, "its robots.txt cannot be read (status 503)"},
		{"moved on the host, forbidden", "/robots-2.txt", 301, false, "its robots.txt forbids the search"},
		{"moved to another host", "http://other.example/robots.txt", 301, false, "its robots.txt cannot be read: redirects to http://other.example/robots.txt"},
		{"moved without end", "/robots.txt", 302, false, "its robots.txt cannot be read: redirects without end"},
		{"moved to nowhere", "", 301, false, "its robots.txt cannot be read (status 301)"},
	} {
		s := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
			switch r.URL.Path {
			case "/robots.txt":
				if test.status/100 == 3 && test.robots != "" {
					w.Header().Set("Location", test.robots)
				}
				w.WriteHeader(test.status)
				io.WriteString(w, test.robots)
				return
			case "/robots-2.txt":
				io.WriteString(w, "User-agent: *\nDisallow: /s\n")
				return
			}
			io.WriteString(w, `<li><a href="http://s1.example/">x</a>`)
		})
		o := local.with(newFastClock())
		o.IgnoreRobots = test.ignore
		w := openDescribed(t, "engines:\n  - {name: x, kind: html, results: li, url: '"+s.URL+"/s?q={phrase}'}\n", o)
		if _, err := ask(t, w, "x"); (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
}
