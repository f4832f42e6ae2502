package weburl

import (
	"fmt"
	"strings"

	"sluice/weburl/internal/correction"
	"sluice/weburl/internal/standard"
)

// Canonical returns the canonical form, as text, of a URL of any scheme, for keys and exports. With [NoRules] it is the
// serialisation of the URL Standard. For http and https and the default rules it is that of [Parse].
func (r Rules) Canonical(s string) (string, error) { return r.CanonicalRef("", s) }

// CanonicalRef is Canonical for a reference that is relative to base, which may be empty.
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

// has reports whether one of some rules is on.
func (c *canonizer) has(rule ruleSet) bool { return c.rules&rule != 0 }

// read returns the parts of a reference, completed by base.
func (c *canonizer) read(base, ref string) (parts, error) {
	if c.has(ruleRepair) {
		ref = correction.Correct(ref)
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
	parse := standard.ParseReference
	if c.has(ruleLenientHost) {
		parse = standard.ParseReferenceLeniently
	}
	ref, err := escapeUser(escapeInvalid(asWritten(ref)), split(base).scheme)
	if err != nil {
		return parts{}, err
	}
	full, err := parse(base, ref)
	if err != nil {
		return parts{}, refusal(err)
	}
	return split(standard.Serialise(full)), nil
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

// asWritten returns s without what no URL has: white space and controls at its ends, tabs and line breaks inside.
func asWritten(s string) string {
	return breaks.Replace(strings.TrimFunc(s, func(r rune) bool { return r <= ' ' }))
}

// breaks removes tabs and line breaks, as the URL Standard does.
var breaks = strings.NewReplacer("\t", "", "\n", "", "\r", "")
