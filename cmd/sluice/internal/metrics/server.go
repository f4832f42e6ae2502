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

// Limits of what the listener takes.
const (
	readTimeout    = 10 * time.Second
	writeTimeout   = 2 * time.Minute // room for a profile of a minute
	idleTimeout    = 2 * time.Minute
	maxHeader      = 16 << 10
	maxConnections = 32
	maxScrapes     = 4 // at a time
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

// Listen takes an address, host:port.
func Listen(address string) (*Server, error) {
	network := "tcp"
	if at, err := netip.ParseAddrPort(address); err == nil && at.Addr().Is4() {
		network = "tcp4" // else 0.0.0.0 is every address of IPv6, too
	}
	l, err := net.Listen(network, address)
	if err != nil {
		return nil, err
	}
	return &Server{listener: l, ended: make(chan struct{})}, nil
}

// URL is where the metrics are.
func (s *Server) URL() string { return "http://" + s.listener.Addr().String() + "/metrics" }

// Serve begins to answer.
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

// Close ends the server; what is being answered is given a second. One that
// never served only gives its address back.
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

// named keeps pages in a browser on this machine from reading what is served to the machine only, under a name
// of theirs that they let lead here.
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
			http.Error(w, "ask by the address, not by a name", http.StatusForbidden)
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
	if profiles { // without the command line, which may hold a password
		mux.HandleFunc("GET /debug/pprof/", pprof.Index)
		mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
		mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
		mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	}
	return mux
}
