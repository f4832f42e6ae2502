// Package cookie keeps the cookies of a crawl, bounded for each site, since every site of the Web may send some.
package cookie

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/publicsuffix"
)

// What a site may leave with us. A site that goes beyond starts over with none of its cookies.
const (
	mostCookieSites = 20_000
	mostCookies     = 100 // different names a site
	longestCookie   = 4 << 10
)

// Jar keeps a jar for each site (registrable domain), so that each can be bounded.
type Jar struct {
	mu    sync.Mutex
	sites map[string]*site
}

// site is the cookies of one registrable domain.
type site struct {
	jar   *cookiejar.Jar
	names map[string]bool
}

// Open returns a jar, with the cookies of a Netscape file unless where is "on".
func Open(where string) (*Jar, error) {
	c := &Jar{sites: make(map[string]*site)}
	if where == "on" {
		return c, nil
	}
	f, err := os.Open(where)
	if err != nil {
		return nil, fmt.Errorf("cookie jar: %w", err)
	}
	defer f.Close()
	if err := c.load(f); err != nil {
		return nil, fmt.Errorf("cookie jar %s: %w", where, err)
	}
	return c, nil
}

// load reads lines of domain, whether subdomains get it, path, whether only TLS, expiry, name, value, with tabs
// between. "#HttpOnly_" before the domain means nothing here; other lines with # are comments.
func (c *Jar) load(r io.Reader) error {
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimPrefix(strings.TrimRight(lines.Text(), "\r"), "#HttpOnly_")
		if strings.TrimSpace(line) == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 7 {
			return fmt.Errorf("line %d: %d fields, want 7 with tabs between", n, len(f))
		}
		seconds, err := strconv.ParseInt(f[4], 10, 64)
		if err != nil {
			return fmt.Errorf("line %d: expiry: %w", n, err)
		}
		c.add(f, seconds)
	}
	return lines.Err()
}

// add keeps the cookie of a line; seconds is its expiry, 0 for none.
func (c *Jar) add(f []string, seconds int64) {
	host := strings.TrimPrefix(f[0], ".")
	cookie := &http.Cookie{Name: f[5], Value: f[6], Path: f[2], Secure: f[3] == "TRUE"}
	if seconds != 0 {
		cookie.Expires = time.Unix(seconds, 0)
	}
	if f[1] == "TRUE" {
		cookie.Domain = host
	}
	u := &url.URL{Scheme: "https", Host: host, Path: "/"}
	c.site(host).set(u, []*http.Cookie{cookie})
}

// site returns the jar for host's site. c.mu must be held, or c not shared yet.
func (c *Jar) site(host string) *site {
	domain, err := publicsuffix.EffectiveTLDPlusOne(host)
	if err != nil {
		domain = host
	}
	s := c.sites[domain]
	if s == nil {
		for old := range c.sites {
			if len(c.sites) < mostCookieSites {
				break
			}
			delete(c.sites, old)
		}
		s = new(site)
		s.clear()
		c.sites[domain] = s
	}
	return s
}

// clear forgets the cookies of a site. A site that sends more than it may begins again without any:
// to evict one by one would keep those that a trap has sent last.
func (s *site) clear() {
	s.jar, _ = cookiejar.New(&cookiejar.Options{PublicSuffixList: publicsuffix.List}) // its error is always nil
	s.names = make(map[string]bool)
}

// set keeps cookies, up to the bounds.
func (s *site) set(u *url.URL, list []*http.Cookie) {
	for _, cookie := range list {
		if len(cookie.Name)+len(cookie.Value)+len(cookie.Path) > longestCookie {
			continue
		}
		id := cookie.Domain + " " + cookie.Path + " " + cookie.Name
		if s.names[id] = true; len(s.names) > mostCookies {
			s.clear()
		}
		s.jar.SetCookies(u, []*http.Cookie{cookie})
	}
}

// Header returns the value of the Cookie header for a URL, empty when there are no cookies for it.
func (c *Jar) Header(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	c.mu.Lock()
	list := c.site(u.Hostname()).jar.Cookies(u)
	c.mu.Unlock()
	if len(list) == 0 {
		return ""
	}
	r := http.Request{Header: make(http.Header)}
	for _, cookie := range list {
		r.AddCookie(cookie)
	}
	return r.Header.Get("Cookie")
}

// Store keeps the cookies of an answer.
func (c *Jar) Store(address string, h http.Header) {
	if len(h["Set-Cookie"]) == 0 {
		return
	}
	u, err := url.Parse(address)
	if err != nil {
		return
	}
	r := http.Response{Header: h}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.site(u.Hostname()).set(u, r.Cookies())
}
