package guard

import (
	"net/netip"
	"strings"
)

// The reasons that Refused returns besides the names of address blocks.
const (
	LocalName  = "local name"
	BadPort    = "bad port"
	OwnAddress = "own address" // see [Own]
)

// Refused returns why the host and port of a URL are not requested, by themselves and without a look-up: the block of an address,
// LocalName or BadPort; empty if they may be.
func Refused(host string, port int) string {
	if a, ok := address(host); ok {
		if block := Forbidden(a); block != "" {
			return block
		}
	} else if isLocalName(host) {
		return LocalName
	}
	if isBadPort(port) {
		return BadPort
	}
	return ""
}

// address returns the address that a host is, in brackets or not.
func address(host string) (netip.Addr, bool) {
	if host == "" {
		return netip.Addr{}, false
	}
	if last := host[len(host)-1]; 'g' <= last && last <= 'z' { // spares most names the parser
		return netip.Addr{}, false
	}
	a, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return a, err == nil
}

// localDomains are the last labels of names that mean this machine or this network wherever they are looked up: localhost (RFC 6761),
// local (RFC 6762) with the labels that its appendix G lists as used in private networks (ICANN keeps home, corp and mail out of the
// root because of such networks, and internal for them), and what routers and systems give to machines: localdomain, localnet.
// Names below test (RFC 6761) are not in it: who asks for one has set it up.
var localDomains = map[string]bool{
	"localhost": true, "local": true, "intranet": true, "internal": true, "private": true, "corp": true, "home": true, "lan": true,
	"mail": true, "localdomain": true, "localnet": true,
}

// homeNetwork is the domain of home networks (RFC 8375).
const homeNetwork = "home.arpa"

// isLocalName reports whether a name means this machine or this network. A name of one label is completed by the search list of
// whoever looks it up: intranet, wpad.
func isLocalName(host string) bool {
	host = strings.ToLower(strings.TrimRight(host, "."))
	i := strings.LastIndexByte(host, '.')
	return i < 0 || localDomains[host[i+1:]] || host == homeNetwork || strings.HasSuffix(host, "."+homeNetwork)
}

// badPorts are the ports that browsers refuse because other protocols are spoken there, some of which take a request of HTTP
// for commands (Fetch standard, section "Port blocking").
var badPorts = func() (set [10_081]bool) {
	for _, port := range []int{
		0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110, 111, 113, 115, 117,
		119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989,
		990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
	} {
		set[port] = true
	}
	return set
}()

// isBadPort reports whether a port is one of badPorts.
func isBadPort(port int) bool { return port >= 0 && port < len(badPorts) && badPorts[port] }
