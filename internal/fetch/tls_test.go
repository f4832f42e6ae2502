package fetch_test

import (
	"bytes"
	"compress/gzip"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sluice/internal/fetch"
)

// authority signs certificates for test servers.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	file string // PEM, for Options.CAFile
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test authority"}, IsCA: true,
		BasicConstraintsValid: true, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	cert, _ := x509.ParseCertificate(der)
	a := &authority{cert: cert, key: key, file: filepath.Join(t.TempDir(), "ca.pem")}
	if err := os.WriteFile(a.file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	return a
}

func (a *authority) sign(t *testing.T, name string, until time.Time) tls.Certificate {
	t.Helper()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: name}, DNSNames: []string{name},
		NotBefore: time.Now().Add(-2 * time.Hour), NotAfter: until, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, a.cert, a.key.Public(), a.key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: a.key}
}

// serveTLS starts a server with a certificate, and returns its port.
func serveTLS(t *testing.T, cert tls.Certificate, h http.Handler, set func(*httptest.Server)) string {
	t.Helper()
	srv := httptest.NewUnstartedServer(h)
	srv.TLS = &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS10}
	srv.Config.ErrorLog = quiet
	if set != nil {
		set(srv)
	}
	srv.StartTLS()
	t.Cleanup(srv.Close)
	_, port, _ := net.SplitHostPort(srv.Listener.Addr().String())
	return port
}

// toLoopback lets every name at a port lead to loopback.
func toLoopback(ports ...string) map[string]netip.Addr {
	m := map[string]netip.Addr{}
	for _, p := range ports {
		m["*:"+p] = netip.MustParseAddr("127.0.0.1")
	}
	return m
}

var hello = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
	fmt.Fprintf(w, "hello over %s from %s", r.Proto, r.Host)
})

func TestCertificates(t *testing.T) {
	a, b := newAuthority(t), newAuthority(t)
	later := time.Now().Add(time.Hour)
	good := serveTLS(t, a.sign(t, "site.example", later), hello, nil)
	expired := serveTLS(t, a.sign(t, "site.example", time.Now().Add(-time.Hour)), hello, nil)
	unknown := serveTLS(t, b.sign(t, "site.example", later), hello, nil)
	old := serveTLS(t, a.sign(t, "site.example", later), hello, func(s *httptest.Server) { s.TLS.MaxVersion = tls.VersionTLS10 })
	plain := serveRaw(t, always("HTTP/1.1 200 OK\r\n\r\n"))
	_, notTLS, _ := net.SplitHostPort(plain.addr())
	c := newGuardedClient(t, fetch.Options{CAFile: a.file, Resolve: toLoopback(good, expired, unknown, old)})
	for url, want := range map[string]string{
		"https://site.example:" + good:    "",
		"https://site.example:" + old:     "",
		"https://other.example:" + good:   "tls: wrong name",
		"https://site.example:" + expired: "tls: expired",
		"https://site.example:" + unknown: "tls: unknown authority",
	} {
		if got := cause(t, c, request(t, url)); got != want {
			t.Errorf("%s: cause %q, want %q", url, got, want)
		}
	}
	hasty := newGuardedClient(t, fetch.Options{Resolve: toLoopback(notTLS), TLS: time.Second})
	if got := cause(t, hasty, request(t, "https://site.example:"+notTLS)); !strings.HasPrefix(got, "t") {
		t.Errorf("no TLS there: cause %q", got)
	}
	insecure := newGuardedClient(t, fetch.Options{Insecure: true, Resolve: toLoopback(expired)})
	if got := cause(t, insecure, request(t, "https://other.example:"+expired)); got != "" {
		t.Errorf("insecure: cause %q", got)
	}
}

func TestHandshakeTimeout(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c := newClient(t, fetch.Options{TLS: 80 * time.Millisecond})
	if got := cause(t, c, request(t, "https://"+l.Addr().String())); got != "timeout: tls" {
		t.Errorf("cause %q, want timeout: tls", got)
	}
}

func TestHTTP2(t *testing.T) {
	a := newAuthority(t)
	var conns atomic.Int32
	port := serveTLS(t, a.sign(t, "site.example", time.Now().Add(time.Hour)), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		if r.URL.Path == "/gzip" {
			w.Header().Set("Content-Encoding", "gzip")
			z := gzip.NewWriter(w)
			io.WriteString(z, page)
			z.Close()
			return
		}
		fmt.Fprintf(w, "%s %s %s", r.Proto, r.Host, r.UserAgent())
	}), func(s *httptest.Server) {
		s.EnableHTTP2 = true
		s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
			if state == http.StateNew {
				conns.Add(1)
			}
		}
	})
	c := newGuardedClient(t, fetch.Options{CAFile: a.file, Resolve: toLoopback(port), UserAgent: "sluice/2"})
	res := get(t, c, request(t, "https://site.example:"+port+"/"))
	if got := content(t, &res.Content); res.Proto != "HTTP/2.0" || got != "HTTP/2.0 site.example:"+port+" sluice/2" {
		t.Errorf("%s: %q", res.Proto, got)
	}
	if h := string(res.HeaderBytes); !strings.HasPrefix(h, "HTTP/1.1 200 OK\r\n") || !strings.HasSuffix(h, "\r\n\r\n") || !strings.Contains(h, "\r\nContent-Type: text/plain\r\n") {
		t.Errorf("header written out as %q", h)
	}
	if res.TLS == nil || res.TLS.NegotiatedProtocol != "h2" || !res.Addr.IsValid() {
		t.Errorf("TLS %v, address %v", res.TLS, res.Addr)
	}
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() {
			res, err := c.Do(t.Context(), request(t, "https://site.example:"+port+"/gzip"))
			if err != nil {
				t.Error(err)
				return
			}
			defer res.Release()
			if got := content(t, &res.Content); got != page || res.Wire.Len() >= res.Content.Len() {
				t.Errorf("content %d bytes, wire %d", len(got), res.Wire.Len())
			}
		})
	}
	wg.Wait()
	if conns.Load() != 1 {
		t.Errorf("%d connections, want 1", conns.Load())
	}
}

