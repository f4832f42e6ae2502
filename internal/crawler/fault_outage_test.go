package crawler_test

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/internal/crawler"
	"sluice/internal/wiring"
)

// resumeInVain continues the crawl of a library, which must end with a message.
func resumeInVain(t *testing.T, dir string, cfg crawl.Config, word string) {
	t.Helper()
	lib, err := wiring.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	c, err := lib.Crawl(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	if result, err := c.Run(t.Context()); err == nil || !strings.Contains(err.Error(), word) {
		t.Errorf("Run = %s, %v; want an error with %q", result.State, err, word)
	}
}

// TestContinuedCrawlOfflineKeepsURLs: no other host can show
// that it is an outage and not dead hosts, and retries are off.
func TestContinuedCrawlOfflineKeepsURLs(t *testing.T) {
	defer crawler.ShortenPause(20 * time.Millisecond)()
	for name, others := range map[string][]string{"one host": {"home.example"}, "two besides the seed's": {"one.example", "two.example"}} {
		t.Run(name, func(t *testing.T) {
			const each = 4
			var down atomic.Bool
			serveNames(t, func(string, int) answer {
				if down.Load() {
					return serverFails
				}
				return at("127.0.0.1")
			})
			var port string
			port, asked := site(t, func(w http.ResponseWriter, r *http.Request) {
				var refs []string
				for _, host := range others {
					for i := range each {
						refs = append(refs, fmt.Sprintf("http://%s:%s/%d", host, port, i))
					}
				}
				html("Page", refs...)(w, r)
			})
			dir := t.TempDir()
			cfg := crawl.Config{
				Seeds: []string{"http://home.example:" + port + "/"}, Scope: crawl.Scope{Kind: crawl.ScopeAny}, Network: crawl.Network{AllowPrivate: true},
				Politeness: crawl.Politeness{Delay: time.Millisecond, Retries: -1}, Limits: crawl.Limits{Pages: 1},
			}
			if _, result := resume(t, dir, cfg); result.State != crawl.Limited {
				t.Fatalf("state %s, want the limit", result.State)
			}
			cfg.Limits.Pages = 0
			down.Store(true)
			resumeInVain(t, dir, cfg, "no host could be reached since the start: network down: dns: server failure")
			down.Store(false)
			_, result := resume(t, dir, cfg)
			if want := int64(1 + each*len(others)); result.State != crawl.Done || result.Stats.Pages != want || result.Stats.Errors != 0 || result.Stats.Refused != 0 {
				t.Errorf("state %s, %d pages, %d errors, %d refused; want done, %d, none, none",
					result.State, result.Stats.Pages, result.Stats.Errors, result.Stats.Refused, want)
			}
			for _, host := range others {
				for i := range each {
					if n := asked(fmt.Sprintf("%s/%d", host, i)); n != 1 {
						t.Errorf("%s/%d was asked for %d times, want once", host, i, n)
					}
				}
			}
		})
	}
}

// TestOutageOfLastHostsLosesNoURL takes the network away when
// nothing is left but two hosts, and retries are off.
func TestOutageOfLastHostsLosesNoURL(t *testing.T) {
	defer crawler.ShortenPause(20 * time.Millisecond)()
	var down atomic.Bool
	serveNames(t, func(string, int) answer {
		if down.Load() {
			return at(broadcast)
		}
		return at("127.0.0.1")
	})
	var port string
	port, asked := site(t, func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.Host, "home.") {
			html("Page")(w, r)
			return
		}
		down.Store(true) // the links of this page are met by a dead network
		html("Home", "http://one.example:"+port+"/", "http://two.example:"+port+"/", "http://two.example:"+port+"/2")(w, r)
	})
	r := begin(t, t.Context(), crawl.Config{
		Seeds: []string{"http://home.example:" + port + "/"}, Scope: crawl.Scope{Kind: crawl.ScopeAny}, Network: crawl.Network{AllowPrivate: true}, Politeness: crawl.Politeness{Retries: -1},
	})
	waitUntil(t, "a pause, and soundings in vain", func() bool { return r.Metrics().Pauses > 2 })
	down.Store(false)
	o := r.wait()
	if o.State != crawl.Done || o.Stats.Pages != 4 || o.Stats.Errors != 0 {
		t.Errorf("state %s, %d pages, %d errors; want done, 4 and none", o.State, o.Stats.Pages, o.Stats.Errors)
	}
	for _, name := range []string{"one.example/", "two.example/", "two.example/2"} {
		if n := asked(name); n != 1 {
			t.Errorf("%s was asked for %d times, want once", name, n)
		}
	}
}

