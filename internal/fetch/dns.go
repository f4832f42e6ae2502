package fetch

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

// How long an answer of the resolver holds. The resolver does not pass on the time to live that name servers
// give, so a time is chosen that follows a site's move within minutes.
const (
	keepName    = 5 * time.Minute
	keepNoName  = time.Minute
	keepFailure = 10 * time.Second
	mostNames   = 50_000
	mostAddrs   = 16
)

type lookupFunc func(ctx context.Context, host string) ([]netip.Addr, error)

// names is the cache of name look-ups.
type names struct {
	lookup  lookupFunc
	timeout time.Duration
	ctx     context.Context // of the client: look-ups outlive the exchange that asked first
	flight  singleflight.Group

	mu    sync.Mutex
	known map[string]name
}

type name struct {
	addrs []netip.Addr
	err   *Error
	until time.Time
}

func newNames(ctx context.Context, lookup lookupFunc, timeout time.Duration) *names {
	if lookup == nil {
		lookup = func(ctx context.Context, host string) ([]netip.Addr, error) {
			return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
		}
	}
	return &names{lookup: lookup, timeout: timeout, ctx: ctx, known: make(map[string]name)}
}

// find returns the addresses of host, the cached ones if they are fresh.
func (n *names) find(ctx context.Context, host string) ([]netip.Addr, error) {
	if e, ok := n.cached(host); ok {
		return e.result()
	}
	return n.findAnew(ctx, host)
}

// findAnew asks the resolver, whatever is cached. One look-up serves all who wait.
func (n *names) findAnew(ctx context.Context, host string) ([]netip.Addr, error) {
	done := n.flight.DoChan(host, func() (any, error) { return n.ask(host), nil })
	select {
	case r := <-done:
		return r.Val.(name).result()
	case <-ctx.Done():
		return nil, newError("timeout: whole", ctx.Err()) // Do knows whether it was its own time or its caller's
	}
}

func (e name) result() ([]netip.Addr, error) {
	if e.err != nil {
		return nil, e.err
	}
	return e.addrs, nil
}

func (n *names) cached(host string) (name, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	e, ok := n.known[host]
	return e, ok && time.Now().Before(e.until)
}

// ask asks the resolver and keeps the answer.
func (n *names) ask(host string) name {
	ctx, cancel := context.WithTimeout(n.ctx, n.timeout)
	defer cancel()
	addrs, err := n.lookup(ctx, host)
	e := name{addrs: distinct(addrs)}
	hold := keepName
	if err != nil || len(e.addrs) == 0 {
		e.addrs, e.err = nil, dnsError(err)
		hold = keepFailure
		if !e.err.Temporary {
			hold = keepNoName
		}
	}
	e.until = time.Now().Add(hold)
	n.keep(host, e)
	return e
}

func (n *names) keep(host string, e name) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for old := range n.known { // whichever comes first: the map's order is as good as chance
		if len(n.known) < mostNames {
			break
		}
		delete(n.known, old)
	}
	n.known[host] = e
}

// forget makes the next one look host up again.
func (n *names) forget(host string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.known, host)
}

// distinct unmaps IPv4 addresses, which the resolver gives as IPv6, and drops repeats and all beyond mostAddrs.
func distinct(addrs []netip.Addr) []netip.Addr {
	list := make([]netip.Addr, 0, min(len(addrs), mostAddrs))
	seen := make(map[netip.Addr]bool, mostAddrs)
	for _, a := range addrs {
		if a = a.Unmap(); a.IsValid() && !seen[a] && len(list) < mostAddrs {
			seen[a] = true
			list = append(list, a)
		}
	}
	return list
}

func dnsError(err error) *Error {
	var d *net.DNSError
	switch {
	case err == nil:
		return newError(NoSuchHost, errors.New("no address"))
	case errors.As(err, &d) && d.IsNotFound:
		return newError(NoSuchHost, err)
	case isTimeout(err):
		return newError(DNSTimeout, err)
	}
	return newError(DNSFailure, err)
}
