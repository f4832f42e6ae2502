package fetch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/http/httpguts"

	"sluice/internal/credential"
	"sluice/internal/fetch/cookie"
)

// Options of a [Client]. The zero value works; a zero limit means its default.
type Options struct {
	UserAgent string      // product, as robots.txt names it; default "sluice"
	Contact   string      // URL or mail address of whoever runs the crawl: added to the user agent, a mail address also as From
	Header    http.Header // extra request headers; those with secret names are not sent, see Secrets

	Secrets *credential.Set // the secrets of each origin; nil: none

	Proxy        string                // http, https or socks5 URL, with user and password if need be; "" for none
	Resolve      map[string]netip.Addr // "host:port" (or "*:port") to the address that replaces a DNS lookup; passes the guard
	AllowPrivate bool                  // lifts the guard of addresses, names and ports
	OwnAddrs     []netip.Addr          // of this machine, which the guard refuses; nil: those of its interfaces
	Insecure     bool                  // accepts any certificate
	CAFile       string                // PEM file of authorities trusted besides the system's
	Cookies      *cookie.Jar           // nil: no cookies are kept
	Bandwidth    int64                 // bytes a second over all connections; 0 unlimited

	MaxHeaderBytes int // of one answer, interim answers and trailers counted; default 256 KiB
	MaxHeaderLines int // default 1,000

	Connect   time.Duration // name look-up and, again, connecting (a proxy's part included); default 10 s each
	TLS       time.Duration // handshake; default 10 s
	FirstByte time.Duration // from the request until the header is there; default 30 s
	Stall     time.Duration // between two bytes of the body; default 20 s
	Whole     time.Duration // one Do; default 10 min
	MinRate   int64         // bytes a second that a body must bring in each span of RateSpan; default 100, negative for none
	RateSpan  time.Duration // default 1 min

	MaxIdle  int           // connections kept open between requests; default 1,024
	IdleTime time.Duration // for how long; default 30 s

	MaxMemory int64  // bytes held in memory by all bodies above 64 KiB, larger amounts go to files; default 64 MiB
	TempDir   string // for bodies above 2 MiB; default the system's

	Lookup func(ctx context.Context, host string) ([]netip.Addr, error) // instead of the system's resolver
}

// fillDefaults sets what is zero to its default.
func (o *Options) fillDefaults() {
	defaultTo(&o.UserAgent, "sluice")
	defaultTo(&o.MaxHeaderBytes, 256<<10)
	defaultTo(&o.MaxHeaderLines, 1000)
	defaultTo(&o.Connect, 10*time.Second)
	defaultTo(&o.TLS, 10*time.Second)
	defaultTo(&o.FirstByte, 30*time.Second)
	defaultTo(&o.Stall, 20*time.Second)
	defaultTo(&o.Whole, 10*time.Minute)
	defaultTo(&o.MinRate, 100)
	defaultTo(&o.RateSpan, time.Minute)
	defaultTo(&o.MaxIdle, 1024)
	defaultTo(&o.IdleTime, 30*time.Second)
	defaultTo(&o.MaxMemory, 64<<20)
}

// defaultTo sets a value that is zero.
func defaultTo[T comparable](v *T, d T) {
	var zero T
	if *v == zero {
		*v = d
	}
}

// headersOfOurs are those that the exchange itself depends on.
var headersOfOurs = map[string]string{
	"Host": "", "Connection": "", "Content-Length": "", "Transfer-Encoding": "", "Te": "", "Upgrade": "",
	"Expect": "", "Trailer": "", "Keep-Alive": "", "Range": "", "Accept-Encoding": "", "Proxy-Connection": "",
	"User-Agent": "; set UserAgent", "From": "; set Contact", "Proxy-Authorization": "; write user and password into Proxy",
}

// validate names every field that is wrong.
func (o *Options) validate() error {
	var errs []error
	bad := func(format string, a ...any) { errs = append(errs, fmt.Errorf(format, a...)) }
	if !httpguts.ValidHeaderFieldValue(o.UserAgent) || !httpguts.ValidHeaderFieldValue(o.Contact) {
		bad("user agent %q or contact %q: holds control characters", o.UserAgent, o.Contact)
	}
	for name, values := range o.Header {
		if !httpguts.ValidHeaderFieldName(name) {
			bad("header %q: not a header name", name)
		}
		if hint, ours := headersOfOurs[http.CanonicalHeaderKey(name)]; ours {
			bad("header %s: cannot be set%s", name, hint)
		}
		for _, v := range values {
			if !httpguts.ValidHeaderFieldValue(v) {
				bad("header %s: value holds control characters", name)
			}
		}
	}
	for key, addr := range o.Resolve {
		if _, port, ok := strings.Cut(key, ":"); !ok || port == "" || !addr.IsValid() {
			bad("resolve %q to %v: want host:port and an address", key, addr)
		}
	}
	for name, d := range map[string]time.Duration{"Connect": o.Connect, "TLS": o.TLS, "FirstByte": o.FirstByte,
		"Stall": o.Stall, "Whole": o.Whole, "RateSpan": o.RateSpan, "IdleTime": o.IdleTime} {
		if d < 0 {
			bad("%s %v: negative", name, d)
		}
	}
	if o.MaxHeaderBytes < 0 || o.MaxHeaderLines < 0 || o.MaxIdle < 0 || o.MaxMemory < 0 || o.Bandwidth < 0 {
		bad("a negative limit: MaxHeaderBytes %d, MaxHeaderLines %d, MaxIdle %d, MaxMemory %d, Bandwidth %d",
			o.MaxHeaderBytes, o.MaxHeaderLines, o.MaxIdle, o.MaxMemory, o.Bandwidth)
	}
	return errors.Join(errs...)
}

// ErrProxy is the error for a proxy that cannot be used. It does not quote the proxy, since a malformed one may show its
// password anywhere.
var ErrProxy = errors.New("proxy: malformed address; write http://HOST:PORT, https://HOST:PORT or socks5://HOST:PORT")

// proxyPorts are the default ports by scheme.
var proxyPorts = map[string]string{"http": "80", "https": "443", "socks5": "1080", "socks5h": "1080"}

// ParseProxy parses the address of a proxy; a missing scheme is http, a missing port the default one. It returns nil for an
// empty address, and [ErrProxy] for a malformed one.
func ParseProxy(s string) (*url.URL, error) {
	if s == "" {
		return nil, nil
	}
	if !strings.Contains(s, "://") {
		s = "http://" + s
	}
	u, err := url.Parse(s)
	if err != nil {
		return nil, ErrProxy
	}
	port, known := proxyPorts[u.Scheme]
	if number, err := strconv.ParseUint(cmp.Or(u.Port(), port), 10, 16); !known || u.Hostname() == "" || err != nil || number == 0 ||
		strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" || u.Opaque != "" { // as in http:/HOST
		return nil, ErrProxy
	}
	if u.Port() == "" {
		u.Host += ":" + port
	}
	return u, nil
}
