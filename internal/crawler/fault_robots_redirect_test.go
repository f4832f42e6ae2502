package crawler_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/internal/catalogue"
	"sluice/internal/crawler"
	"sluice/internal/frontier"
	"sluice/library"
	"sluice/page"
)

// visitTimes records when requests of a host begin and end.
type visitTimes struct {
	mu       sync.Mutex
	began    []time.Time
	inFlight int
	most     int
	shortest time.Duration // between two requests, end to beginning
	last     time.Time
}

func (v *visitTimes) wrap(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v.mu.Lock()
		now := time.Now()
		if !v.last.IsZero() && (len(v.began) == 1 || now.Sub(v.last) < v.shortest) {
			v.shortest = now.Sub(v.last)
		}
		v.began = append(v.began, now)
		v.inFlight++
		v.most = max(v.most, v.inFlight)
		v.mu.Unlock()
		h(w, r)
		v.mu.Lock()
		v.inFlight--
		v.last = time.Now()
		v.mu.Unlock()
	}
}

// TestRobotsRedirectsWaitForClockOfTheirTarget has many hosts whose robots.txt leads to another one.
func TestRobotsRedirectsWaitForClockOfTheirTarget(t *testing.T) {
	const hosts, delay = 8, 20 * time.Millisecond
	var victim visitTimes
	w := newWeb(t, pages{"victim.test/*": victim.wrap(status(404))})
	cfg := crawl.Config{Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Delay: delay}}
	for i := range hosts {
		host := fmt.Sprintf("a%d.test", i)
		w.pages[host+"/robots.txt"] = moved(fmt.Sprintf("http://victim.test/search?q=%d", i))
		w.pages[host+"/"] = html("A")
		cfg.Seeds = append(cfg.Seeds, "http://"+host+"/")
	}
	o := run(t, cfg)
	for _, seed := range cfg.Seeds {
		if o.rows[seed].Title != "A" {
			t.Errorf("%s: row %+v, want the page: its rules became known", seed, o.rows[seed])
		}
	}
	if len(victim.began) != hosts || victim.most != 1 || victim.shortest < delay {
		t.Errorf("%d requests to the target, %d at a time, %v apart; want %d, one at a time, %v apart", len(victim.began), victim.most, victim.shortest, hosts, delay)
	}
}

