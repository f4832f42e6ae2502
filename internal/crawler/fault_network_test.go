package crawler_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/internal/crawler"
	"sluice/internal/frontier"
	"sluice/library"
	"sluice/weburl"
)

// site serves pages on loopback without a proxy, whatever host it is called by; it
// gives the port, and counts the requests but for robots.txt by host and path.
func site(t *testing.T, serve http.HandlerFunc) (port string, asked func(string) int) {
	t.Helper()
	var mu sync.Mutex
	count := map[string]int{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		host, _, _ := net.SplitHostPort(r.Host)
		mu.Lock()
		count[host+r.URL.Path]++
		mu.Unlock()
		serve(w, r)
	}))
	t.Cleanup(s.Close)
	_, port, _ = net.SplitHostPort(s.Listener.Addr().String())
	return port, func(name string) int {
		mu.Lock()
		defer mu.Unlock()
		return count[name]
	}
}

// broadcast is an address of loopback that no connection goes to: "network is unreachable".
const broadcast = "127.255.255.255"

// TestNetworkOutageLosesNoURL takes the network away in the middle of a
// crawl: names are found at addresses without a route. The crawl pauses, and goes
// on when it is back, with every URL and at its first attempt.
func TestNetworkOutageLosesNoURL(t *testing.T) {
	const hosts = 12
	var down atomic.Bool
	name := func(i int) string { return fmt.Sprintf("h%d.example", i) }
	serveNames(t, func(string, int) answer {
		if down.Load() {
			return at(broadcast)
		}
		return at("127.0.0.1")
	})
	var port string
	port, asked := site(t, func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.Host, name(0)+":") {
			html("Page")(w, r)
			return
		}
		down.Store(true) // the links of this page are met by a dead network
		var refs []string
		for i := 1; i < hosts; i++ {
			for j := range 3 {
				refs = append(refs, fmt.Sprintf("http://%s:%s/%d", name(i), port, j))
			}
		}
		html("Home", refs...)(w, r)
	})
	r := begin(t, t.Context(), crawl.Config{
		Seeds: []string{"http://" + name(0) + ":" + port + "/"}, Scope: crawl.Scope{Kind: crawl.ScopeAny}, Network: crawl.Network{AllowPrivate: true}, Politeness: crawl.Politeness{Retries: 1, PerAddress: -1},
	})
	waitUntil(t, "a pause", func() bool { return strings.HasPrefix(r.Stats().Paused, "network down: connect: unreachable") })
	waitUntil(t, "another one, after soundings in vain", func() bool { return r.Metrics().Pauses > 1 })
	down.Store(false)
	o := r.wait()
	if o.State != crawl.Done || o.Stats.Errors != 0 || o.Stats.Pages != 1+3*(hosts-1) {
		t.Errorf("state %s, %d pages, %d errors; want done, %d and none", o.State, o.Stats.Pages, o.Stats.Errors, 1+3*(hosts-1))
	}
	for _, row := range o.history {
		if row.Attempt > 0 {
			t.Errorf("an attempt counted: %+v", row)
		}
	}
	for i := 1; i < hosts; i++ {
		for j := range 3 {
			if n := asked(fmt.Sprintf("%s/%d", name(i), j)); n != 1 {
				t.Errorf("%s/%d was asked %d times, want once", name(i), j, n)
			}
		}
	}
}

// TestDeadHostsAreGivenUpWhileNetworkWorks is the other side: as many hosts
// without a route, and one that answers.
func TestDeadHostsAreGivenUpWhileNetworkWorks(t *testing.T) {
	serveNames(t, func(name string, _ int) answer {
		if strings.HasPrefix(name, "dead") {
			return at(broadcast)
		}
		return at("127.0.0.1")
	})
	var port string
	port, _ = site(t, func(w http.ResponseWriter, r *http.Request) {
		var refs []string
		for i := range 8 {
			refs = append(refs, fmt.Sprintf("http://dead%d.example:%s/", i, port))
		}
		html("Home", refs...)(w, r)
	})
	o := run(t, crawl.Config{
		Seeds: []string{"http://alive.example:" + port + "/"}, Scope: crawl.Scope{Kind: crawl.ScopeAny},
		Network: crawl.Network{AllowPrivate: true}, Politeness: crawl.Politeness{Retries: 1, PerAddress: -1},
	})
	if o.State != crawl.Done || o.Stats.Errors != 8 {
		t.Errorf("state %s, %d errors; want done and 8", o.State, o.Stats.Errors)
	}
	for i := range 8 {
		if r := o.rows[fmt.Sprintf("https://dead%d.example:%s/", i, port)]; r.URL == "" {
			r = o.rows[fmt.Sprintf("http://dead%d.example:%s/", i, port)]
			if r.Outcome != library.Failed || r.Cause != "connect: unreachable" {
				t.Errorf("dead%d: %+v", i, r)
			}
		}
	}
}

