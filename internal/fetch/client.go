package fetch

import (
	"context"
	"crypto/tls"
	"net/netip"
	"net/url"
	"sync"

	"golang.org/x/time/rate"

	"sluice/internal/fetch/guard"
	"sluice/internal/fetch/resolver"
	"sluice/weburl"
)

// Client makes exchanges over kept connections. It is safe for use by many goroutines.
type Client struct {
	o       Options
	proxy   *url.URL // nil for none
	static  staticHeader
	names   *resolver.Resolver
	own     *guard.Own
	idle    *idle
	h2      h2pool
	tls     *tls.Config
	limiter *rate.Limiter // nil when unlimited
	buffers buffers
	files   files
	flights flights
	pool    sync.Pool // of *exchange

	ctx    context.Context // ends with Close
	cancel context.CancelFunc
}

// literal reads a host that is an address, in brackets or not.
func literal(host string) (netip.Addr, bool) {
	if len(host) > 2 && host[0] == '[' {
		host = host[1 : len(host)-1]
	}
	a, err := netip.ParseAddr(host)
	return a, err == nil
}

// route is how a URL is reached.
type route struct {
	key      key
	secure   bool
	absolute bool // the request line holds the whole URL: plain HTTP over an HTTP proxy
}

// key names connections that can serve the same requests.
type key struct {
	secure bool
	host   string // host, with port if it is not the scheme's own; the proxy's when plain requests go through it
}

// route returns how a URL is reached: directly or through the proxy.
func (c *Client) route(u weburl.URL) route {
	rt := route{secure: u.Scheme() == "https"}
	rt.key = key{rt.secure, u.Host()}
	if c.proxy != nil && !rt.secure && c.proxy.Scheme[0] == 'h' {
		rt.absolute = true
		rt.key.host = c.proxy.Host
	}
	return rt
}

// burst is how many bytes one read takes at most, and so what the bandwidth limit lets through at once.
const burst = 64 << 10
