package metrics

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/pprof"
	"net/netip"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"
	"golang.org/x/net/netutil"
)

// Limits of the server. Anybody who reaches the address may connect, and must not hold up the crawl.
const (
	readTimeout    = 10 * time.Second
	writeTimeout   = 2 * time.Minute // room for a profile of a minute
	idleTimeout    = 2 * time.Minute
	maxHeader      = 16 << 10
	maxConnections = 32
	maxScrapes     = 4 // at the same time
)

// Server serves a crawl's metrics over HTTP, to GET and HEAD only:
//
//	/metrics        in Prometheus' text format
//	/debug/pprof/   profiles, when they are asked for
type Server struct {
	listener net.Listener
	http     http.Server
	ended    chan struct{}
}

// Listen opens an address, host:port. Nothing is answered before [Server.Serve].
func Listen(address string) (*Server, error) {
	network := "tcp"
	if at, err := netip.ParseAddrPort(address); err == nil && at.Addr().Is4() {
		network = "tcp4" // with "tcp", 0.0.0.0 also means all IPv6 addresses
	}
	l, err := net.Listen(network, address)
	if err != nil {
		return nil, err
	}
	return &Server{listener: l, ended: make(chan struct{})}, nil
}

// URL returns the URL of the metrics.
func (s *Server) URL() string { return "http://" + s.listener.Addr().String() + "/metrics" }

// Serve starts to answer requests, with profiles or without. It does not block.
func (s *Server) Serve(from Source, profiles bool) {
	s.http = http.Server{
		Handler: s.named(handler(from, profiles)), MaxHeaderBytes: maxHeader,
		ReadTimeout: readTimeout, WriteTimeout: writeTimeout, IdleTimeout: idleTimeout,
	}
	listener := netutil.LimitListener(s.listener, maxConnections)
	go func() {
		defer close(s.ended)
		s.http.Serve(listener)
	}()
}

// Close closes the server; requests in progress have a second to end. A server that never served only
// closes its address.
func (s *Server) Close() error {
	if s.http.Handler == nil {
		return s.listener.Close()
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	err := s.http.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		err = s.http.Close()
	}
	<-s.ended
	return err
}

// named refuses requests by host name to a server on the loopback interface. Otherwise a web
// page could let its own host name point to 127.0.0.1 and read the metrics in a browser (DNS
// rebinding).
func (s *Server) named(h http.Handler) http.Handler {
	at, err := netip.ParseAddrPort(s.listener.Addr().String())
	if err != nil || !at.Addr().IsLoopback() {
		return h
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.Host)
		if err != nil {
			host = r.Host
		}
		if _, err := netip.ParseAddr(strings.Trim(host, "[]")); err != nil && host != "localhost" {
			http.Error(w, "use the IP address, not a host name", http.StatusForbidden)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// handler returns the routes. Profiles are served only on request, because they show details of the
// program and cost time.
func handler(from Source, profiles bool) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry(from), promhttp.HandlerOpts{
		MaxRequestsInFlight: maxScrapes, Timeout: readTimeout,
	}))
	if profiles { // without /debug/pprof/cmdline: the command line may contain a password
		mux.HandleFunc("GET /debug/pprof/", pprof.Index)
		mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
		mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
		mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	}
	return mux
}
