package fetch_test

import (
	"bufio"
	"crypto/tls"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sluice/internal/fetch"
)

var quiet = log.New(io.Discard, "", 0)

// testProxy is a forward proxy that lets every host be at one address.
type testProxy struct {
	to    string
	login string // value of Proxy-Authorization that is wanted
	conns atomic.Int32
	plain atomic.Int32
}

func (p *testProxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Proxy-Authorization") != p.login {
		w.WriteHeader(http.StatusProxyAuthRequired)
		return
	}
	if r.Method == http.MethodConnect {
		p.tunnel(w)
		return
	}
	p.plain.Add(1)
	fmt.Fprintf(w, "proxied %s for %s", r.URL, r.Host)
}

func (p *testProxy) tunnel(w http.ResponseWriter) {
	there, err := net.Dial("tcp", p.to)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	here, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		there.Close()
		return
	}
	io.WriteString(here, "HTTP/1.1 200 Connected\r\n\r\n") // only now, so that the server's reader took no byte of the tunnel
	join(here, there)
}

// join copies both ways until both have ended.
func join(a, b net.Conn) {
	done := make(chan struct{})
	go func() {
		io.Copy(a, b)
		a.Close()
		close(done)
	}()
	io.Copy(b, a)
	b.Close()
	<-done
}

func (p *testProxy) serve(t *testing.T, secure func(*httptest.Server)) string {
	srv := httptest.NewUnstartedServer(p)
	srv.Config.ErrorLog = quiet
	srv.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			p.conns.Add(1)
		}
	}
	if secure != nil {
		secure(srv)
		srv.StartTLS()
	} else {
		srv.Start()
	}
	t.Cleanup(srv.Close)
	return srv.Listener.Addr().String()
}

func TestPlainRequestsShareConnectionsToTheProxy(t *testing.T) {
	p := &testProxy{login: "Basic dXNlcjpwYXNz"}
	addr := p.serve(t, nil)
	c := newGuardedClient(t, fetch.Options{Proxy: "http://user:pass@" + addr})
	for _, host := range []string{"one.example", "two.example", "three.example:8080"} {
		res := get(t, c, request(t, "http://"+host+"/x?y"))
		if got, want := content(t, &res.Content), "proxied http://"+host+"/x?y for "+host; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if res.Addr.IsValid() {
			t.Errorf("address of the server is said to be %v", res.Addr)
		}
	}
	if p.conns.Load() != 1 {
		t.Errorf("%d connections, want 1", p.conns.Load())
	}
	wrong := newGuardedClient(t, fetch.Options{Proxy: "http://user:guess@" + addr})
	if res := get(t, wrong, request(t, "http://one.example/")); res.Status != http.StatusProxyAuthRequired {
		t.Errorf("status %d", res.Status)
	}
	if addrs, err := c.Addrs(t.Context(), "one.example", 80); err != nil || addrs != nil {
		t.Errorf("Addrs behind a proxy: %v, %v", addrs, err)
	}
}

func TestTunnels(t *testing.T) {
	a := newAuthority(t)
	cert := a.sign(t, "site.example", time.Now().Add(time.Hour))
	for _, h2 := range []bool{false, true} {
		port := serveTLS(t, cert, hello, func(s *httptest.Server) { s.EnableHTTP2 = h2 })
		p := &testProxy{to: "127.0.0.1:" + port}
		proxyCert := a.sign(t, "localhost", time.Now().Add(time.Hour))
		secure := p.serve(t, func(s *httptest.Server) {
			s.TLS = &tls.Config{Certificates: []tls.Certificate{proxyCert}}
		})
		for _, proxy := range []string{"http://" + p.serve(t, nil), "https://localhost:" + secure[strings.LastIndex(secure, ":")+1:]} {
			c := newGuardedClient(t, fetch.Options{Proxy: proxy, CAFile: a.file})
			for range 2 {
				res := get(t, c, request(t, "https://site.example/"))
				if got := content(t, &res.Content); !strings.HasSuffix(got, "from site.example") || strings.Contains(got, "HTTP/2.0") != h2 {
					t.Errorf("%s: %q", proxy, got)
				}
			}
			c.Close()
		}
	}
}

