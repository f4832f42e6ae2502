// Package pattern matches URLs against the patterns that a user writes, to allow or to ignore them.
package pattern

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"sluice/weburl"
)

// Pattern matches URLs in one of four ways:
//
//	.gif                     an ending
//	example.org              a host; *.example.org: it and every host below it
//	http://example.org/a/    a prefix of the URL, with http or https
//	/[?&]print=/             a regular expression (RE2) on the whole URL
type Pattern struct {
	text   string
	ending string
	host   string // without "*."
	below  bool   // and every host below
	prefix string // without scheme
	expr   *regexp.Regexp
}

// List is a list of alternatives. The nil value matches nothing.
type List []Pattern

// maxPattern is the greatest length of a pattern, in bytes.
const maxPattern = 4096

// Parse reads a pattern as a user writes it. The expressions run in linear time.
func Parse(s string) (Pattern, error) {
	p := Pattern{text: strings.TrimSpace(s)}
	var err error
	switch s = p.text; {
	case s == "":
		err = errors.New("it is empty")
	case len(s) > maxPattern:
		err = fmt.Errorf("it is longer than %d bytes", maxPattern)
	case len(s) > 2 && s[0] == '/' && s[len(s)-1] == '/':
		p.expr, err = regexp.Compile(s[1 : len(s)-1])
	case strings.Contains(s, "://"):
		p.prefix, err = parsePrefix(s)
	case s[0] == '.':
		p.ending, err = parseEnding(s)
	default:
		p.host, p.below = strings.CutPrefix(s, "*.")
		p.host, err = parseHost(p.host)
	}
	if err != nil {
		return Pattern{}, fmt.Errorf("pattern %q: %w (use an ending .gif, a host example.org or *.example.org, "+
			"a prefix http://…, or a regular expression /…/)", excerpt(p.text), err)
	}
	return p, nil
}

// parsePrefix returns the canonical form, without its scheme, of the beginning of URLs. A host alone ends in a
// slash, so that it does not match longer hosts that begin with it.
func parsePrefix(s string) (string, error) {
	u, err := weburl.DefaultRules.Without("repair", "session", "tracking", "empty-query").Parse(s)
	if err != nil {
		return "", err
	}
	return withoutScheme(u), nil
}

// parseEnding returns an ending in lower case.
func parseEnding(s string) (string, error) {
	s = strings.ToLower(s)
	if strings.Trim(s, ".abcdefghijklmnopqrstuvwxyz0123456789") != "" || strings.Contains(s, "..") || s[len(s)-1] == '.' {
		return "", errors.New("not an ending")
	}
	return s, nil
}

// parseHost returns a host in canonical form.
func parseHost(s string) (string, error) {
	if strings.ContainsAny(s, "/?#@*") {
		return "", errors.New("not a host")
	}
	u, err := weburl.Parse("http://" + s)
	if err != nil {
		return "", err
	}
	return u.Host(), nil
}

// String returns the pattern as it was written.
func (p Pattern) String() string { return p.text }

// Match reports whether the pattern matches u.
func (p Pattern) Match(u weburl.URL) bool {
	switch {
	case u.IsZero():
		return false
	case p.expr != nil:
		return p.expr.MatchString(u.String())
	case p.prefix != "":
		return strings.HasPrefix(withoutScheme(u), p.prefix)
	case p.ending != "":
		return hasEnding(u.Path(), p.ending)
	default:
		return p.matchHost(u)
	}
}

// hasEnding reports whether path ends in ending, which is in lower case.
func hasEnding(path, ending string) bool {
	return len(path) > len(ending) && strings.EqualFold(path[len(path)-len(ending):], ending)
}

// matchHost reports whether p names the host of u. A pattern without a port matches every port.
func (p Pattern) matchHost(u weburl.URL) bool {
	if p.host == "" {
		return false
	}
	host := u.Host()
	if !hasPort(p.host) {
		host = withoutPort(host)
	}
	return host == p.host || p.below && strings.HasSuffix(host, "."+p.host)
}

// hasPort reports whether a host ends with a port. The colons of an IPv6 address are in brackets.
func hasPort(host string) bool { return host != withoutPort(host) }

// withoutPort returns a host without its port.
func withoutPort(host string) string {
	if i := strings.LastIndexByte(host, ':'); i >= 0 && host[len(host)-1] != ']' {
		return host[:i]
	}
	return host
}

// withoutScheme returns a URL from its host on.
func withoutScheme(u weburl.URL) string { return u.String()[len(u.Scheme())+len("://"):] }

// ParseList reads one pattern after another. The error is that of the first that is wrong.
func ParseList(list ...string) (List, error) {
	patterns := make(List, 0, len(list))
	for _, s := range list {
		p, err := Parse(s)
		if err != nil {
			return nil, err
		}
		patterns = append(patterns, p)
	}
	return patterns, nil
}

// Match returns the text of the first pattern that u matches, and whether there is one.
func (l List) Match(u weburl.URL) (string, bool) {
	for i := range l {
		if l[i].Match(u) {
			return l[i].text, true
		}
	}
	return "", false
}

// HostMatch reports whether a pattern for hosts matches the host of u. Endings, prefixes and expressions are not for hosts.
func (l List) HostMatch(u weburl.URL) bool {
	for i := range l {
		if l[i].matchHost(u) {
			return true
		}
	}
	return false
}

// excerpt shortens s for an error message.
func excerpt(s string) string {
	const most = 200
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
