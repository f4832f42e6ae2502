package weburl

import (
	"bytes"
	"fmt"
	"strings"

	wh "github.com/nlnwa/whatwg-url/url"
)

// Parse reads an absolute URL by DefaultRules. The error names the URL, and wraps one of this package.
func Parse(s string) (URL, error) { return DefaultRules.Parse(s) }

// Parse reads an absolute URL: it corrects what authors get wrong, parses it by the URL Standard and makes it
// canonical. What has no scheme is an error, unless it begins with "www." and a known domain; see [ParseSeed].
func (r Rules) Parse(s string) (URL, error) {
	var b Base
	b.init(r, URL{})
	u, err := b.Resolve([]byte(s))
	if err != nil {
		return URL{}, fmt.Errorf("URL %q: %w", excerpt(s), err)
	}
	return u, nil
}

// ParseSeed reads a URL as a user types it, who may leave out the scheme: "example.org/x", "localhost:8080".
// Without one it is http.
func (r Rules) ParseSeed(s string) (URL, error) {
	s = strings.TrimSpace(s)
	if strings.Contains(s, "://") || !likeTypedHost(s) {
		return r.Parse(s)
	}
	return r.Parse("http://" + s)
}

// ParseSeed reads a URL as a user types it, by DefaultRules.
func ParseSeed(s string) (URL, error) { return DefaultRules.ParseSeed(s) }

// likeTypedHost reports whether s begins with a host rather than with a scheme: a scheme is followed by
// something else than a port.
func likeTypedHost(s string) bool {
	n := schemeLength(s)
	if n == 0 {
		return s != "" && strings.IndexByte("/\\?#.", s[0]) < 0
	}
	port := s[n+1:]
	if i := strings.IndexAny(port, "/?#"); i >= 0 {
		port = port[:i]
	}
	return port != "" && strings.Trim(port, "0123456789") == ""
}

// excerpt shortens s for an error message.
func excerpt(s string) string {
	const most = 200
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// resolveFull resolves a reference with everything that the fast path leaves out.
func (b *Base) resolveFull(ref string) (URL, error) {
	if b.rules&ruleRepair != 0 {
		ref = repair(ref)
	}
	ref = escapeInvalid(ref)
	if n := schemeLength(ref); n > 0 {
		if scheme := strings.ToLower(ref[:n]); scheme != "http" && scheme != "https" {
			return URL{}, schemeError([]byte(scheme))
		}
	}
	base, err := b.fullBase()
	if err != nil {
		return URL{}, err
	}
	full, err := standard(ref, base)
	if err != nil {
		return URL{}, refusal(err)
	}
	if scheme := full.Scheme(); scheme != "http" && scheme != "https" {
		return URL{}, schemeError([]byte(scheme)) // of a reference with a tab in its scheme
	}
	return b.canonical(full)
}

// fullBase returns the base as the full parser has it: nil for none.
func (b *Base) fullBase() (*wh.Url, error) {
	if b.full == nil && !b.url.IsZero() {
		full, err := standard(b.url.s, nil)
		if err != nil {
			return nil, ErrMalformed // unreachable: a URL is made of what the parser took
		}
		b.full = full
	}
	return b.full, nil
}

// canonical makes the URL of what the full parser has read.
func (b *Base) canonical(full *wh.Url) (URL, error) {
	host := full.Hostname()
	if b.rules&ruleTrailingDot != 0 {
		host = strings.TrimSuffix(host, ".")
	}
	if !validHost(host) {
		return URL{}, ErrHost
	}
	buf := append(append(append(b.buf[:0], full.Scheme()...), "://"...), host...)
	name := len(buf)
	switch port := full.Port(); port {
	case "":
	case "0":
		return URL{}, ErrPort
	default:
		buf = append(append(buf, ':'), port...)
	}
	path := len(buf)
	buf, _ = appendPath(append(buf, '/'), path, []byte(strings.TrimPrefix(full.Pathname(), "/")), b.rules)
	query := len(buf)
	switch search := full.Search(); {
	case search != "":
		buf, _ = appendQuery(buf, []byte(search), b.rules)
	case strings.HasSuffix(full.Href(true), "?") && b.rules&ruleEmptyQuery == 0:
		buf = append(buf, '?')
	}
	b.buf = buf
	if (host == "http" || host == "https") && bytes.HasPrefix(buf[path:], []byte("//")) {
		return URL{}, ErrHost // would be corrected when read again
	}
	u, err, _ := b.done(buf, name, path, query)
	if extra := b.rules & urlRules &^ (quickRules | quickMay); extra != 0 && err == nil {
		c := canonizer{rules: extra | ruleRootSlash}
		parts := split(u.s)
		c.apply(&parts)
		u = makeURL(parts.String())
	}
	return u, err
}

// urlRules are those that a URL obeys, whose host is always ASCII and whose path is never empty.
const urlRules = ^(ruleAsWritten | ruleAddScheme | ruleUnicodeHost)

// validHost reports whether a host that the full parser has read can be looked up: an address, or a name
// within the limits of the Domain Name System.
func validHost(host string) bool {
	if strings.HasPrefix(host, "[") {
		return true
	}
	if host == "" || len(host) > maxHost {
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