func TestHTTP2TimeLimits(t *testing.T) {
	a := newAuthority(t)
	release := make(chan struct{})
	port := serveTLS(t, a.sign(t, "site.example", time.Now().Add(time.Hour)), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/stall" {
			io.WriteString(w, "half")
			w.(http.Flusher).Flush()
		}
		select {
		case <-release:
		case <-r.Context().Done():
		}
	}), func(s *httptest.Server) { s.EnableHTTP2 = true })
	defer close(release)
	const short = 150 * time.Millisecond
	c := newGuardedClient(t, fetch.Options{CAFile: a.file, Resolve: toLoopback(port), FirstByte: short})
	if got := cause(t, c, request(t, "https://site.example:"+port+"/")); got != "timeout: first byte" {
		t.Errorf("cause %q, want timeout: first byte", got)
	}
	c = newGuardedClient(t, fetch.Options{CAFile: a.file, Resolve: toLoopback(port), Stall: short})
	res := get(t, c, request(t, "https://site.example:"+port+"/stall"))
	if content(t, &res.Content) != "half" || res.Truncated != "time" || res.Marks[0] != "timeout: stall" {
		t.Errorf("truncated %q, marks %q", res.Truncated, res.Marks)
	}
}

func TestClosedHTTP2ConnectionIsReplaced(t *testing.T) {
	a := newAuthority(t)
	cert := a.sign(t, "site.example", time.Now().Add(time.Hour))
	srv := httptest.NewUnstartedServer(hello)
	srv.EnableHTTP2 = true
	srv.TLS = &tls.Config{Certificates: []tls.Certificate{cert}}
	srv.Config.ErrorLog = quiet
	srv.StartTLS()
	defer srv.Close()
	_, port, _ := net.SplitHostPort(srv.Listener.Addr().String())
	c := newGuardedClient(t, fetch.Options{CAFile: a.file, Resolve: toLoopback(port)})
	for range 3 {
		get(t, c, request(t, "https://site.example:"+port+"/"))
		srv.CloseClientConnections()
	}
}

func TestIdleHTTP2ConnectionsAreClosed(t *testing.T) {
	a := newAuthority(t)
	var open atomic.Int32
	port := serveTLS(t, a.sign(t, "site.example", time.Now().Add(time.Hour)), hello, func(s *httptest.Server) {
		s.EnableHTTP2 = true
		s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
			switch state {
			case http.StateNew:
				open.Add(1)
			case http.StateClosed:
				open.Add(-1)
			}
		}
	})
	c := newGuardedClient(t, fetch.Options{CAFile: a.file, Resolve: toLoopback(port), IdleTime: 100 * time.Millisecond})
	for range 2 {
		get(t, c, request(t, "https://site.example:"+port+"/"))
		eventually(t, "no connection", func() bool { return open.Load() == 0 })
	}
}

// TestHTTP2HeaderFlood has headers within the limits, beyond the one of lines, and beyond that of bytes: a little, and so far
// that net/http ends the connection.
func TestHTTP2HeaderFlood(t *testing.T) {
	a := newAuthority(t)
	port := serveTLS(t, a.sign(t, "site.example", time.Now().Add(time.Hour)), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var lines, size int
		fmt.Sscanf(r.URL.Path, "/%d/%d", &lines, &size)
		for i := range lines {
			w.Header().Set(fmt.Sprint("X-", i), strings.Repeat("x", size))
		}
	}), func(s *httptest.Server) { s.EnableHTTP2 = true })
	c := newGuardedClient(t, fetch.Options{CAFile: a.file, Resolve: toLoopback(port)})
	for path, want := range map[string]string{
		"/990/1": "", "/590/400": "", "/1500/1": "header too large", "/605/400": "header too large", "/2000/400": "http2",
	} {
		if got := cause(t, c, request(t, "https://site.example:"+port+path)); got != want {
			t.Errorf("%s: cause %q, want %q", path, got, want)
		}
	}
}

func TestTLSWithoutFarewellIsWhole(t *testing.T) {
	a := newAuthority(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	cert := a.sign(t, "site.example", time.Now().Add(time.Hour))
	go func() {
		raw, err := l.Accept()
		if err != nil {
			return
		}
		conn := tls.Server(raw, &tls.Config{Certificates: []tls.Certificate{cert}})
		conn.Read(make([]byte, 4096))
		io.WriteString(conn, "HTTP/1.1 200 OK\r\n\r\nhello")
		raw.Close()
	}()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	c := newGuardedClient(t, fetch.Options{CAFile: a.file, Resolve: toLoopback(port)})
	res := get(t, c, request(t, "https://site.example:"+port+"/"))
	if !bytes.Equal([]byte(content(t, &res.Content)), []byte("hello")) || res.Truncated != "" {
		t.Errorf("%q, truncated %q", content(t, &res.Content), res.Truncated)
	}
}
