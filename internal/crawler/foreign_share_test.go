package crawler_test

import (
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/internal/clock"
	"sluice/internal/crawler"
	"sluice/internal/fetch"
	"sluice/internal/frontier"
	"sluice/internal/recordedweb"
)

// TestSlowForeignHostsDoNotStopTheCrawl has more hosts out of scope that never answer than there are workers.
func TestSlowForeignHostsDoNotStopTheCrawl(t *testing.T) {
	const workers, hosts, honest = 16, 40, 60
	for _, c := range []struct {
		name, url string
		most      int
	}{
		{"hosts of one domain", "http://a%d.slow.test/paper.pdf", workers / 8},
		{"hosts of many domains", "http://www.slow%d.test/paper.pdf", workers / 2},
		{"addresses", "http://93.184.1.%d/paper.pdf", workers / 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			var mu sync.Mutex
			hanging := 0
			w := newWeb(t, pages{})
			w.wildcard = func(_ http.ResponseWriter, r *http.Request) {
				mu.Lock()
				hanging++
				mu.Unlock()
				<-r.Context().Done()
			}
			var slow []string
			for i := range hosts {
				slow = append(slow, fmt.Sprintf(c.url, i))
			}
			w.pages["index.test/robots.txt"], w.pages["index.test/"] = status(404), html("Index", slow...)
			w.pages["honest.test/robots.txt"] = status(404)
			var refs []string
			for i := range honest {
				refs = append(refs, fmt.Sprint("/", i))
				w.pages["honest.test"+refs[i]] = html("Honest")
			}
			w.pages["honest.test/"] = html("Honest", refs...)
			r := begin(t, t.Context(), crawl.Config{
				Seeds: []string{"http://index.test/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Workers: workers},
			})
			waitUntil(t, "requests of slow hosts", func() bool {
				mu.Lock()
				defer mu.Unlock()
				return hanging >= c.most
			})
			if err := r.Add(t.Context(), "http://honest.test/"); err != nil {
				t.Fatal(err)
			}
			waitUntil(t, "all pages of the honest host", func() bool {
				return !slices.ContainsFunc(refs, func(ref string) bool { return w.times("honest.test"+ref) == 0 })
			})
			mu.Lock()
			if hanging > c.most {
				t.Errorf("%d requests at a time to hosts out of scope, want %d", hanging, c.most)
			}
			mu.Unlock()
			r.Stop("seen enough")
			r.wait()
		})
	}
}

// TestHostsOfSeedDomainHaveAllWorkers has as many hosts of the seed's domain as workers, which answer only when all are requested.
func TestHostsOfSeedDomainHaveAllWorkers(t *testing.T) {
	const workers = 16
	var all sync.WaitGroup
	all.Add(workers)
	w := newWeb(t, pages{})
	cfg := crawl.Config{Scope: crawl.Scope{Kind: crawl.ScopeDomain}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Workers: workers}}
	var links []string
	for i := range workers {
		host := fmt.Sprintf("h%d.uni.test", i)
		links = append(links, "http://"+host+"/")
		w.pages[host+"/robots.txt"] = status(404)
		w.pages[host+"/"] = func(rw http.ResponseWriter, r *http.Request) {
			all.Done()
			all.Wait()
			html("Page")(rw, r)
		}
	}
	w.pages["www.uni.test/"] = html("Uni", links...)
	cfg.Seeds = []string{"http://www.uni.test/"}
	if o := run(t, cfg); o.State != crawl.Done || o.Stats.Pages != workers+1 {
		t.Errorf("state %s, %d pages; want all %d at a time", o.State, o.Stats.Pages, workers)
	}
}

// addressedWeb is a recorded web whose hosts have addresses.
type addressedWeb struct{ *recordedweb.Web }

func (addressedWeb) Addrs(context.Context, string, int) ([]netip.Addr, error) {
	return []netip.Addr{netip.MustParseAddr("2001:db8:1:2:3:4:5:6"), netip.MustParseAddr("2001:db8:1:2::7"), netip.MustParseAddr("192.0.2.2")}, nil
}

// addressedFrontier records addresses.
type addressedFrontier struct {
	crawler.Frontier
	mu  sync.Mutex
	got map[string][]string // by host
}

func (f *addressedFrontier) SetAddresses(host string, addrs []string) {
	f.mu.Lock()
	f.got[host] = addrs
	f.mu.Unlock()
	f.Frontier.SetAddresses(host, addrs)
}