// TestCrawlWithOnlyDeadHostsEnds continues with a crawl that has asked everything else before.
func TestCrawlWithOnlyDeadHostsEnds(t *testing.T) {
	serveNames(t, func(name string, _ int) answer {
		if strings.HasPrefix(name, "dead") {
			return at(broadcast)
		}
		return at("127.0.0.1")
	})
	port, _ := site(t, html("Home"))
	seed, err := weburl.Parse("http://alive.example:" + port + "/")
	if err != nil {
		t.Fatal(err)
	}
	f := frontier.NewMemory(frontier.Options{})
	left := frontier.Group{Done: []weburl.Key{seed.Key()}}
	for i := range 5 {
		u, err := weburl.Parse(fmt.Sprintf("http://dead%d.example:%s/", i, port))
		if err != nil {
			t.Fatal(err)
		}
		left.Add = append(left.Add, frontier.Link{URL: u})
	}
	if err := f.Commit(t.Context(), &frontier.Group{Add: []frontier.Link{{URL: seed, Kind: frontier.Seed}}}); err != nil {
		t.Fatal(err)
	}
	leases, err := f.Next(t.Context(), 1, nil)
	if err != nil || len(leases) != 1 {
		t.Fatal(leases, err)
	}
	f.Release(leases[0], time.Now())
	if err := f.Commit(t.Context(), &left); err != nil {
		t.Fatal(err)
	}
	o := run(t, crawl.Config{
		Seeds: []string{seed.String()}, Scope: crawl.Scope{Kind: crawl.ScopeAny}, Network: crawl.Network{AllowPrivate: true},
		Politeness: crawl.Politeness{Retries: 1, PerAddress: -1},
	}, crawler.Parts{Frontier: f})
	if o.State != crawl.Done || o.Stats.Errors != 5 {
		t.Errorf("state %s, %d errors; want done and 5", o.State, o.Stats.Errors)
	}
}

func TestMissingNetworkEndsCrawlWithMessage(t *testing.T) {
	defer crawler.ShortenPause(100 * time.Millisecond)()
	serveNames(t, func(string, int) answer { return serverFails })
	var seeds []string
	for i := range 5 {
		seeds = append(seeds, fmt.Sprintf("http://h%d.example/", i))
	}
	f := frontier.NewMemory(frontier.Options{})
	c, err := crawler.New(crawl.Config{Seeds: seeds, Politeness: crawl.Politeness{Delay: time.Millisecond, Retries: 1}}, crawler.Parts{Frontier: f})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Run(t.Context())
	if err == nil || !strings.Contains(err.Error(), "no host could be reached since the start: network down: dns: server failure") {
		t.Errorf("Run = %v", err)
	}
	if n := f.Counts(); n.Waiting+n.Leased != 5 {
		t.Errorf("%+v: want all five to be asked for by the next run", n)
	}
}

// TestFailedNameLookupsHaveDistinctCauses has a name that does not exist, one that
// the name server fails on, and one with private addresses.
func TestFailedNameLookupsHaveDistinctCauses(t *testing.T) {
	port, _ := site(t, html("Page"))
	names := serveNames(t, func(name string, _ int) answer {
		switch name {
		case "none.example":
			return noSuchName
		case "failing.example":
			return serverFails
		}
		return at("127.0.0.1", "fd00:ec2::254")
	})
	o := run(t, crawl.Config{
		Seeds:      []string{"http://none.example/", "http://failing.example/", "http://inside.example:" + port + "/"},
		Politeness: crawl.Politeness{Retries: 1},
	})
	wantCause(t, o, "http://none.example/", "dns: no such host")
	wantCause(t, o, "http://failing.example/", "dns: server failure")
	if o.rows["http://none.example/"].Attempt != 0 || o.rows["http://failing.example/"].Attempt != 1 {
		t.Errorf("attempts %d and %d; want a name that does not exist asked for once, a failure of the server again",
			o.rows["http://none.example/"].Attempt, o.rows["http://failing.example/"].Attempt)
	}
	if n := o.refused["inside.example:"+port+": guard: loopback"]; n != 1 {
		t.Errorf("refused %v, want the private address", o.refused)
	}
	if names.times("none.example") == 0 {
		t.Error("the name server was not asked")
	}
}

