package fetch

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net/netip"
	"net/url"
	"os"
	"strconv"
	"sync"

	"golang.org/x/time/rate"

	"sluice/internal/fetch/cookie"
	"sluice/internal/fetch/resolver"
	"sluice/weburl"
)

// Client makes exchanges over kept connections. It is safe for use by many goroutines.
type Client struct {
	o       Options
	proxy   *url.URL // nil for none
	static  staticHeader
	names   *resolver.Resolver
	idle    *idle
	h2      h2pool
	tls     *tls.Config
	cookies *cookie.Jar   // nil when off
	limiter *rate.Limiter // nil when unlimited
	buffers buffers
	flights flights
	pool    sync.Pool // of *exchange

	ctx    context.Context // ends with Close
	cancel context.CancelFunc
}

// New makes a client. The error names every option that is wrong.
func New(o Options) (*Client, error) {
	o.fillDefaults()
	if err := o.validate(); err != nil {
		return nil, fmt.Errorf("fetch options: %w", err)
	}
	c := &Client{o: o, static: newStaticHeader(&o)}
	var err error
	if c.proxy, err = parseProxy(o.Proxy); err != nil {
		return nil, err
	}
	c.static.proxy = basicAuthorization(c.proxy)
	if c.tls, err = tlsConfig(&o); err != nil {
		return nil, err
	}
	if o.CookieJar != "" {
		if c.cookies, err = cookie.Open(o.CookieJar); err != nil {
			return nil, err
		}
	}
	if o.Bandwidth > 0 {
		c.limiter = rate.NewLimiter(rate.Limit(o.Bandwidth), burst)
	}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	c.names = resolver.New(c.ctx, o.Lookup, o.Connect)
	c.idle = newIdle(o.MaxIdle, o.IdleTime)
	c.h2.init(&o)
	c.buffers.left = o.MaxMemory
	return c, nil
}

// tlsConfig accepts what an archive meets: the Web of papers has servers that nobody has touched for fifteen
// years, and reading a public page over TLS 1.0 is no worse than over plain HTTP. Only RC4 stays off.
func tlsConfig(o *Options) (*tls.Config, error) {
	cfg := &tls.Config{
		MinVersion:         tls.VersionTLS10,
		InsecureSkipVerify: o.Insecure,
		ClientSessionCache: tls.NewLRUClientSessionCache(1024),
	}
	for _, suite := range append(tls.CipherSuites(), tls.InsecureCipherSuites()...) {
		switch suite.ID {
		case tls.TLS_RSA_WITH_RC4_128_SHA, tls.TLS_ECDHE_RSA_WITH_RC4_128_SHA, tls.TLS_ECDHE_ECDSA_WITH_RC4_128_SHA:
		default:
			cfg.CipherSuites = append(cfg.CipherSuites, suite.ID)
		}
	}
	if o.CAFile == "" {
		return cfg, nil
	}
	pem, err := os.ReadFile(o.CAFile)
	if err != nil {
		return nil, fmt.Errorf("certificate authorities: %w", err)
	}
	if cfg.RootCAs, err = x509.SystemCertPool(); err != nil {
		return nil, fmt.Errorf("certificate authorities of the system: %w", err)
	}
	if !cfg.RootCAs.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("certificate authorities %s: no certificate in it", o.CAFile)
	}
	return cfg, nil
}

// Close closes all connections that are not in use and makes further exchanges fail. An exchange in progress
// goes on until its context ends or it is done.
func (c *Client) Close() {
	c.cancel()
	c.idle.close()
	c.h2.close()
}

// Addrs returns the addresses that host (a name or an address) is asked at on a port, from the cache if it knows
// them. It returns none behind a proxy, which looks names up itself.
func (c *Client) Addrs(ctx context.Context, host string, port int) ([]netip.Addr, error) {
	if c.proxy != nil {
		return nil, nil
	}
	if addrs, ok := c.given(host, strconv.Itoa(port)); ok {
		return addrs, nil
	}
	if a, ok := literal(host); ok {
		return []netip.Addr{a}, nil
	}
	return c.lookUp(ctx, host)
}

// literal reads a host that is an address, in brackets or not.
func literal(host string) (netip.Addr, bool) {
	if len(host) > 2 && host[0] == '[' {
		host = host[1 : len(host)-1]
	}
	a, err := netip.ParseAddr(host)
	return a, err == nil
}

// Do makes one exchange. The error is always an [*Error].
func (c *Client) Do(ctx context.Context, r *Request) (*Response, error) {
	x := c.newExchange(r)
	c.flights.join(x)
	res, err := x.run(ctx)
	c.flights.leave(x)
	if err == nil {
		return res, nil
	}
	x.release()
	if ctx.Err() != nil {
		return nil, cancelled(ctx)
	}
	return nil, streamError(err)
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

func (c *Client) route(u weburl.URL) route {
	rt := route{secure: u.Scheme() == "https"}
	rt.key = key{rt.secure, u.Host()}
	if c.proxy != nil && !rt.secure && c.proxy.Scheme[0] == 'h' {
		rt.absolute = true
		rt.key.host = c.proxy.Host
	}
	return rt
}
