// Package guard knows which addresses, names and ports are no public web server's, so that a page of a stranger cannot make
// the crawler send requests to machines of its own network.
//
// [Refused] judges the host and port of a URL, [Forbidden] an address, and [Own] the addresses of this machine.
package guard

import (
	"net/netip"
	"strings"
)

// special is one block of addresses that are not for talking to strangers.
type special struct {
	prefix netip.Prefix
	name   string
}

// registry holds the blocks of the IANA special-purpose address registries for IPv4 and IPv6
// (RFC 6890 and successors) that are not globally reachable, the multicast blocks, and the mappings of IPv4
// into IPv6, which could hide any address; and the address at which virtual machines in Azure reach their host. A longer
// prefix comes before the shorter one around it.
var registry = parseRegistry(`
0.0.0.0/8          this network
10.0.0.0/8         private use
100.64.0.0/10      shared address space
127.0.0.0/8        loopback
168.63.129.16/32   platform of azure
169.254.0.0/16     link local
172.16.0.0/12      private use
192.0.0.0/24       ietf protocol assignments
192.0.2.0/24       documentation
192.88.99.0/24     6to4 relay anycast
192.168.0.0/16     private use
198.18.0.0/15      benchmarking
198.51.100.0/24    documentation
203.0.113.0/24     documentation
224.0.0.0/4        multicast
255.255.255.255/32 limited broadcast
240.0.0.0/4        reserved
::1/128            loopback
::/128             unspecified
::ffff:0:0/96      ipv4 mapped
::/96              ipv4 compatible
::ffff:0:0:0/96    ipv4 translated
64:ff9b::/96       ipv4-ipv6 translation
64:ff9b:1::/48     local-use translation
100::/64           discard only
100:0:0:1::/64     dummy prefix
2001::/32          teredo
2001:2::/48        benchmarking
2001:10::/28       orchid
2001:20::/28       orchid
2001:db8::/32      documentation
2001::/23          ietf protocol assignments
2002::/16          6to4
3fff::/20          documentation
5f00::/16          segment routing
fc00::/7           unique local
fe80::/10          link local
fec0::/10          site local
ff00::/8           multicast
`)

// parseRegistry reads a table of prefixes and names.
func parseRegistry(table string) []special {
	var list []special
	for line := range strings.Lines(strings.TrimSpace(table)) {
		prefix, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		list = append(list, special{netip.MustParsePrefix(prefix), strings.TrimSpace(name)})
	}
	return list
}

// globalUnicast is all that is assigned of IPv6 (IANA, "Internet Protocol Version 6 Address Space").
var globalUnicast = netip.MustParsePrefix("2000::/3")

// Forbidden returns the name of the special-purpose block of a, or "" if a is a public address. An
// IPv4 address inside an IPv6 one (mapped, compatible or translated) is judged as IPv4 first; what is left of
// such blocks is refused too, because no web server is reached through them.
func Forbidden(a netip.Addr) string {
	a = a.WithZone("")
	if !a.IsValid() {
		return "no address"
	}
	if inner, ok := embedded(a); ok {
		if name := lookUp(inner); name != "" {
			return name
		}
	}
	if name := lookUp(a); name != "" || a.Is4() || globalUnicast.Contains(a) {
		return name
	}
	return "unassigned"
}

// lookUp returns the name of the first block that has an address. The table is short, and a
// connection reads it once.
func lookUp(a netip.Addr) string {
	for _, s := range registry {
		if s.prefix.Contains(a) {
			return s.name
		}
	}
	return ""
}

// embedded returns the IPv4 address that an IPv6 address carries in its last four bytes, in a block for that or behind
// the mark of ISATAP (RFC 5214, section 6.1), which may follow any prefix.
func embedded(a netip.Addr) (netip.Addr, bool) {
	if !a.Is6() {
		return a, false
	}
	b := a.As16()
	switch lookUp(a) {
	case "ipv4 mapped", "ipv4 compatible", "ipv4 translated", "ipv4-ipv6 translation":
		return netip.AddrFrom4([4]byte(b[12:])), true
	}
	isatap := b[8]&^2 == 0 && b[9] == 0 && b[10] == 0x5e && b[11] == 0xfe
	return netip.AddrFrom4([4]byte(b[12:])), isatap
}