// TestReboundNameNeverReachesPrivateAddress has a name server that returns another
// address with every answer, as in DNS rebinding: first one that is refused for
// another reason than loopback, then, without the guard, one that can be asked. The
// first answer serves the limit by address, the guard and the connection.
func TestReboundNameNeverReachesPrivateAddress(t *testing.T) {
	for _, c := range []struct {
		first, then string
		guarded     bool
	}{{"240.0.0.1", "127.0.0.1", true}, {"127.0.0.1", broadcast, false}} {
		port, asked := site(t, html("Inside"))
		names := serveNames(t, func(_ string, nth int) answer {
			if nth <= 1 {
				return at(c.first)
			}
			return at(c.then)
		})
		o := run(t, crawl.Config{
			Seeds: []string{"http://rebound.example:" + port + "/"}, Politeness: crawl.Politeness{Retries: -1},
			Network: crawl.Network{AllowPrivate: !c.guarded},
		})
		if n := names.times("rebound.example"); n > 1 {
			t.Errorf("the name was looked up %d times, want once", n)
		}
		if n := asked("rebound.example/"); c.guarded == (n > 0) {
			t.Errorf("guarded %v: loopback was asked %d times", c.guarded, n)
		}
		if n := o.refused["rebound.example:"+port+": guard: reserved"]; c.guarded && n != 1 {
			t.Errorf("refused %v, want by the first answer", o.refused)
		}
	}
}

// TestSilentHostDoesNotDelayOthers has one host that takes connections and never says a word.
func TestSilentHostDoesNotDelayOthers(t *testing.T) {
	t.Parallel() // it waits
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var held []net.Conn
	var accepting sync.WaitGroup
	accepting.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			held = append(held, conn)
		}
	})
	defer func() {
		l.Close()
		accepting.Wait()
		for _, conn := range held {
			conn.Close()
		}
	}()
	_, deaf, _ := net.SplitHostPort(l.Addr().String())
	port, asked := site(t, func(w http.ResponseWriter, r *http.Request) {
		var refs []string
		for i := range 30 {
			refs = append(refs, fmt.Sprintf("/%d", i))
		}
		html("Page", refs...)(w, r)
	})
	silent, busy := "silent.example:"+deaf, "busy.example:"+port
	r := begin(t, t.Context(), crawl.Config{
		Seeds:   []string{"http://" + silent + "/", "http://" + busy + "/"},
		Network: crawl.Network{Resolve: []string{silent + ":127.0.0.1", busy + ":127.0.0.1"}},
		Scope:   crawl.Scope{Rules: []string{"-soft-404"}}, // the other host answers every URL alike
	})
	waitUntil(t, "all pages of the other host", func() bool { return asked("busy.example/29") > 0 && r.Stats().Pages == 31 })
	if s := r.Stats(); s.Inflight != 1 || s.ActiveHosts != 1 {
		t.Errorf("%d requests under way, %d hosts asked; want the silent one alone", s.Inflight, s.ActiveHosts)
	}
	begun := time.Now()
	r.Stop("enough")
	if o := r.wait(); o.State != crawl.Stopped || o.Stats.Queue != 1 || time.Since(begun) > 20*time.Second { // an answer may take 30
		t.Errorf("state %s, %d URLs wait, after %v", o.State, o.Stats.Queue, time.Since(begun))
	}
}

