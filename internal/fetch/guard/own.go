package guard

import (
	"net"
	"net/netip"
	"sync"
	"time"
)

// ownFreshFor is how long the addresses of the interfaces are used before they are read again: an address may come and go.
const ownFreshFor = time.Minute

// Own is the addresses of this machine, public ones too. A service that listens on all interfaces, and that a firewall hides from
// the Web, can be reached at them from here. It is safe for concurrent use.
type Own struct {
	mu    sync.Mutex
	addrs map[netip.Addr]bool
	until time.Time // zero: for good
}

// NewOwn returns the given addresses as those of this machine; nil is those of its interfaces.
func NewOwn(addrs []netip.Addr) *Own {
	o := &Own{}
	if addrs == nil {
		o.until = time.Now() // Has reads them
		return o
	}
	o.set(addrs)
	return o
}

// set replaces the addresses.
func (o *Own) set(addrs []netip.Addr) {
	o.addrs = make(map[netip.Addr]bool, len(addrs))
	for _, a := range addrs {
		o.addrs[a.Unmap().WithZone("")] = true
	}
}

// Has reports whether an address is one of this machine.
func (o *Own) Has(a netip.Addr) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if now := time.Now(); !o.until.IsZero() && !now.Before(o.until) {
		o.until = now.Add(ownFreshFor)
		if addrs, err := interfaceAddrs(); err == nil || o.addrs == nil { // else those before are a better guess than none
			o.set(addrs)
		}
	}
	if inner, ok := embedded(a); ok && o.addrs[inner] {
		return true
	}
	return o.addrs[a.Unmap().WithZone("")]
}

// interfaceAddrs returns the addresses of the interfaces.
func interfaceAddrs() ([]netip.Addr, error) {
	list, err := net.InterfaceAddrs()
	if err != nil {
		return nil, err
	}
	var addrs []netip.Addr
	for _, entry := range list {
		if prefix, err := netip.ParsePrefix(entry.String()); err == nil {
			addrs = append(addrs, prefix.Addr())
		}
	}
	return addrs, nil
}