// TestRobotsRedirectGetsTurnOfBusyHost has a target that is crawled itself all the time.
func TestRobotsRedirectGetsTurnOfBusyHost(t *testing.T) {
	w := newWeb(t, many(100))
	w.pages["b.test/robots.txt"] = moved("http://a.test/rules.txt")
	w.pages["a.test/rules.txt"] = raw("text/plain", "User-agent: *\nDisallow: /x")
	w.pages["b.test/"] = html("B", "/x")
	o := run(t, crawl.Config{
		Seeds: []string{"http://a.test/", "http://b.test/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Delay: 5 * time.Millisecond},
	})
	if o.State != crawl.Done || w.times("b.test/") != 1 {
		t.Fatalf("state %s, b.test was requested %d times", o.State, w.times("b.test/"))
	}
	order := w.inOrder()
	if at := slices.Index(order, "b.test/"); at == len(order)-1 {
		t.Error("the redirect got its turn only when nothing else was left")
	}
}

// TestRobotsRedirectToHostWithoutTurnsEnds has a target that an earlier run has given up.
func TestRobotsRedirectToHostWithoutTurnsEnds(t *testing.T) {
	w := newWeb(t, pages{"a.test/robots.txt": moved("http://dead.test/rules.txt"), "a.test/": html("A")})
	f, err := frontier.Open(t.Context(), t.TempDir(), frontier.Options{Delay: time.Millisecond, PerHost: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	f.CloseHost("dead.test", "no such host")
	o := run(t, crawl.Config{
		Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Delay: time.Millisecond, Retries: 2},
	}, crawler.Parts{Frontier: f})
	if n := w.times("a.test/robots.txt"); n < 2 || n > 20 {
		t.Errorf("robots.txt was requested %d times, want some", n)
	}
	if row := o.rows["http://a.test/"]; row.Outcome != library.Failed {
		t.Errorf("row %+v, want a failure", row)
	}
	wantRequests(t, w)
}

// removals is a catalogue in which a person has removed some URLs.
type removals struct {
	crawler.Catalogue
	removed []string
}

func (r *removals) Removed(ctx context.Context, url string) (catalogue.Removal, bool, error) {
	return catalogue.Removal{}, slices.Contains(r.removed, url), nil
}

// TestRobotsRedirectsToRefusedTargetsAreNotFollowed goes through the targets that a crawl never requests.
func TestRobotsRedirectsToRefusedTargetsAreNotFollowed(t *testing.T) {
	for name, c := range map[string]struct {
		target string
		cfg    crawl.Config
	}{
		"ignored":           {"http://other.test/rules", crawl.Config{Scope: crawl.Scope{Ignore: []string{"other.test"}}}},
		"private":           {"http://10.0.0.1/rules", crawl.Config{}},
		"removed":           {"http://removed.test/rules", crawl.Config{}},
		"port of another":   {"http://other.test:8080/rules", crawl.Config{}},
		"removed same host": {"http://a.test/removed", crawl.Config{}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWeb(t, pages{"a.test/robots.txt": moved(c.target), "a.test/": html("A")})
			w.wildcard = html("Secret")
			cfg := c.cfg
			cfg.Seeds, cfg.Network.Proxy = []string{"http://a.test/"}, w.URL
			kept := &removals{Catalogue: newCatalogue(t), removed: []string{"http://removed.test/rules", "http://a.test/removed"}}
			r := begin(t, t.Context(), cfg, crawler.Parts{Catalogue: kept})
			waitUntil(t, "a second request of robots.txt", func() bool { return w.times("a.test/robots.txt") >= 2 })
			r.Stop("seen enough")
			r.wait()
			wantRequests(t, w)
		})
	}
}

// TestRobotsRedirectToForbiddenTargetIsNotFollowed has a target that the robots.txt of its host, which is known, forbids.
func TestRobotsRedirectToForbiddenTargetIsNotFollowed(t *testing.T) {
	w := newWeb(t, pages{
		"a.test/robots.txt": raw("text/plain", "User-agent: *\nDisallow: /admin"), "a.test/": html("A"),
		"b.test/robots.txt": moved("http://a.test/admin/delete?id=1"), "b.test/": html("B"),
	})
	cfg := crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}}
	var c *running
	added := make(chan struct{})
	cfg.Hooks.Page = func(f *library.Fetch, _ *page.Page) {
		if f.Site == "a.test" {
			<-added
			if err := c.Add(t.Context(), "http://b.test/"); err != nil {
				t.Error(err)
			}
		}
	}
	c = begin(t, t.Context(), cfg)
	close(added)
	waitUntil(t, "a second request of robots.txt", func() bool { return w.times("b.test/robots.txt") >= 2 })
	c.Stop("seen enough")
	c.wait()
	wantRequests(t, w, "a.test/")
}

// TestRobotsRedirectsCarryNoSecretsToOtherHosts counts header fields that prove who asks.
func TestRobotsRedirectsCarryNoSecretsToOtherHosts(t *testing.T) {
	var mu sync.Mutex
	var got []string
	w := newWeb(t, pages{
		"a.test/robots.txt": moved("http://b.test/rules"), "a.test/": html("A"), "b.test/": html("B"),
		"b.test/rules": func(rw http.ResponseWriter, r *http.Request) {
			mu.Lock()
			defer mu.Unlock()
			got = append(got, r.Header.Get("Authorization")+r.Header.Get("Cookie"))
			http.SetCookie(rw, &http.Cookie{Name: "planted", Value: "1", Path: "/"})
		},
	})
	w.pages["b.test/"] = func(rw http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.Header.Get("Cookie"), "planted") {
			t.Error("a cookie of the answer was kept")
		}
		html("B")(rw, r)
	}
	run(t, crawl.Config{
		Seeds:   []string{"http://b.test/", "http://a.test/"},
		Network: crawl.Network{Proxy: w.URL, Headers: []string{"Authorization: Bearer secret", "Cookie: sid=secret"}},
	})
	if len(got) == 0 || strings.Join(got, "") != "" {
		t.Errorf("secrets sent with %d redirects: %q", len(got), got)
	}
}
