package weburl

import (
	"net/netip"
	"strings"

	"golang.org/x/net/publicsuffix"
)

// Domain returns the registrable domain of the host by the public suffix list (https://publicsuffix.org/):
// "example.co.uk" for "www.example.co.uk". An IP address, a single label and a public suffix are themselves.
func (u URL) Domain() string {
	host := u.Hostname()
	if isAddress(host) || strings.IndexByte(host, '.') < 0 {
		return host
	}
	domain, err := publicsuffix.EffectiveTLDPlusOne(host)
	if err != nil {
		return host
	}
	return domain
}

func isAddress(host string) bool {
	_, err := netip.ParseAddr(host)
	return err == nil
}

// knownSuffix reports whether a host name of at least two labels ends in a suffix that registries really
// give out, as example.org does and paper.pdf does not.
func knownSuffix(host string) bool {
	suffix, icann := publicsuffix.PublicSuffix(host)
	return icann && len(suffix) < len(host)
}
