package fetch

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"sluice/internal/fetch/guard"
	"sluice/internal/fetch/resolver"
	"sluice/weburl"
)

// New makes a client. The error names every option that is wrong.
func New(o Options) (*Client, error) {
	o.fillDefaults()
	if err := o.validate(); err != nil {
		return nil, fmt.Errorf("fetch options: %w", err)
	}
	c := &Client{o: o, static: newStaticHeader(&o)}
	var err error
	if c.proxy, err = ParseProxy(o.Proxy); err != nil {
		return nil, err
	}
	c.static.proxy = basicAuthorization(c.proxy)
	if c.tls, err = tlsConfig(&o); err != nil {
		return nil, err
	}
	if o.Bandwidth > 0 {
		c.limiter = rate.NewLimiter(rate.Limit(o.Bandwidth), burst)
	}
	c.ctx, c.cancel = context.WithCancel(context.Background()) // of connections that outlive a request; Close ends it
	c.own = guard.NewOwn(o.OwnAddrs)
	c.names = resolver.New(c.ctx, o.Lookup, o.Connect)
	c.idle = newIdle(o.MaxIdle, o.IdleTime)
	c.h2.init(&o)
	c.buffers.left = o.MaxMemory
	c.files = files{dir: o.TempDir, turns: make(chan struct{}, fileCalls)}
	return c, nil
}

// tlsConfig accepts what an archive meets: the Web of papers has servers whose software is fifteen years
// old, and reading a public page over TLS 1.0 is no worse than over plain HTTP. Only RC4 stays off.
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
	var err error
	cfg.RootCAs, err = Authorities(o.CAFile)
	return cfg, err
}

// Authorities returns the certificate authorities of the system and those in a PEM file, as [Options].CAFile names it.
func Authorities(file string) (*x509.CertPool, error) {
	pem, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("certificate authorities: %w", err)
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		return nil, fmt.Errorf("certificate authorities of the system: %w", err)
	}
	if !pool.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("certificate authorities %s: no certificate in PEM format", file)
	}
	return pool, nil
}

// Close closes all connections that are not in use and makes further exchanges fail. An exchange in progress
// continues until its context ends or it is done.
func (c *Client) Close() {
	c.cancel()
	c.idle.close()
	c.h2.close()
}

// Addrs returns the addresses at which host (a name or an address) is requested on a port, from the cache if it knows
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

// newExchange prepares one request. Its limits of time begin now.
func (c *Client) newExchange(r *Request) *exchange {
	x, ok := c.pool.Get().(*exchange)
	if !ok {
		x = &exchange{c: c, header: make(http.Header, 16), values: make([]string, 0, 32)}
		x.wire.buffers, x.content.buffers = &c.buffers, &c.buffers
		x.wire.files, x.content.files = &c.files, &c.files
	}
	x.r, x.url, x.route = r, r.URL.String(), c.route(r.URL)
	x.start = time.Now()
	x.end = x.start.Add(c.o.Whole)
	if r.Whole > 0 {
		x.end = x.start.Add(min(r.Whole, c.o.Whole))
	}
	x.enter(Idle, x.start)
	return x
}

// run sends the request, and repeats it once if an idle connection turns out to be dead.
func (x *exchange) run(ctx context.Context) (*Response, error) {
	if err := x.admit(ctx); err != nil {
		return nil, err
	}
	x.writeRequest()
	res, err := x.try(ctx, true)
	if errors.Is(err, errDead) && ctx.Err() == nil {
		x.rewind()
		res, err = x.try(ctx, false)
	}
	return res, err
}

// admit refuses what must not be sent.
func (x *exchange) admit(ctx context.Context) error {
	c, host := x.c, x.r.URL.Hostname()
	switch {
	case ctx.Err() != nil:
		return cancelled(ctx)
	case c.ctx.Err() != nil:
		return newError(ClosedClient, nil)
	case host == "" || !sendable(x.url) || strings.ContainsRune(x.url, ' '):
		return newError(malformedURL, nil)
	}
	return c.refusal(x.r.URL)
}

// refusal returns the error of the guard for a URL as it is written. Behind a proxy no name is resolved here, so this is all that
// the guard sees. Without one, a host and port whose address is given are the user's word.
func (c *Client) refusal(u weburl.URL) error {
	host, port := u.Hostname(), u.Port()
	if c.o.AllowPrivate {
		return nil
	}
	if _, given := c.given(host, strconv.Itoa(port)); given && c.proxy == nil {
		return nil
	}
	why := guard.Refused(host, port)
	if a, ok := literal(host); ok && why == "" && c.own.Has(a) {
		why = guard.OwnAddress
	}
	if why != "" {
		return newError(withDetail(Guard, why), nil)
	}
	return nil
}

// try makes one attempt, over a kept connection if it may and there is one.
func (x *exchange) try(ctx context.Context, kept bool) (*Response, error) {
	c := x.c
	if kept && x.route.secure {
		if shared := c.h2.take(x.route.key); shared != nil {
			return x.askHTTP2(ctx, shared, true)
		}
	}
	if kept {
		if cn := c.idle.take(x.route.key); cn != nil {
			return x.ask(ctx, cn)
		}
	}
	cn, err := c.dial(ctx, x)
	if err != nil {
		return nil, err
	}
	if cn.negotiated() == "h2" {
		shared, err := c.h2.add(ctx, x.route.key, cn)
		if err != nil {
			return nil, err
		}
		return x.askHTTP2(ctx, shared, false)
	}
	return x.ask(ctx, cn)
}

// ask makes an HTTP/1.1 exchange over cn, and keeps or closes the connection.
func (x *exchange) ask(ctx context.Context, cn *conn) (*Response, error) {
	stop := context.AfterFunc(ctx, cn.abort)
	cn.begin(x)
	res, err := x.talk(cn)
	keep := err == nil && x.frame.reusable() && cn.clean()
	cn.done()
	if stop() && keep {
		x.c.idle.put(cn)
	} else {
		cn.close()
	}
	if err == nil && ctx.Err() != nil {
		return nil, cancelled(ctx)
	}
	return res, err
}

// talk sends the request over a connection and reads the answer.
func (x *exchange) talk(cn *conn) (*Response, error) {
	now := time.Now()
	x.enter(Ask, now)
	if err := cn.allow(now, x.c.o.FirstByte, firstByteTimeout); err != nil {
		return nil, err
	}
	if cn.used && !cn.alive() {
		return nil, errDead
	}
	_, err := cn.nc.Write(x.request)
	if isTimeout(err) {
		return nil, newError(cn.deadline, err)
	}
	if err == nil {
		err = x.readHead(cn)
	}
	if err != nil {
		if cn.used && x.bytes.Load() == 0 && !isTimeout(err) {
			return nil, errors.Join(errDead, err)
		}
		return nil, err
	}
	res, err := x.answer(cn)
	if err != nil {
		return nil, err
	}
	return x.receive(res, &x.frame)
}

// answer makes the response from the header, and sets up the body's frame.
func (x *exchange) answer(cn *conn) (*Response, error) {
	res := &Response{x: x, Start: x.start, FirstByte: time.Now(), TLS: cn.state, Header: x.header, RequestBytes: x.shownRequest()}
	if x.c.proxy == nil {
		res.Addr = cn.addr
	}
	if err := x.parseHead(res); err != nil {
		return nil, err
	}
	if err := x.frame.open(cn.br, res, x); err != nil {
		return nil, err
	}
	res.HeaderBytes = x.head
	x.pace.begin(res.FirstByte)
	x.enter(Receive, res.FirstByte)
	x.keepCookies(res)
	return res, nil
}
