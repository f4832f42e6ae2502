// Package resolver looks host names up, and keeps the answers for a while.
package resolver

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

// How long an answer of the resolver is valid. The resolver does not return the time to live of the name
// servers, so the time is short enough to follow a site's move within minutes.
const (
	keepName    = 5 * time.Minute
	keepNoName  = time.Minute
	keepFailure = 10 * time.Second
	mostNames   = 50_000
	mostAddrs   = 16
)

// LookupFunc returns the addresses of a host.
type LookupFunc func(ctx context.Context, host string) ([]netip.Addr, error)

// Resolver is a cache of name look-ups. It is safe for concurrent use.
type Resolver struct {
	lookup  LookupFunc
	timeout time.Duration
	ctx     context.Context // of the client: a lookup outlives the exchange that started it
	flight  singleflight.Group

	mu    sync.Mutex
	known map[string]name
}

// name is the answer for one host.
type name struct {
	addrs []netip.Addr
	err   error
	until time.Time
}

// New returns a resolver. A nil lookup is that of the system; ctx is that of all lookups, which outlive the call that started them.
func New(ctx context.Context, lookup LookupFunc, timeout time.Duration) *Resolver {
	if lookup == nil {
		lookup = func(ctx context.Context, host string) ([]netip.Addr, error) {
			return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
		}
	}
	return &Resolver{lookup: lookup, timeout: timeout, ctx: ctx, known: make(map[string]name)}
}

// Find returns the addresses of host, the cached ones if they are fresh.
func (n *Resolver) Find(ctx context.Context, host string) ([]netip.Addr, error) {
	if e, ok := n.cached(host); ok {
		return e.result()
	}
	return n.FindAgain(ctx, host)
}

// FindAgain queries the resolver and ignores the cache. Concurrent calls share one lookup.
func (n *Resolver) FindAgain(ctx context.Context, host string) ([]netip.Addr, error) {
	done := n.flight.DoChan(host, func() (any, error) { return n.ask(host), nil })
	select {
	case r := <-done:
		return r.Val.(name).result()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// result returns an answer as a look-up does.
func (e name) result() ([]netip.Addr, error) {
	if e.err != nil {
		return nil, e.err
	}
	return e.addrs, nil
}

// cached returns an answer that still holds.
func (n *Resolver) cached(host string) (name, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	e, ok := n.known[host]
	return e, ok && time.Now().Before(e.until)
}

// ask queries the resolver and caches the answer.
func (n *Resolver) ask(host string) name {
	ctx, cancel := context.WithTimeout(n.ctx, n.timeout)
	defer cancel()
	addrs, err := n.lookup(ctx, host)
	e := name{addrs: distinct(addrs)}
	hold := keepName
	if err != nil || len(e.addrs) == 0 {
		if err == nil {
			err = ErrNoAddress
		}
		e.addrs, e.err = nil, err
		hold = keepFailure
		if IsNotFound(err) {
			hold = keepNoName
		}
	}
	e.until = time.Now().Add(hold)
	n.store(host, e)
	return e
}

// store adds an answer to the cache. It replaces others if the cache is full.
func (n *Resolver) store(host string, e name) {
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

// Forget makes the next one look host up again.
func (n *Resolver) Forget(host string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.known, host)
}

// distinct unmaps IPv4 addresses, which the resolver returns as IPv6, and drops repeats and all beyond mostAddrs.
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

// ErrNoAddress is the error of a host that exists and has no address.
var ErrNoAddress = errors.New("no address")

// IsNotFound reports whether an error of a look-up means that the host does not exist or has no address.
func IsNotFound(err error) bool {
	d, ok := errors.AsType[*net.DNSError](err)
	return ok && d.IsNotFound || errors.Is(err, ErrNoAddress)
}
