package crawler

import (
	"fmt"
	"net/http"
	"net/netip"
	"strings"

	"sluice/crawl"
	"sluice/internal/fetch"
	"sluice/internal/fetch/cookie"
)

// product returns the name of a user agent, by which robots.txt addresses it.
func product(userAgent string) string {
	name, _, _ := strings.Cut(userAgent, "/")
	return strings.TrimSpace(name)
}

// headers returns the extra header of requests.
func headers(lines []string) http.Header {
	h := http.Header{}
	for _, line := range lines {
		name, value, _ := strings.Cut(line, ":")
		h.Add(strings.TrimSpace(name), strings.TrimSpace(value))
	}
	return h
}

// openCookies returns the jar of a crawl, nil for none.
func openCookies(n *crawl.Network) (*cookie.Jar, error) {
	switch {
	case n.Cookies == crawl.CookiesNone:
		return nil, nil
	case n.CookieJar != "":
		return cookie.Open(n.CookieJar)
	}
	return cookie.New(), nil
}

// newClient returns a client that keeps up to idle connections besides those in use.
func newClient(cfg *config, idle int) (*fetch.Client, error) {
	o, err := FetchOptions(&cfg.Network)
	if err != nil {
		return nil, err
	}
	o.Cookies, o.Bandwidth, o.TempDir, o.MaxIdle, o.Secrets = cfg.cookies, cfg.Politeness.Bandwidth, cfg.Storage.TempDir, idle, cfg.secrets
	return fetch.New(o)
}

// FetchOptions returns the options of a client that makes requests as a crawl does: by the same user agent, proxy and guard of addresses. It keeps no
// cookies and has no secrets.
func FetchOptions(n *crawl.Network) (fetch.Options, error) {
	o := fetch.Options{
		UserAgent: n.UserAgent, Contact: n.Contact, Header: headers(n.Headers), Proxy: n.Proxy,
		Resolve: map[string]netip.Addr{}, AllowPrivate: n.AllowPrivate, Insecure: n.Insecure, CAFile: n.CAFile,
	}
	for _, s := range n.Resolve {
		i := strings.Index(s, ":")
		j := strings.Index(s[i+1:], ":")
		if i < 0 || j < 0 {
			return o, fmt.Errorf("resolve %q is not host:port:address", s)
		}
		addr, err := netip.ParseAddr(strings.Trim(s[i+1+j+1:], "[]"))
		if err != nil {
			return o, fmt.Errorf("resolve %q: %w", s, err)
		}
		o.Resolve[s[:i+1+j]] = addr
	}
	return o, nil
}
