package weburl

import "strings"

// parts are the components of a URL (RFC 3986, section 3), each with a flag if empty and absent differ.
type parts struct {
	scheme       string // in lower case
	special      bool   // a scheme of the Web, which the URL Standard calls special
	hasAuthority bool
	user         string // with the password
	hasUser      bool
	host         string
	port         string
	hasPort      bool
	path         string
	query        string
	hasQuery     bool
	fragment     string
	hasFragment  bool
}

// defaultPorts are the default ports of the special schemes.
var defaultPorts = map[string]string{"http": "80", "https": "443", "ftp": "21", "ws": "80", "wss": "443", "file": ""}

// split divides a URL by the expression of RFC 3986, appendix B.
func split(s string) (p parts) {
	s, p.fragment, p.hasFragment = strings.Cut(s, "#")
	s, p.query, p.hasQuery = strings.Cut(s, "?")
	if n := schemeLength(s); n > 0 {
		p.scheme, s = strings.ToLower(s[:n]), s[n+1:]
	}
	_, p.special = defaultPorts[p.scheme]
	if p.special {
		s = strings.ReplaceAll(s, `\`, "/")
	}
	if rest, ok := strings.CutPrefix(s, "//"); ok {
		end := len(rest)
		if i := strings.IndexByte(rest, '/'); i >= 0 {
			end = i
		}
		p.hasAuthority, p.path = true, rest[end:]
		p.splitAuthority(rest[:end])
		return p
	}
	p.path = s
	return p
}

// splitAuthority divides an authority into user, host and port. The colons of an IPv6 address are in brackets.
func (p *parts) splitAuthority(s string) {
	if i := strings.LastIndexByte(s, '@'); i >= 0 {
		p.user, p.hasUser, s = s[:i], true, s[i+1:]
	}
	p.host = s
	if i := strings.LastIndexByte(s, ':'); i >= 0 && !strings.Contains(s[i:], "]") {
		p.host, p.port, p.hasPort = s[:i], s[i+1:], true
	}
}

// String returns the URL of the parts.
func (p *parts) String() string {
	var b strings.Builder
	if p.scheme != "" {
		b.WriteString(p.scheme + ":")
	}
	if p.hasAuthority {
		b.WriteString("//")
		if p.hasUser {
			b.WriteString(p.user + "@")
		}
		b.WriteString(p.host)
		if p.hasPort {
			b.WriteString(":" + p.port)
		}
	}
	b.WriteString(p.path)
	if p.hasQuery {
		b.WriteString("?" + p.query)
	}
	if p.hasFragment {
		b.WriteString("#" + p.fragment)
	}
	return b.String()
}