func TestForeignAddressesOfOneIPv6NetworkAreOneAddress(t *testing.T) {
	recorded := sitesWeb(t, siteFolder{"a.test/index.html": `<title>A</title><a href="http://b.test/paper.pdf">Paper</a>`, "b.test/paper.pdf": pdf}, 1)
	defer recorded.Close()
	cfg, parts := crawl.Config{Seeds: []string{"http://a.test/"}}, crawler.Parts{Exchange: addressedWeb{recorded}}
	f := &addressedFrontier{Frontier: frontier.NewMemory(crawler.FrontierOptions(cfg, parts)), got: map[string][]string{}}
	parts.Frontier = f
	o := run(t, cfg, parts)
	for host, want := range map[string][]string{
		"a.test": {"2001:db8:1:2:3:4:5:6", "2001:db8:1:2::7", "192.0.2.2"},
		"b.test": {frontier.OutOfScope, frontier.Domain("b.test"), "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1:2::7", "192.0.2.2"},
	} {
		if !slices.Equal(f.got[host], want) {
			t.Errorf("addresses of %s: %q, want %q", host, f.got[host], want)
		}
	}
	if o.Stats.Documents != 1 {
		t.Errorf("%d documents, want that of the other host", o.Stats.Documents)
	}
}

// checkedWeb checks before each request that the frontier knows the addresses of its host.
type checkedWeb struct {
	addressedWeb
	t *testing.T
	f *addressedFrontier
}

func (w checkedWeb) Do(ctx context.Context, r *fetch.Request) (*fetch.Response, error) {
	w.f.mu.Lock()
	if got := w.f.got[r.URL.Host()]; !slices.Contains(got, "192.0.2.2") {
		w.t.Errorf("%s is requested while the frontier has the addresses %q", r.URL, got)
	}
	w.f.mu.Unlock()
	return w.addressedWeb.Do(ctx, r)
}

// TestAddressesOfManyHostsAreKnown has more hosts than it is remembered of whether their addresses are known.
func TestAddressesOfManyHostsAreKnown(t *testing.T) {
	defer crawler.RememberAddresses(12)()
	var links strings.Builder
	sites := siteFolder{}
	for i := range 80 {
		name := fmt.Sprintf("h%d.test/%d.pdf", i%20, i)
		sites[name] = pdf
		fmt.Fprintf(&links, "<a href=http://%s>Paper</a>\n", name)
	}
	sites["a.test/index.html"] = "<title>A</title>" + links.String()
	recorded := sitesWeb(t, sites, 1)
	defer recorded.Close()
	f := &addressedFrontier{got: map[string][]string{}}
	cfg, parts := crawl.Config{Seeds: []string{"http://a.test/"}}, crawler.Parts{Exchange: checkedWeb{addressedWeb{recorded}, t, f}}
	f.Frontier = frontier.NewMemory(crawler.FrontierOptions(cfg, parts))
	parts.Frontier = f
	if o := run(t, cfg, parts); o.Stats.Documents == 0 {
		t.Error("no documents")
	}
}

// crowdedWeb is a web of one address, whose exchanges take a second. It counts those at a time.
type crowdedWeb struct {
	addressedWeb
	mu        sync.Mutex
	now, most int
}

func (w *crowdedWeb) Do(ctx context.Context, r *fetch.Request) (*fetch.Response, error) {
	w.mu.Lock()
	w.now++
	w.most = max(w.most, w.now)
	w.mu.Unlock()
	defer func() {
		w.mu.Lock()
		w.now--
		w.mu.Unlock()
	}()
	if err := clock.Sleep(ctx, w.Clock(), time.Second); err != nil {
		return nil, err
	}
	return w.addressedWeb.Do(ctx, r)
}

// TestManyHostsOfOneAddressShareItsLimit has more hosts of one address, in and out of scope, than are remembered.
func TestManyHostsOfOneAddressShareItsLimit(t *testing.T) {
	defer crawler.RememberAddresses(8)()
	const hosts, perAddress = 40, 2
	for name, site := range map[string]func(host int) (page, seed string){
		"in scope": func(i int) (string, string) {
			return fmt.Sprintf("h%d.test/index.html", i), fmt.Sprintf("http://h%d.test/", i)
		},
		"out of scope": func(i int) (string, string) { return fmt.Sprintf("h%d.test/paper.pdf", i), "http://a.test/" },
	} {
		t.Run(name, func(t *testing.T) {
			cfg := crawl.Config{Politeness: crawl.Politeness{PerAddress: perAddress}}
			sites, links := siteFolder{}, ""
			for i := range hosts {
				page, seed := site(i)
				sites[page] = pdf
				links += "<a href=http://" + page + ">Paper</a>\n"
				if !slices.Contains(cfg.Seeds, seed) {
					cfg.Seeds = append(cfg.Seeds, seed)
				}
			}
			sites["a.test/index.html"] = "<title>A</title>" + links
			recorded := sitesWeb(t, sites, 1)
			defer recorded.Close()
			w := &crowdedWeb{addressedWeb: addressedWeb{recorded}}
			if o := run(t, cfg, crawler.Parts{Exchange: w}); o.Stats.Documents != hosts {
				t.Errorf("%d documents of %d hosts", o.Stats.Documents, hosts)
			}
			if w.most > perAddress {
				t.Errorf("%d requests at a time to one address, want %d", w.most, perAddress)
			}
		})
	}
}
