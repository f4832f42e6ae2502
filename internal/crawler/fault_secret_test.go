package crawler_test

import (
	"bufio"
	"compress/gzip"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/internal/archive"
	"sluice/internal/crawler"
	"sluice/library"
)

// doubleServer answers on one port to TLS in a way of its own, and to plain HTTP with a page.
type doubleServer struct {
	addr string

	mu      sync.Mutex
	plain   []string // requests in plain text, with their headers
	secured int      // connections that began with TLS
}

// firstByteConn is a connection whose first byte has been read.
type firstByteConn struct {
	net.Conn
	r io.Reader
}

func (c firstByteConn) Read(p []byte) (int, error) { return c.r.Read(p) }

func serveDouble(t *testing.T, secure func(net.Conn)) *doubleServer {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &doubleServer{addr: l.Addr().String()}
	var serving sync.WaitGroup
	t.Cleanup(func() { l.Close(); serving.Wait() })
	serving.Go(func() {
		for {
			nc, err := l.Accept()
			if err != nil {
				return
			}
			serving.Go(func() { s.serve(nc, secure) })
		}
	})
	return s
}

func (s *doubleServer) serve(nc net.Conn, secure func(net.Conn)) {
	defer nc.Close()
	nc.SetDeadline(time.Now().Add(10 * time.Second))
	br := bufio.NewReader(nc)
	first, err := br.Peek(1)
	if err != nil {
		return
	}
	if first[0] == 0x16 { // a handshake of TLS
		s.mu.Lock()
		s.secured++
		s.mu.Unlock()
		secure(firstByteConn{nc, br})
		return
	}
	var head strings.Builder
	for {
		line, err := br.ReadString('\n')
		head.WriteString(line)
		if err != nil || line == "\r\n" {
			break
		}
	}
	s.mu.Lock()
	s.plain = append(s.plain, head.String())
	s.mu.Unlock()
	io.WriteString(nc, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<title>Plain</title>")
}

// TestSecretNeverFallsBackToPlainHTTP has a seed whose TLS fails, in several ways, at a host that serves plain HTTP on the same port.
func TestSecretNeverFallsBackToPlainHTTP(t *testing.T) {
	untrusted := httptest.NewUnstartedServer(html("Secure"))
	untrusted.StartTLS()
	t.Cleanup(untrusted.Close)
	for name, secure := range map[string]func(net.Conn){
		"certificate that nobody trusts": func(nc net.Conn) {
			tls.Server(nc, &tls.Config{Certificates: untrusted.TLS.Certificates}).Handshake()
		},
		"connection that is closed": func(net.Conn) {},
		"connection that is reset": func(nc net.Conn) {
			nc.(firstByteConn).Conn.(*net.TCPConn).SetLinger(0)
		},
		"answer in plain text": func(nc net.Conn) { io.WriteString(nc, "HTTP/1.1 400 Bad Request\r\n\r\n") },
	} {
		t.Run(name, func(t *testing.T) {
			s := serveDouble(t, secure)
			_, port, _ := net.SplitHostPort(s.addr)
			host := "site.example:" + port
			network := crawl.Network{Resolve: []string{host + ":127.0.0.1"}}
			politeness := crawl.Politeness{Retries: 1}

			network.Headers = []string{"Authorization: Bearer hidden", "X-API-Key: hidden"}
			for _, seed := range []string{"https://" + host + "/", "https://me:hidden@" + host + "/"} {
				cfg := crawl.Config{Seeds: []string{seed}, Network: network, Politeness: politeness}
				if strings.Contains(seed, "@") {
					cfg.Network.Headers = nil
				}
				o := run(t, cfg)
				if row := o.rows["https://"+host+"/"]; row.Outcome != library.Failed || !strings.HasPrefix(string(row.Cause), "tls: ") && row.Cause != "closed" && row.Cause != "reset" {
					t.Errorf("%s: row %+v, want a failure of TLS", seed, row)
				}
				for _, h := range o.history {
					if strings.Contains(h.URL, "@") {
						t.Errorf("the catalogue has %s", h.URL)
					}
				}
			}
			s.mu.Lock()
			if len(s.plain) > 0 || s.secured == 0 {
				t.Errorf("%d connections with TLS, and in plain text %q", s.secured, s.plain)
			}
			s.mu.Unlock()

			network.Headers = []string{"Accept-Language: de"} // no secret: the other scheme is tried, as ever
			o := run(t, crawl.Config{Seeds: []string{"https://" + host + "/"}, Network: network, Politeness: politeness})
			if o.rows["http://"+host+"/"].Title != "Plain" {
				t.Errorf("without a secret: rows %+v", o.rows)
			}
		})
	}
}

// TestSecretStaysAtItsOrigin has links and redirects from the seed to other ports, schemes and hosts of the scope.
func TestSecretStaysAtItsOrigin(t *testing.T) {
	var mu sync.Mutex
	seen := map[string]http.Header{}
	note := func(name string, next http.Handler) http.Handler {
		return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			mu.Lock()
			seen[name+r.URL.Path] = r.Header.Clone()
			mu.Unlock()
			next.ServeHTTP(rw, r)
		})
	}
	mux := http.NewServeMux()
	plain := httptest.NewServer(note("plain", http.HandlerFunc(html("Plain"))))
	t.Cleanup(plain.Close)
	otherPort := httptest.NewTLSServer(note("port", http.HandlerFunc(html("Port"))))
	t.Cleanup(otherPort.Close)
	seed := httptest.NewTLSServer(note("seed", mux))
	t.Cleanup(seed.Close)
	host := func(s *httptest.Server, name string) string {
		u, _ := url.Parse(s.URL)
		return name + ":" + u.Port()
	}
	self, port, clear, away := host(seed, "site.example"), host(otherPort, "site.example"), host(plain, "site.example"), host(otherPort, "other.example")
	mux.HandleFunc("/{$}", html("Seed", "/in", "/to-port", "/to-plain", "/to-away", "https://"+port+"/link", "http://"+clear+"/link", "https://"+away+"/link"))
	mux.HandleFunc("/in", html("In"))
	mux.HandleFunc("/robots.txt", raw("text/plain", "Sitemap: http://"+clear+"/sitemap.xml\n"))
	mux.HandleFunc("/to-port", moved("https://"+port+"/to"))
	mux.HandleFunc("/to-plain", moved("http://"+clear+"/to"))
	mux.HandleFunc("/to-away", moved("https://"+away+"/to"))
	dir := t.TempDir()
	a, err := archive.Open(t.Context(), dir, archive.Options{}, archive.Position{})
	if err != nil {
		t.Fatal(err)
	}
	var resolve []string
	for _, h := range []string{self, port, clear, away} {
		resolve = append(resolve, h+":127.0.0.1")
	}
	run(t, crawl.Config{
		Seeds: []string{"https://" + self + "/"}, Scope: crawl.Scope{Kind: crawl.ScopeAny},
		Network: crawl.Network{Resolve: resolve, Insecure: true, Headers: []string{"Authorization: Bearer hidden", "X-Session-Id: hidden", "Accept-Language: de"}},
	}, crawler.Parts{Archive: a})
	for _, place := range []string{"seed/", "seed/robots.txt", "seed/in", "seed/to-port"} {
		if h := seen[place]; h.Get("Authorization") == "" || h.Get("X-Session-Id") == "" {
			t.Errorf("to %s: %v, want the secrets", place, h)
		}
	}
	for _, place := range []string{"port/link", "plain/link", "port/to", "plain/to", "port/robots.txt", "plain/robots.txt"} {
		if h := seen[place]; h == nil || h.Get("Authorization") != "" || h.Get("X-Session-Id") != "" || h.Get("Accept-Language") != "de" {
			t.Errorf("to %s: %v, want a request without the secrets", place, h)
		}
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if text := archived(t, dir); strings.Contains(text, "hidden") || !strings.Contains(text, "Authorization: [redacted]") {
		t.Errorf("archive: %s", text)
	}
}

// archived returns the records in a folder of an archive as text.
func archived(t *testing.T, dir string) string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.warc.gz"))
	if err != nil || len(names) == 0 {
		t.Fatalf("archive files %q: %v", names, err)
	}
	var b strings.Builder
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		z, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(&b, z); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// TestPasswordsOfLinksAreNotKept switches off the rule that drops user and password, which a crawl needs.
func TestPasswordsOfLinksAreNotKept(t *testing.T) {
	w := newWeb(t, pages{"a.test/": html("A", "http://me:hidden@a.test/in", "http://me:hidden@b.test/out"), "a.test/in": moved("http://you:hidden@a.test/there"), "a.test/there": html("There")})
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Scope: crawl.Scope{Rules: []string{"-credentials"}}})
	if o.rows["http://a.test/there"].Title != "There" {
		t.Errorf("rows %+v", o.rows)
	}
	for _, row := range o.history {
		if text := fmt.Sprintf("%+v", row); strings.Contains(text, "hidden") {
			t.Errorf("the catalogue has %s", text)
		}
	}
}
