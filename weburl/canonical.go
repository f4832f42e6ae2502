package weburl

import (
	"fmt"
	"strings"
)

// Canonical returns the canonical form, as text, of a URL of any scheme, for keys and exports. With
// [NoRules] it is what the URL Standard calls its serialisation. For http and https and the default rules it
// is the same as that of [Parse].
func (r Rules) Canonical(s string) (string, error) { return r.CanonicalRef("", s) }

// CanonicalRef is Canonical for a reference that is relative to base; an empty base is none.
func (r Rules) CanonicalRef(base, ref string) (string, error) {
	if len(base) > MaxLength || len(ref) > MaxLength {
		return "", ErrTooLong
	}
	c := canonizer{rules: r.on()}
	p, err := c.read(base, ref)
	if err != nil {
		return "", fmt.Errorf("URL %q: %w", excerpt(ref), err)
	}
	c.apply(&p)
	return p.String(), nil
}

// canonizer applies rules to the parts of one URL.
type canonizer struct {
	rules ruleSet
}

func (c *canonizer) has(rule ruleSet) bool { return c.rules&rule != 0 }

// read returns the parts of a reference that base completes.
func (c *canonizer) read(base, ref string) (parts, error) {
	if c.has(ruleRepair) {
		ref = repair(ref)
	}
	if c.has(ruleAddScheme) && base == "" && likeTypedHost(asWritten(ref)) {
		ref = "http://" + asWritten(ref)
	}
	if c.has(ruleAsWritten) {
		p := split(asWritten(ref))
		if base != "" {
			p = resolve(split(asWritten(base)), p)
		}
		return p, nil
	}
	parser := fullParser
	if c.has(ruleLenientHost) {
		parser = lenientParser
	}
	ref, err := escapeUser(escapeInvalid(asWritten(ref)), split(base).scheme)
	if err != nil {
		return parts{}, err
	}
	full, err := parser.ParseRef(base, ref)
	if err != nil {
		return parts{}, refusal(err)
	}
	return split(serialise(full)), nil
}

// resolve completes a reference by the algorithm of RFC 3986, section 5.2.2.
func resolve(base, ref parts) parts {
	if ref.scheme != "" {
		ref.path = withoutDots(ref.path)
		return ref
	}
	target := base
	target.fragment, target.hasFragment = ref.fragment, ref.hasFragment
	switch {
	case ref.hasAuthority:
		target = ref
		target.scheme, target.special = base.scheme, base.special
	case ref.path == "":
		if ref.hasQuery {
			target.query, target.hasQuery = ref.query, true
		}
		return target
	case ref.path[0] == '/':
		target.path = ref.path
	case base.hasAuthority && base.path == "":
		target.path = "/" + ref.path
	default:
		target.path = base.path[:strings.LastIndexByte(base.path, '/')+1] + ref.path
	}
	target.path = withoutDots(target.path)
	target.query, target.hasQuery = ref.query, ref.hasQuery
	return target
}

// asWritten takes off what no URL can have: white space and controls at its ends, tabs and line breaks
// within.
func asWritten(s string) string {
	return breaks.Replace(strings.TrimFunc(s, func(r rune) bool { return r <= ' ' }))
}

var breaks = strings.NewReplacer("\t", "", "\n", "", "\r", "")

// parts are the components of a URL (RFC 3986, section 3), each with a flag where empty is not absent.
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

// defaultPorts are those of the special schemes.
var defaultPorts = map[string]string{"http": "80", "https": "443", "ftp": "21", "ws": "80", "wss": "443", "file": ""}

// split parts a URL by the expression of RFC 3986, appendix B.
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

func (p *parts) splitAuthority(s string) {
	if i := strings.LastIndexByte(s, '@'); i >= 0 {
		p.user, p.hasUser, s = s[:i], true, s[i+1:]
	}
	p.host = s
	if i := strings.LastIndexByte(s, ':'); i >= 0 && !strings.Contains(s[i:], "]") {
		p.host, p.port, p.hasPort = s[:i], s[i+1:], true
	}
}

// String puts the parts together again.
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
