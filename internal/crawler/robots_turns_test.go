package crawler_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"sluice/crawl"
	"sluice/internal/clock"
	"sluice/internal/crawler"
	"sluice/internal/fetch"
	"sluice/internal/recordedweb"
)

// TestRobotsRedirectNeedsNoSecondPlace has servers of one address, or of one domain out of scope, that may have one request at a time.
func TestRobotsRedirectNeedsNoSecondPlace(t *testing.T) {
	var now, most atomic.Int32
	serve := func(h http.HandlerFunc) (port string) {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			n := now.Add(1)
			for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
			}
			defer now.Add(-1)
			h(w, r)
		}))
		t.Cleanup(s.Close)
		_, port, _ = net.SplitHostPort(s.Listener.Addr().String())
		return port
	}
	rules := serve(raw("text/plain", "User-agent: *\nDisallow: /closed"))
	site := func(answer http.HandlerFunc) (port string) {
		return serve(func(w http.ResponseWriter, r *http.Request) {
			if name, _, _ := net.SplitHostPort(r.Host); r.URL.Path == "/robots.txt" {
				moved("http://"+name+":"+rules+"/rules.txt")(w, r)
				return
			}
			answer(w, r)
		})
	}
	papers := site(raw("application/pdf", pdf))
	home := "127.0.0.1:" + site(html("Home", "/closed", "http://papers.test:"+papers+"/paper.pdf"))
	for name, c := range map[string]struct {
		crawl.Politeness
		most int32
	}{
		"address": {crawl.Politeness{PerAddress: 1}, 1},
		"domain":  {crawl.Politeness{PerAddress: -1, Workers: 8}, 8},
	} {
		t.Run(name, func(t *testing.T) {
			most.Store(0)
			o := run(t, crawl.Config{
				Seeds: []string{"http://" + home + "/"}, Politeness: c.Politeness,
				Network: crawl.Network{AllowPrivate: true, Resolve: []string{"papers.test:" + papers + ":127.0.0.1", "papers.test:" + rules + ":127.0.0.1"}},
			})
			if o.State != crawl.Done || o.Stats.Pages != 1 || o.Stats.Documents != 1 || o.refused[home+": robots"] != 1 {
				t.Errorf("state %s, %d pages, %d documents, refused %v; want one of each", o.State, o.Stats.Pages, o.Stats.Documents, o.refused)
			}
			if most.Load() > c.most {
				t.Errorf("%d requests at a time, want %d", most.Load(), c.most)
			}
		})
	}
}

// slowRedirects is a recorded web in which the robots.txt of some hosts lead to busy.test, and take their time.
type slowRedirects struct {
	*recordedweb.Web
	took   time.Duration
	robots map[string]int // requests by host
}

func (w *slowRedirects) Do(ctx context.Context, r *fetch.Request) (*fetch.Response, error) {
	isSlow := strings.HasPrefix(r.URL.Host(), "slow") && r.URL.Path() == "/robots.txt"
	if isSlow {
		w.robots[r.URL.Host()]++ // in virtual time one request after the other begins
		if err := clock.Sleep(ctx, w.Clock(), w.took); err != nil {
			return nil, err
		}
	}
	resp, err := w.Web.Do(ctx, r)
	if isSlow && err == nil {
		resp.Header.Set("Location", "http://busy.test/rules.txt")
	}
	return resp, err
}

// TestRobotsRedirectKeepsTurnThatIsFarAway has hosts whose robots.txt take longer to redirect than a turn of the target lasts, which is
// slow and has links all the time.
func TestRobotsRedirectKeepsTurnThatIsFarAway(t *testing.T) {
	for _, slow := range []int{1, 6} {
		files := fstest.MapFS{
			"busy.test/robots.txt": {Data: []byte("User-agent: *\nCrawl-delay: 30\n")},
			"busy.test/rules.txt":  {Data: []byte("User-agent: *\nDisallow: /closed\n")},
		}
		var links strings.Builder
		for i := range 100 {
			fmt.Fprintf(&links, "<a href=/%d.html>Page %[1]d</a>\n", i)
			files[fmt.Sprintf("busy.test/%d.html", i)] = &fstest.MapFile{Data: fmt.Appendf(nil, "<title>Page %d</title>", i)}
		}
		files["busy.test/index.html"] = &fstest.MapFile{Data: []byte("<title>Busy</title>" + links.String())}
		cfg := crawl.Config{Seeds: []string{"http://busy.test/"}, Politeness: crawl.Politeness{Delay: time.Second}}
		for i := range slow {
			host := fmt.Sprintf("slow%d.test", i)
			files[host+"/robots.txt/index.html"] = &fstest.MapFile{} // a folder: it redirects
			files[host+"/index.html"] = &fstest.MapFile{Data: []byte("<title>Slow</title>")}
			cfg.Seeds = append(cfg.Seeds, "http://"+host+"/")
		}
		web, err := recordedweb.Sites(files, recordedweb.Options{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		defer web.Close()
		w := &slowRedirects{Web: web, took: 5 * time.Second, robots: map[string]int{}}
		o := run(t, cfg, crawler.Parts{Exchange: w})
		for i, seed := range cfg.Seeds[1:] {
			if n := w.robots[fmt.Sprintf("slow%d.test", i)]; o.rows[seed].Title != "Slow" || n > 3 {
				t.Errorf("%d redirects: %s was requested %d times, row %+v", slow, seed, n, o.rows[seed])
			}
		}
	}
}
