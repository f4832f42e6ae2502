// Package hostname checks whether host names can be looked up, and knows the meaning of their parts.
package hostname

import (
	"net/netip"
	"strings"

	"golang.org/x/net/publicsuffix"
)

// The limits of the Domain Name System (RFC 1035, section 2.3.4), in bytes.
const (
	MaxLength = 253
	maxLabel  = 63
)

// Plain returns the length of the plain host that s begins with. It returns 0 for a host that is internationalised, an
// unusual form of an IP address, too long, or has an empty label or a suspicious character after it.
func Plain(s []byte) int {
	label, n := 0, 0
	for ; n < len(s); n++ {
		c := hostByte[s[n]]
		if c > '.' {
			continue
		}
		if c == 0 {
			break
		}
		if c == '.' {
			if n == label || n-label > maxLabel {
				return 0
			}
			label = n + 1
		} else if n > label && s[n-1] == '-' {
			return 0
		}
	}
	last := s[label:n]
	if len(last) == 0 || len(last) > maxLabel || n > MaxLength || isDigit(last[0]) && !isIPv4(s[:n]) {
		return 0
	}
	if last[0] == '-' { // the full parser takes -0 for a number
		return 0
	}
	return n
}

// isIPv4 reports whether a host is an IPv4 address in its usual form.
func isIPv4(host []byte) bool {
	numbers := 0
	for len(host) > 0 {
		n, value := 0, 0
		for n < len(host) && n < 4 && isDigit(host[n]) {
			value = value*10 + int(host[n]-'0')
			n++
		}
		if n == 0 || value > 255 || n > 1 && host[0] == '0' || n < len(host) && (host[n] != '.' || n+1 == len(host)) {
			return false
		}
		host = host[min(n+1, len(host)):]
		numbers++
	}
	return numbers == 4
}

// isDigit reports whether c is a digit.
func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// hostByte maps the bytes of a plain host name to lower case, all others to 0.
var hostByte = func() (lower [256]byte) {
	for _, c := range []byte("abcdefghijklmnopqrstuvwxyz0123456789-_.") {
		lower[c] = c
	}
	for c := 'A'; c <= 'Z'; c++ {
		lower[c] = byte(c | 0x20)
	}
	return lower
}()

// IsValid reports whether a host that the full parser has read can be looked up: an address, or a name
// within the limits of the Domain Name System.
func IsValid(host string) bool {
	if strings.HasPrefix(host, "[") {
		return true
	}
	if host == "" || len(host) > MaxLength {
		return false
	}
	for label := range strings.SplitSeq(host, ".") {
		if label == "" || len(label) > maxLabel {
			return false
		}
	}
	for i := range len(host) {
		if hostByte[host[i]] == 0 {
			return false
		}
	}
	return true
}

// Domain returns the registrable domain of a host by the public suffix list (https://publicsuffix.org/). An IP address, a
// single label and a public suffix are themselves.
func Domain(host string) string {
	if IsAddress(host) || strings.IndexByte(host, '.') < 0 {
		return host
	}
	domain, err := publicsuffix.EffectiveTLDPlusOne(host)
	if err != nil {
		return host
	}
	return domain
}

// IsAddress reports whether a host is an IP address, without brackets.
func IsAddress(host string) bool {
	_, err := netip.ParseAddr(host)
	return err == nil
}

// HasKnownSuffix reports whether a host name of at least two labels ends in the suffix of a registry, as
// example.org does and paper.pdf does not.
func HasKnownSuffix(host string) bool {
	suffix, icann := publicsuffix.PublicSuffix(host)
	return icann && len(suffix) < len(host)
}

// BeginsWithWWW reports whether s begins like a host of the Web: "www.", "www2.", "www-unix.".
func BeginsWithWWW[T []byte | string](s T) bool {
	if len(s) < 5 || !strings.EqualFold(string(s[:3]), "www") {
		return false
	}
	return s[3] == '.' || s[3] == '-' || '0' <= s[3] && s[3] <= '9'
}

// WithoutWWW returns a host without "www.", "www2." and the like at its front.
func WithoutWWW(host string) string {
	rest, ok := strings.CutPrefix(host, "www")
	if !ok {
		return host
	}
	if rest, ok = strings.CutPrefix(strings.TrimLeft(rest, "0123456789"), "."); !ok || !strings.Contains(rest, ".") {
		return host
	}
	return rest
}
