package fetch

import (
	"context"
	"crypto/tls"
	"net"
	"net/netip"
	"strconv"
	"time"

	"sluice/internal/fetch/guard"
)

const (
	mostAttempts = 6                      // addresses of one host that are tried
	attemptDelay = 250 * time.Millisecond // before the next address is tried too (RFC 8305, section 5)
)

// dial opens a connection for x: to the server, or to the proxy, or through the proxy to the server.
func (c *Client) dial(ctx context.Context, x *exchange) (*conn, error) {
	ctx, cancel := context.WithDeadline(ctx, x.end)
	defer cancel()
	u := x.r.URL
	host, port := u.Hostname(), strconv.Itoa(u.Port())
	var nc net.Conn
	var err error
	if c.proxy == nil {
		nc, err = c.connect(ctx, x, host, port, false)
	} else {
		nc, err = c.connectProxy(ctx, x, net.JoinHostPort(host, port))
	}
	if err != nil {
		return nil, err
	}
	tcp := nc
	if over, ok := nc.(*tls.Conn); ok { // TLS to the proxy
		tcp = over.NetConn()
	}
	if x.route.secure {
		if nc, err = c.handshake(ctx, x, nc, host, "h2", "http/1.1"); err != nil {
			return nil, err
		}
	}
	return newConn(x.route.key, nc, tcp), nil
}

// connect opens a TCP connection to host. The addresses that Resolve or trusted (the proxy's) name are the
// user's word; all others pass the guard.
func (c *Client) connect(ctx context.Context, x *exchange, host, port string, trusted bool) (net.Conn, error) {
	addrs, given := c.given(host, port)
	if !given {
		var err error
		if addrs, err = c.find(ctx, x, host); err != nil {
			return nil, err
		}
	}
	if !given && !trusted {
		var err error
		if addrs, err = c.guarded(addrs); err != nil {
			return nil, err
		}
	}
	x.enter(Connect, time.Now())
	ctx, cancel := context.WithTimeout(ctx, c.o.Connect)
	defer cancel()
	nc, err := dialFirst(ctx, alternate(addrs), port)
	if err == nil {
		return nc, nil
	}
	e := connectError(err)
	if e.Cause == OutOfFiles {
		c.idle.trim()
	}
	if !given {
		c.names.Forget(host) // it may have moved
	}
	return nil, e
}

// given returns the address that the options name for a host and port.
func (c *Client) given(host, port string) ([]netip.Addr, bool) {
	for _, name := range [...]string{host, "*"} {
		if a, ok := c.o.Resolve[name+":"+port]; ok {
			return []netip.Addr{a.Unmap()}, true
		}
	}
	return nil, false
}

// find returns the addresses of a host, which may be an address itself.
func (c *Client) find(ctx context.Context, x *exchange, host string) ([]netip.Addr, error) {
	if a, ok := literal(host); ok {
		return []netip.Addr{a}, nil
	}
	x.enter(DNS, time.Now())
	return c.lookUp(ctx, host)
}

// lookUp returns the addresses of a host name.
func (c *Client) lookUp(ctx context.Context, host string) ([]netip.Addr, error) {
	addrs, err := c.names.Find(ctx, host)
	if err != nil {
		return nil, dnsError(ctx, err)
	}
	return addrs, nil
}

// guarded returns the addresses that the guard allows. If it allows none, the error names a refused block.
func (c *Client) guarded(addrs []netip.Addr) ([]netip.Addr, error) {
	if c.o.AllowPrivate {
		return addrs, nil
	}
	public, block := c.publicOnly(addrs)
	if len(public) == 0 {
		return nil, newError(withDetail(Guard, block), nil)
	}
	return public, nil
}

// publicOnly returns those of addrs that the guard has nothing against, and why it refuses the first other one.
func (c *Client) publicOnly(addrs []netip.Addr) (public []netip.Addr, block string) {
	for _, a := range addrs {
		b := guard.Forbidden(a)
		if b == "" && c.own.Has(a) {
			b = guard.OwnAddress
		}
		if b == "" {
			public = append(public, a)
		} else if block == "" {
			block = b
		}
	}
	return public, block
}

// alternate orders addresses so that the two families take turns, the resolver's first choice first.
func alternate(addrs []netip.Addr) []netip.Addr {
	var first, second []netip.Addr
	for _, a := range addrs {
		if a.Is4() == addrs[0].Is4() {
			first = append(first, a)
		} else {
			second = append(second, a)
		}
	}
	list := make([]netip.Addr, 0, len(addrs))
	for i := range max(len(first), len(second)) {
		if i < len(first) {
			list = append(list, first[i])
		}
		if i < len(second) {
			list = append(list, second[i])
		}
	}
	return list[:min(len(list), mostAttempts)]
}

// attempt is what came of one try to connect.
type attempt struct {
	nc  net.Conn
	err error
}

// dialFirst connects to the first address that answers. The next one is tried when one fails, or is slow. What
// is dialled are the addresses themselves, so that no second look-up can change them after the guard's check.
func dialFirst(ctx context.Context, addrs []netip.Addr, port string) (net.Conn, error) {
	var dialer net.Dialer
	if len(addrs) == 1 {
		return dialer.DialContext(ctx, "tcp", net.JoinHostPort(addrs[0].String(), port))
	}
	ctx, cancel := context.WithCancel(ctx)
	results := make(chan attempt)
	started, ended := 0, 0
	start := func() {
		target := net.JoinHostPort(addrs[started].String(), port)
		started++
		go func() {
			nc, err := dialer.DialContext(ctx, "tcp", target)
			results <- attempt{nc, err}
		}()
	}
	defer func() { // cancelled attempts end at once; one that came too late is closed
		cancel()
		for ; ended < started; ended++ {
			if late := <-results; late.nc != nil {
				late.nc.Close()
			}
		}
	}()
	start()
	slow := time.NewTicker(attemptDelay)
	defer slow.Stop()
	var firstErr error
	for ended < started {
		select {
		case a := <-results:
			ended++
			if a.err == nil {
				return a.nc, nil
			}
			if firstErr == nil {
				firstErr = a.err
			}
		case <-slow.C:
		}
		if started < len(addrs) {
			start()
		}
	}
	return nil, firstErr
}

// handshake starts TLS on nc, and closes it on failure.
func (c *Client) handshake(ctx context.Context, x *exchange, nc net.Conn, host string, protocols ...string) (net.Conn, error) {
	x.enter(TLS, time.Now())
	ctx, cancel := context.WithTimeout(ctx, c.o.TLS)
	defer cancel()
	cfg := c.tls.Clone()
	cfg.ServerName, cfg.NextProtos = host, protocols
	secure := tls.Client(nc, cfg)
	if err := secure.HandshakeContext(ctx); err != nil {
		nc.Close()
		return nil, tlsError(err)
	}
	return secure, nil
}