func TestProxyFailures(t *testing.T) {
	refuses := &testProxy{to: "127.0.0.1:1"}
	wantsLogin := &testProxy{login: "x"}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	gone := l.Addr().String()
	l.Close()
	talks := serveRaw(t, always("220 mail.example ESMTP\r\n\r\n"))
	for proxy, want := range map[string]string{
		"http://" + refuses.serve(t, nil):    "proxy: refused",
		"http://" + wantsLogin.serve(t, nil): "proxy: authentication",
		"http://" + gone:                     "proxy: connect",
		"socks5://" + gone:                   "proxy: connect",
		"http://" + talks.addr():             "proxy: malformed",
	} {
		c := newGuardedClient(t, fetch.Options{Proxy: proxy})
		if got := cause(t, c, request(t, "https://site.example/")); got != want {
			t.Errorf("%s: cause %q, want %q", proxy, got, want)
		}
	}
}

// socksServer speaks SOCKS5, wants user:pass when login is set, and lets every host be at one address.
func socksServer(t *testing.T, to string, login bool, reply byte, targets chan<- string) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go serveSocks(conn, to, login, reply, targets)
		}
	}()
	return l.Addr().String()
}

func serveSocks(conn net.Conn, to string, login bool, reply byte, targets chan<- string) {
	defer conn.Close()
	br := bufio.NewReader(conn)
	head := make([]byte, 3)
	io.ReadFull(br, head)
	if login {
		conn.Write([]byte{5, 2})
		say := make([]byte, 2+4+1+4)
		io.ReadFull(br, say)
		if string(say) != "\x01\x04user\x04pass" {
			conn.Write([]byte{1, 1})
			return
		}
		conn.Write([]byte{1, 0})
	} else {
		conn.Write([]byte{5, 0})
	}
	ask := make([]byte, 5)
	io.ReadFull(br, ask)
	name := make([]byte, int(ask[4])+2)
	io.ReadFull(br, name)
	targets <- string(name[:len(name)-2])
	conn.Write([]byte{5, reply, 0, 1, 0, 0, 0, 0, 0, 0})
	if reply != 0 {
		return
	}
	there, err := net.Dial("tcp", to)
	if err != nil {
		return
	}
	join(conn, there)
}

func TestSOCKS5(t *testing.T) {
	s := serveRaw(t, func(conn net.Conn, _ string, _ int) bool {
		io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
		return true
	})
	targets := make(chan string, 10)
	for _, login := range []bool{false, true} {
		addr := socksServer(t, s.addr(), login, 0, targets)
		proxy := &url.URL{Scheme: "socks5", Host: addr}
		if login {
			proxy.User = url.UserPassword("user", "pass")
		}
		c := newGuardedClient(t, fetch.Options{Proxy: proxy.String()})
		for range 2 {
			if res := get(t, c, request(t, "http://site.example/")); content(t, &res.Content) != "ok" {
				t.Errorf("body %q", content(t, &res.Content))
			}
		}
		c.Close()
		if got := <-targets; got != "site.example" || len(targets) != 0 {
			t.Errorf("asked for %q, and %d more times", got, len(targets))
		}
	}
	for reply, want := range map[byte]string{1: "proxy: refused", 4: "connect: unreachable", 5: "connect: refused"} {
		c := newGuardedClient(t, fetch.Options{Proxy: "socks5://" + socksServer(t, s.addr(), false, reply, targets)})
		if got := cause(t, c, request(t, "http://site.example/")); got != want {
			t.Errorf("reply %d: cause %q, want %q", reply, got, want)
		}
	}
	c := newGuardedClient(t, fetch.Options{Proxy: "socks5://user:wrong@" + socksServer(t, s.addr(), true, 0, targets)})
	if got := cause(t, c, request(t, "http://site.example/")); got != "proxy: authentication" {
		t.Errorf("wrong password: cause %q", got)
	}
}
