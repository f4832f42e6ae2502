package weburl

import (
	"slices"
	"strings"

	"golang.org/x/net/idna"

	"sluice/weburl/internal/hostname"
	"sluice/weburl/internal/session"
	"sluice/weburl/internal/standard"
)

// apply applies the rules to the parts of a URL, one part after the other.
func (c *canonizer) apply(p *parts) {
	if c.has(ruleOneScheme) && p.scheme == "https" {
		if p.port == "443" {
			p.port, p.hasPort = "", false
		}
		p.scheme = "http"
	}
	if p.hasAuthority {
		c.applyAuthority(p)
	}
	c.applyPath(p)
	c.applyQuery(p)
	switch {
	case c.has(ruleFragment) && (p.special || p.hasAuthority || p.scheme == ""):
		p.fragment, p.hasFragment = "", false
	case p.hasFragment:
		p.fragment = c.escape(p.fragment, fragmentPart)
	}
}

// applyAuthority applies the rules for user, host and port.
func (c *canonizer) applyAuthority(p *parts) {
	if c.has(ruleAnyCredentials) || c.has(ruleCredentials) && (p.scheme == "http" || p.scheme == "https") {
		p.user, p.hasUser = "", false
	}
	if p.hasUser && c.has(ruleStrictEscapes) {
		p.user = c.escapeUser(p.user)
	}
	if p.special && c.has(ruleAsWritten) {
		p.host = hostASCII(p.host)
	}
	if c.has(ruleLenientHost) && p.host != "" && strings.Trim(p.host, ".") == "" {
		p.host = "0.0.0.0"
	}
	if host := strings.TrimRight(p.host, "."); c.has(ruleTrailingDot) && host != "" {
		p.host = host
	}
	if c.has(ruleNoWWW) {
		p.host = hostname.WithoutWWW(p.host)
	}
	if c.has(ruleUnicodeHost) {
		if host, err := idna.Punycode.ToUnicode(p.host); err == nil {
			p.host = host
		}
	}
	if c.has(ruleDefaultPort) && p.hasPort && (p.port == "" || p.port == defaultPorts[p.scheme]) {
		p.port, p.hasPort = "", false
	}
}

// hostASCII returns a host in lower-case ASCII, or as it is if it has no such form.
func hostASCII(host string) string {
	full, err := standard.Parse("http://"+host+"/", nil)
	if err != nil || full.Hostname() == "" || !isName(host) {
		return host
	}
	return full.Hostname()
}

// isName reports whether a host has no characters that would make it another part of a URL.
func isName(host string) bool { return !strings.ContainsAny(host, "@:/?#%") }

// applyPath applies the rules for the path.
func (c *canonizer) applyPath(p *parts) {
	if c.isOpaque(p) {
		if c.has(ruleAsWritten | rulePercent) {
			p.path = c.escape(p.path, opaquePart)
		}
		return
	}
	p.path = c.escape(p.path, pathPart)
	if c.has(ruleDots) {
		p.path = withoutDots(p.path)
	}
	if c.has(ruleSession) && strings.IndexByte(p.path, ';') >= 0 {
		path := []byte(p.path)
		p.path = string(path[:cleanPath(path)])
	}
	if c.has(ruleSessionSegments) {
		p.path = withoutSessionSegments(p.path)
	}
	if c.has(ruleSingleSlashes) && (p.special || p.scheme == "") {
		p.path = singleSlashes(p.path)
	}
	if c.has(ruleDefaultPage) {
		name := p.path[strings.LastIndexByte(p.path, '/')+1:]
		if defaultPages[strings.ToLower(name)] {
			p.path = p.path[:len(p.path)-len(name)]
		}
	}
	if c.has(ruleLowerCase) {
		p.path = strings.ToLower(p.path)
	}
	if c.has(ruleLastSlash) && len(p.path) > 1 {
		p.path = strings.TrimSuffix(p.path, "/")
	}
	if p.path == "" && p.special && (c.has(ruleRootSlash) || p.hasQuery) {
		p.path = "/"
	}
}

// isOpaque reports whether the path is data and not a path, as in mailto: and data:.
func (c *canonizer) isOpaque(p *parts) bool {
	return p.scheme != "" && !p.special && !p.hasAuthority && !strings.HasPrefix(p.path, "/")
}

// withoutDots returns a path that begins with a slash without its dot segments.
func withoutDots(path string) string {
	if !strings.HasPrefix(path, "/") || !strings.Contains(path, "/.") {
		return path
	}
	buf := []byte{'/'}
	segments := strings.Split(path[1:], "/")
	for i, segment := range segments {
		start := len(buf)
		var dots bool
		if buf, dots = endSegment(append(buf, segment...), 0, start); !dots && i < len(segments)-1 {
			buf = append(buf, '/')
		}
	}
	return string(buf)
}

// withoutSessionSegments returns a path without the segments that are session identifiers.
func withoutSessionSegments(path string) string {
	segments := strings.Split(path, "/")
	return strings.Join(slices.DeleteFunc(segments, session.IsSegment), "/")
}

// singleSlashes returns a path with one slash in place of several.
func singleSlashes(path string) string {
	for strings.Contains(path, "//") {
		path = strings.ReplaceAll(path, "//", "/")
	}
	return path
}

// applyQuery applies the rules for the query.
func (c *canonizer) applyQuery(p *parts) {
	if !p.hasQuery {
		return
	}
	q := c.escape(p.query, queryPart)
	if c.has(ruleSession | ruleTracking | ruleAnySID) {
		query := []byte(q)
		q = string(query[:cleanQuery(query, c.rules)])
	}
	if c.has(ruleEmptyParameters | ruleBlankValues) {
		q = c.parameters(q)
	}
	if c.has(ruleLowerCase) {
		q = strings.ToLower(q)
	}
	if c.has(ruleSortQuery) {
		q = sortedQuery(q)
	}
	p.query = q
	if q == "" && c.has(ruleEmptyQuery) {
		p.hasQuery = false
	}
}

// parameters returns a query with each parameter as the rules require.
func (c *canonizer) parameters(query string) string {
	var kept []string
	for parameter := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(parameter, "=")
		switch {
		case name == "" && (c.has(ruleEmptyParameters) || value == ""):
		case value == "" && c.has(ruleBlankValues):
			kept = append(kept, name+"=")
		case value == "":
			kept = append(kept, name)
		default:
			kept = append(kept, parameter)
		}
	}
	return strings.Join(kept, "&")
}