// TestFailingHostIsDelayedLongerEachTime has a host that takes connections and closes
// them without a word. The frontier only records the delays, so that the next URL fails at once.
func TestFailingHostIsDelayedLongerEachTime(t *testing.T) {
	port, _ := site(t, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	host := "mute.example:" + port
	p := newPacing()
	p.sleepless = true
	cfg := crawl.Config{
		Network:    crawl.Network{Resolve: []string{host + ":127.0.0.1"}},
		Politeness: crawl.Politeness{IgnoreRobots: true, Delay: time.Minute, Retries: -1},
	}
	parts := crawler.Parts{Frontier: p}
	for i := range 12 {
		cfg.Seeds = append(cfg.Seeds, fmt.Sprintf("http://%s/%d", host, i))
	}
	o := run(t, cfg, parts)
	const most = 5 * time.Minute
	want := []time.Duration{2 * time.Minute, 4 * time.Minute, most, most, most, most, most, most, most}
	got := p.pauses[host]
	if len(got) != len(want) {
		t.Fatalf("pauses %v, want %v", got, want)
	}
	for i := range want {
		if got[i] > want[i] || got[i] < want[i]-30*time.Second {
			t.Errorf("the pause after %d failures lasts %v, want %v", i+1, got[i], want[i])
		}
	}
	if n := o.refused[host+": host given up: closed"]; o.Stats.Errors != 10 || n != 2 {
		t.Errorf("%d errors, refused %v; want ten, and then the host given up", o.Stats.Errors, o.refused)
	}
}

// TestBodyInterruptedByResetIsRequestedAgain breaks connections off in the middle.
func TestBodyInterruptedByResetIsRequestedAgain(t *testing.T) {
	var tries atomic.Int32
	broken := func(w http.ResponseWriter) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Length", "5000")
		io.WriteString(w, "<title>Half</title><a href=/found>found</a>")
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		conn.(*net.TCPConn).SetLinger(0) // a reset, not an end
		conn.Close()
	}
	port, asked := site(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/":
			html("Home", "/once", "/always")(w, r)
		case r.URL.Path == "/found":
			html("Found")(w, r)
		case r.URL.Path == "/once" && tries.Add(1) > 1:
			html("Whole")(w, r)
		default:
			broken(w)
		}
	})
	host := "a.example:" + port
	o := run(t, crawl.Config{
		Seeds: []string{"http://" + host + "/"}, Network: crawl.Network{Resolve: []string{host + ":127.0.0.1"}},
		Politeness: crawl.Politeness{Retries: 2},
	})
	if r := o.rows["http://"+host+"/once"]; r.Title != "Whole" || r.Truncated != "" || r.Attempt != 1 {
		t.Errorf("a reset that passes: %+v", r)
	}
	if n := asked("a.example/always"); n != 3 {
		t.Errorf("a page that is always reset was asked for %d times, want 3", n)
	}
	if r := o.rows["http://"+host+"/always"]; r.Outcome != library.Fetched && r.Outcome != library.Failed || r.Cause == "" {
		t.Errorf("a page that is always reset looks whole: %+v", r)
	}
}

// TestTLSFaultsAreResults asks servers whose certificates are not trusted.
func TestTLSFaultsAreResults(t *testing.T) {
	secure := httptest.NewTLSServer(html("Secret"))
	defer secure.Close()
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	u, _ := url.Parse(secure.URL)
	p, _ := url.Parse(plain.URL)
	self, none := "example.com:"+u.Port(), "none.example:"+p.Port()
	cfg := crawl.Config{
		Seeds:   []string{"https://" + self + "/", "https://" + none + "/"},
		Network: crawl.Network{Resolve: []string{self + ":127.0.0.1", none + ":127.0.0.1"}}, Politeness: crawl.Politeness{Retries: 1},
	}
	o := run(t, cfg)
	if o.State != crawl.Done {
		t.Errorf("state %s", o.State)
	}
	for _, h := range o.history {
		if h.Outcome == library.Fetched && strings.HasPrefix(h.URL, "https://"+self) {
			t.Errorf("taken without a look at the certificate: %+v", h)
		}
	}
	causes := map[string]bool{}
	for _, h := range o.history {
		causes[string(h.Cause)] = true
	}
	if !causes["tls: unknown authority"] {
		t.Errorf("causes %v, want the certificate's among them", causes)
	}
	cfg.Network.Insecure = true
	if o := run(t, cfg); o.rows["https://"+self+"/"].Title != "Secret" {
		t.Errorf("insecure: %+v", o.rows)
	}
}

// TestProxyOutageLosesNoURL closes the proxy in the middle of a crawl and opens it again.
func TestProxyOutageLosesNoURL(t *testing.T) {
	t.Parallel() // it waits
	const n = 30
	all := many(n)
	w := newWeb(t, all)
	l, err := net.Listen("tcp", ownLoopback+":0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	first := &http.Server{Handler: w}
	go first.Serve(l)
	r := begin(t, t.Context(), crawl.Config{
		Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: "http://" + address},
		Politeness: crawl.Politeness{Delay: 20 * time.Millisecond, Retries: 1},
	})
	waitUntil(t, "a few pages", func() bool { return len(w.requests()) > 5 })
	first.Close()
	waitUntil(t, "a pause", func() bool { return strings.HasPrefix(r.Stats().Paused, "proxy: connect") })
	if l, err = net.Listen("tcp", address); err != nil {
		t.Fatal(err)
	}
	second := &http.Server{Handler: w}
	defer second.Close()
	go second.Serve(l)
	if o := r.wait(); o.State != crawl.Done || o.Stats.Pages != n+1 || o.Stats.Errors != 0 {
		t.Errorf("state %s, %d pages, %d errors; want done, %d and none", o.State, o.Stats.Pages, o.Stats.Errors, n+1)
	}
}

