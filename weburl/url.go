package weburl

import (
	"encoding/binary"
	"strconv"
	"strings"

	"github.com/zeebo/xxh3"

	"sluice/weburl/internal/hostname"
)

// MaxLength is the greatest length of a reference that is read and of a URL that is made, in bytes.
const MaxLength = 8192

// URL is an absolute http or https URL in canonical form. It is a small value to be copied, made by Parse and Resolve
// only; the zero value is no URL. Two URLs are equal by == if their strings are; use [URL.Key] to compare the resources
// that they name.
type URL struct {
	s string // scheme://host[:port]/path[?query]
	cuts
}

// cuts are where the string of a URL is cut into its components.
type cuts struct {
	name  uint16 // end of the host name; without a port the path begins there
	path  uint16 // start of the path
	query uint16 // start of the query's question mark, or the string's length
}

// Key is a 128-bit fingerprint of the resource that a URL names: of its canonical form without the scheme. The first
// four bytes depend on the host alone, so that in a store sorted by key the URLs of a host are neighbours.
type Key [16]byte

// makeURL returns the URL of s, which must be canonical.
func makeURL(s string) URL {
	start := strings.Index(s, "://") + 3
	path := start + strings.IndexByte(s[start:], '/')
	query := len(s)
	if i := strings.IndexByte(s[path:], '?'); i >= 0 {
		query = path + i
	}
	name := path
	if i := strings.LastIndexByte(s[start:path], ':'); i >= 0 && s[path-1] != ']' {
		name = start + i
	}
	return URL{s, cuts{uint16(name), uint16(path), uint16(query)}}
}

// String returns the canonical form, "" for the zero URL.
func (u URL) String() string { return u.s }

// IsZero reports whether u is no URL.
func (u URL) IsZero() bool { return u.s == "" }

// Clone returns u with a string of its own. The URLs that [Base.Take] returns share one, which each of them keeps alive.
func (u URL) Clone() URL {
	u.s = strings.Clone(u.s)
	return u
}

// Key returns the fingerprint of u. The http and the https URL of one host, port and path have the same key (also when
// no port is written and each has its own default). It is XXH3-128 of the canonical form after "scheme://", its
// first four bytes replaced by those of XXH3-64 of the host with its port.
func (u URL) Key() Key {
	k := xxh3.HashString128(u.s[u.hostStart():]).Bytes()
	binary.BigEndian.PutUint32(k[:4], uint32(xxh3.HashString(u.Host())>>32))
	return k
}

// Scheme returns "http" or "https".
func (u URL) Scheme() string {
	if u.s == "" {
		return ""
	}
	return u.s[:u.hostStart()-len("://")]
}

// hostStart returns the index at which the host begins.
func (u URL) hostStart() int {
	switch {
	case u.s == "":
		return 0
	case u.s[4] == ':':
		return len("http://")
	default:
		return len("https://")
	}
}

// Host returns the host name, with ":port" if that is not the default of the scheme. IPv6 addresses have brackets.
func (u URL) Host() string { return u.s[u.hostStart():u.path] }

// Hostname returns the host without a port, IPv6 addresses without their brackets.
func (u URL) Hostname() string {
	h := u.s[u.hostStart():u.name]
	if len(h) > 1 && h[0] == '[' {
		return h[1 : len(h)-1]
	}
	return h
}

// Domain returns the registrable domain of the host by the public suffix list (https://publicsuffix.org/):
// "example.co.uk" for "www.example.co.uk". An IP address, a single label and a public suffix are themselves.
func (u URL) Domain() string { return hostname.Domain(u.Hostname()) }

// Port returns the port to connect to: the one written, or the default of the scheme; 0 for the zero URL.
func (u URL) Port() int {
	if u.name < u.path {
		port, _ := strconv.Atoi(u.s[u.name+1 : u.path])
		return port
	}
	switch u.Scheme() {
	case "http":
		return 80
	case "https":
		return 443
	}
	return 0
}

// Path returns the path with its escapes; it begins with a slash.
func (u URL) Path() string { return u.s[u.path:u.query] }

// Query returns the query with its escapes and without its question mark.
func (u URL) Query() string {
	if int(u.query) == len(u.s) {
		return ""
	}
	return u.s[u.query+1:]
}

// RequestURI returns the target of a request line: the path, and the query with its question mark.
func (u URL) RequestURI() string { return u.s[u.path:] }

// Origin returns scheme://host, with the port if it is not the default.
func (u URL) Origin() string { return u.s[:u.path] }

// WithScheme returns the same host, path and query with another scheme, "http" or "https". The key stays the same: a
// port that is written stays written. It returns u itself if that port is the default of the new scheme (http://h:443/
// and https://h/ have different keys), or if the scheme is neither.
func (u URL) WithScheme(scheme string) URL {
	if u.s == "" || scheme == u.Scheme() || scheme != "http" && scheme != "https" {
		return u
	}
	if port := u.s[u.name:u.path]; scheme == "http" && port == ":80" || scheme == "https" && port == ":443" {
		return u
	}
	return makeURL(scheme + u.s[u.hostStart()-len("://"):])
}