// TestLongOutageOfOnlyHostEndsCrawlAndKeepsURLs: the host
// answered, and since then is as if there were no network.
func TestLongOutageOfOnlyHostEndsCrawlAndKeepsURLs(t *testing.T) {
	defer crawler.ShortenPause(20 * time.Millisecond)()
	defer crawler.ShortenDoubt(500 * time.Millisecond)()
	const links = 5
	var down atomic.Bool
	serveNames(t, func(string, int) answer {
		if down.Load() {
			return at(broadcast)
		}
		return at(ownLoopback)
	})
	listener, err := net.Listen("tcp", ownLoopback+":0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	serve := func(w http.ResponseWriter, r *http.Request) {
		var refs []string
		for i := range links {
			refs = append(refs, fmt.Sprintf("/%d", i))
		}
		if r.URL.Path == "/" {
			down.Store(true)
			listener.Close() // after a refused connection the name is looked up again
		}
		w.Header().Set("Connection", "close")
		html("Page", refs...)(w, r)
	}
	first := &http.Server{Handler: http.HandlerFunc(serve)}
	defer first.Close()
	go first.Serve(listener)
	_, port, _ := net.SplitHostPort(address)
	dir := t.TempDir()
	cfg := crawl.Config{
		Seeds: []string{"http://home.example:" + port + "/"}, Network: crawl.Network{AllowPrivate: true},
		Politeness: crawl.Politeness{Delay: time.Millisecond, IgnoreRobots: true},
	}
	resumeInVain(t, dir, cfg, "no host could be reached for 500ms: network down: connect: unreachable")

	if listener, err = net.Listen("tcp", address); err != nil {
		t.Fatal(err)
	}
	second := &http.Server{Handler: http.HandlerFunc(serve)}
	defer second.Close()
	go second.Serve(listener)
	down.Store(false)
	if _, result := resume(t, dir, cfg); result.State != crawl.Done || result.Stats.Pages != 1+links || result.Stats.Errors != 0 {
		t.Errorf("state %s, %d pages, %d errors; want done, %d and none", result.State, result.Stats.Pages, result.Stats.Errors, 1+links)
	}
}

// TestDeadSeedIsAFailureAndEndsCrawl: the resolver, a refusal or the
// other scheme shows that the network works.
func TestDeadSeedIsAFailureAndEndsCrawl(t *testing.T) {
	serveNames(t, func(string, int) answer { return noSuchName })
	listener, err := net.Listen("tcp", ownLoopback+":0")
	if err != nil {
		t.Fatal(err)
	}
	closed := listener.Addr().String()
	listener.Close()
	for name, test := range map[string]struct {
		seed, cause string
		resolve     []string
	}{
		"no such name":              {"http://none.example/", "dns: no such host", nil},
		"refuses":                   {"http://" + closed + "/", "connect: refused", nil},
		"there at the other scheme": {"http://half.example/", "connect: unreachable", []string{"half.example:80:" + broadcast, "half.example:443:127.0.0.9"}},
	} {
		o := run(t, crawl.Config{
			Seeds: []string{test.seed}, Network: crawl.Network{Resolve: test.resolve, AllowPrivate: true},
			Politeness: crawl.Politeness{Retries: 1},
		})
		if o.State != crawl.Failed || len(o.FailedSeeds) != 1 || o.FailedSeeds[0].Reached || o.Stats.Pages != 0 || o.Stats.Errors != 1 || o.crawl.Metrics().Pauses != 0 {
			t.Errorf("%s: state %s, %d pages, %d errors, %d pauses; want failed, 0, 1 and none", name, o.State, o.Stats.Pages, o.Stats.Errors, o.crawl.Metrics().Pauses)
		}
		if string(o.history[0].Cause) != test.cause {
			t.Errorf("%s: cause %q, want %q", name, o.history[0].Cause, test.cause)
		}
	}
}

// TestHostGivenUpByEarlierRunIsTriedAgain asks for another page of a host whose name was gone for a while.
func TestHostGivenUpByEarlierRunIsTriedAgain(t *testing.T) {
	var there atomic.Bool
	serveNames(t, func(string, int) answer {
		if there.Load() {
			return at("127.0.0.1")
		}
		return noSuchName
	})
	port, asked := site(t, html("Page"))
	dir := t.TempDir()
	host := "http://gone.example:" + port
	cfg := crawl.Config{Seeds: []string{host + "/"}, Network: crawl.Network{AllowPrivate: true}, Politeness: crawl.Politeness{Delay: time.Millisecond}}
	if _, result := resume(t, dir, cfg); result.State != crawl.Failed || result.Stats.Errors != 1 {
		t.Fatalf("state %s, %d errors; want failed and one", result.State, result.Stats.Errors)
	}
	cfg.Seeds = []string{host + "/new"} // the crawl failed: this continues it, and its first seed is tried again, too
	if _, result := resume(t, dir, cfg); result.State != crawl.Failed || result.Stats.Errors != 2 || result.Stats.Refused != 1 {
		t.Fatalf("state %s, %d errors, %d refused; want failed, two, and one given up with the host", result.State, result.Stats.Errors, result.Stats.Refused)
	}
	there.Store(true)
	cfg.Seeds = []string{host + "/newer"}
	if _, result := resume(t, dir, cfg); result.State != crawl.Done || asked("gone.example/newer") != 1 {
		t.Errorf("state %s, the page was asked for %d times", result.State, asked("gone.example/newer"))
	}
}