func TestRedirectsToOtherProtocolsAreRefused(t *testing.T) {
	targets := [][2]string{
		{"file:///etc/passwd", "redirect: file"}, {"ftp://a.test/x", "redirect: ftp"}, {"gopher://127.0.0.1:70/_x", "redirect: gopher"},
		{"javascript:alert(1)", "redirect: javascript"}, {"data:text/html,x", "redirect: data"},
		{"http://169.254.169.254/latest", "redirect: guard: link local"}, {"http://[fd00:ec2::254]/", "redirect: guard: unique local"},
		{"http://[::ffff:127.0.0.1]/", "redirect: guard: loopback"}, {"http://2130706433/", "redirect: guard: loopback"},
	}
	all, refs := pages{}, []string{}
	for i, target := range targets {
		refs = append(refs, fmt.Sprintf("/to%d", i))
		all["a.test"+refs[i]] = moved(target[0])
	}
	all["a.test/"] = html("A", refs...)
	w := newWeb(t, all)
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Scope: crawl.Scope{Kind: crawl.ScopeAny}})
	if n := len(w.requests()); n != 1+len(targets) || o.State != crawl.Done {
		t.Errorf("%d requests, want %d: %v", n, 1+len(targets), w.requests())
	}
	for i, target := range targets {
		wantCause(t, o, fmt.Sprintf("http://a.test/to%d", i), target[1])
	}
}

// TestRobotsRedirectLoopMeansNoRobots counts the hops between two hosts, and between two schemes.
func TestRobotsRedirectLoopMeansNoRobots(t *testing.T) {
	var asked atomic.Int32
	round := func(to string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			asked.Add(1)
			moved(to)(w, r)
		}
	}
	secure := httptest.NewTLSServer(round("http://c.test/robots.txt"))
	t.Cleanup(secure.Close)
	w := newWeb(t, pages{
		"a.test/robots.txt": round("http://b.test/robots.txt"), "b.test/robots.txt": round("http://a.test/robots.txt"), "a.test/": html("A"),
		"c.test/robots.txt": round("https://c.test/robots.txt"), "c.test/": html("C"),
	})
	proxy := tunnels(t, 0, w.ServeHTTP, secure)
	for _, seed := range []string{"http://a.test/", "http://c.test/"} {
		asked.Store(0)
		o := run(t, crawl.Config{Seeds: []string{seed}, Network: crawl.Network{Proxy: proxy.URL, Insecure: true}})
		if n := asked.Load(); n != 6 {
			t.Errorf("%s: robots.txt was asked for %d times, want once and five hops", seed, n)
		}
		if row := o.rows[seed]; row.Title == "" {
			t.Errorf("row %+v", row)
		}
	}
}

// TestRedirectToItselfWithCookieIsRetriedOnce has a page that leads to itself until a cookie comes back.
func TestRedirectToItselfWithCookieIsRetriedOnce(t *testing.T) {
	gate := func(rw http.ResponseWriter, r *http.Request) {
		if _, err := r.Cookie("passed"); err == nil {
			html("Inside")(rw, r)
			return
		}
		http.SetCookie(rw, &http.Cookie{Name: "passed", Value: "1", Path: "/"})
		moved("/gate")(rw, r)
	}
	w := newWeb(t, pages{"a.test/": html("A", "/gate", "/wall"), "a.test/gate": gate, "a.test/wall": moved("/wall")})
	cfg := crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}}
	o := run(t, cfg)
	if r := o.rows["http://a.test/gate"]; r.Title != "Inside" {
		t.Errorf("with cookies: %+v", r)
	}
	wantRequests(t, w, "a.test/", "a.test/gate", "a.test/gate", "a.test/wall")
	wantCause(t, o, "http://a.test/wall", "redirect loop")
	cfg.Network.Cookies = crawl.CookiesNone
	wantCause(t, run(t, cfg), "http://a.test/gate", "redirect loop")
}
