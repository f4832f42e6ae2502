package weburl

import (
	"fmt"
	"strings"

	"sluice/weburl/internal/correction"
	"sluice/weburl/internal/hostname"
	"sluice/weburl/internal/standard"
)

// Parse reads an absolute URL by DefaultRules. The error names the URL, and wraps one of this package.
func Parse(s string) (URL, error) { return DefaultRules.Parse(s) }

// Parse reads an absolute URL: it corrects mistakes of authors, parses it by the URL Standard and makes it canonical. A
// URL without a scheme is an error, unless it begins with "www." and a known domain; see [ParseSeed].
func (r Rules) Parse(s string) (URL, error) {
	var b Base
	b.init(r, URL{})
	u, err := b.Resolve([]byte(s))
	if err != nil {
		return URL{}, fmt.Errorf("URL %q: %w", excerpt(s), err)
	}
	return u, nil
}

// ParseSeed reads a URL as a user types it, with or without a scheme: "example.org/x", "localhost:8080". The default is
// http.
func (r Rules) ParseSeed(s string) (URL, error) {
	s = strings.TrimSpace(s)
	if strings.Contains(s, "://") || !likeTypedHost(s) {
		return r.Parse(s)
	}
	return r.Parse("http://" + s)
}

// ParseSeed reads a URL as a user types it, by DefaultRules.
func ParseSeed(s string) (URL, error) { return DefaultRules.ParseSeed(s) }

// FromCanonical returns the URL of which s is the [URL.String], as read from a store. It trusts s and looks only for scheme,
// host and path, which takes a fiftieth of the time of [Parse]; use that for text from elsewhere. A text without one of the
// three is an error.
func FromCanonical(s string) (URL, error) {
	rest, ok := strings.CutPrefix(s, "http")
	rest = strings.TrimPrefix(rest, "s")
	host, isAbsolute := strings.CutPrefix(rest, "://")
	if !ok || !isAbsolute || strings.IndexByte(host, '/') <= 0 || len(s) > MaxLength {
		return URL{}, fmt.Errorf("read stored URL %q: %w", excerpt(s), ErrMalformed)
	}
	return makeURL(s), nil
}

// likeTypedHost reports whether s begins with a host and not with a scheme: a host may be followed by a port.
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

// excerpt shortens s for an error message, and leaves out what may be a user and password.
func excerpt(s string) string {
	s = Redact(s)
	const most = 200
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// Redact returns s as a message may quote it: without what may be a user and password, also if s is malformed. Then a password may
// hold any character, so all between the scheme and the last at sign is left out.
func Redact(s string) string {
	at := strings.LastIndexByte(s, '@')
	if at < 0 {
		return s
	}
	n := schemeLength(s)
	name := strings.ToLower(s[:n])
	switch _, foreign := foreignSchemes[name]; {
	case name == "http" || name == "https" || n > 0 && strings.HasPrefix(s[n+1:], "//"):
		return s[:n] + "://[redacted]" + s[at:]
	case foreign || !strings.Contains(s[:at], ":"): // mailto: and the like; no password
		return s
	default:
		return "[redacted]" + s[at:]
	}
}

// maxAuthority bounds the length of an authority, in bytes: four times that of a host name, for escapes and Unicode.
const maxAuthority = 4 * hostname.MaxLength

// resolveOddHost resolves a corrected reference with a host that the fast path does not know: the full parser reads only
// the authority. It reports false for references without a host.
func (b *Base) resolveOddHost(ref string) (at cuts, err error, ok bool) {
	scheme, rest, ok := strings.Cut(ref, "://")
	if !ok || !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https") {
		if rest, ok = strings.CutPrefix(ref, "//"); !ok || b.url.IsZero() {
			return cuts{}, nil, false
		}
		scheme = b.url.Scheme()
	}
	rest = strings.TrimLeft(rest, "/")
	end := authorityEnd(rest)
	authority := escapeInvalid(rest[:end])
	if len(authority) > maxAuthority {
		return cuts{}, ErrHost, true
	}
	full, err := standard.Parse(scheme+"://"+escapeAtSigns(authority)+"/", nil)
	if err != nil {
		return cuts{}, refusal(err), true
	}
	buf, name, err := b.appendAuthority(full)
	if err != nil {
		return cuts{}, err, true
	}
	path := len(buf)
	at, err, _ = b.finish(append(buf, '/'), name, path, []byte(strings.TrimPrefix(rest[end:], "/")), b.rules)
	if err == nil && readsAsDoubled(URL{string(b.buf), at}) {
		err = ErrHost
	}
	return at, err, true
}

// authorityEnd returns the end of the authority that s begins with.
func authorityEnd(s string) int {
	if i := strings.IndexAny(s, "/?#"); i >= 0 {
		return i
	}
	return len(s)
}

// readsAsDoubled reports whether a URL, read again, would be corrected for a doubled scheme: http://http//h/.
func readsAsDoubled(u URL) bool {
	host := u.Host()
	return (host == "http" || host == "https") && strings.HasPrefix(u.Path(), "//")
}

// correctReference corrects a reference of a page: the mistakes that parsers do not forgive, and those that the full parser
// forgives but the fast path does not know.
func correctReference(ref string) string {
	ref = asWritten(correction.Correct(ref))
	path := strings.IndexAny(ref, "?#")
	if path < 0 {
		path = len(ref)
	}
	if n := schemeLength(ref); n == 0 || strings.EqualFold(ref[:n], "http") || strings.EqualFold(ref[:n], "https") {
		return strings.ReplaceAll(ref[:path], `\`, "/") + ref[path:]
	}
	return ref
}

// resolveFull resolves a reference by the full parser.
func (b *Base) resolveFull(ref string) (cuts, error) {
	if b.rules&ruleRepair != 0 {
		ref = correctReference(ref)
	}
	ref = escapeInvalid(ref)
	if n := schemeLength(ref); n > 0 {
		if scheme := strings.ToLower(ref[:n]); scheme != "http" && scheme != "https" {
			return cuts{}, schemeError([]byte(scheme))
		}
	}
	base, err := b.fullBase()
	if err != nil {
		return cuts{}, err
	}
	ref, err = escapeUser(asWritten(ref), b.url.Scheme())
	if err != nil {
		return cuts{}, err
	}
	full, err := standard.Parse(ref, base)
	if err != nil {
		return cuts{}, refusal(err)
	}
	if scheme := full.Scheme(); scheme != "http" && scheme != "https" {
		return cuts{}, schemeError([]byte(scheme)) // of a reference with a tab in its scheme
	}
	return b.canonical(full)
}

// addSlashes rewrites a corrected reference whose scheme lacks its slashes. By the Standard it is relative if its scheme
// is that of the base: http:x and http:/x are x and /x there, and http://x elsewhere.
func addSlashes(ref, baseScheme string) string {
	n := schemeLength(ref)
	if n == 0 || strings.HasPrefix(ref[n+1:], "//") {
		return ref
	}
	scheme, rest := strings.ToLower(ref[:n]), ref[n+1:]
	switch {
	case scheme != "http" && scheme != "https":
		return ref
	case scheme != baseScheme:
		return scheme + "://" + strings.TrimLeft(rest, "/")
	case rest == "" || strings.IndexByte("/?#", rest[0]) >= 0:
		return rest
	default:
		return "./" + rest
	}
}

// escapeUser escapes the at signs in the user of a reference that has an authority: one whose scheme is not
// that of the base, or is followed by slashes. An authority that is too long is an error, because the library
// needs quadratic time for it.
func escapeUser(ref, baseScheme string) (string, error) {
	scheme := schemeLength(ref)
	start := scheme
	if scheme > 0 {
		start++
	}
	rest := strings.TrimLeft(ref[start:], `/\`)
	slashes := len(ref) - start - len(rest)
	if slashes < 2 && (scheme == 0 || strings.EqualFold(ref[:scheme], baseScheme)) {
		return ref, nil
	}
	end := strings.IndexAny(rest, `/\?#`)
	if end < 0 {
		end = len(rest)
	}
	if end > maxAuthority && (scheme > 0 || baseScheme != "") { // without both it is malformed
		return "", ErrHost
	}
	if at := strings.LastIndexByte(rest[:end], '@'); at < 0 {
		return ref, nil
	}
	return ref[:start+slashes] + escapeAtSigns(rest[:end]) + rest[end:], nil
}

// escapeAtSigns escapes the at signs of an authority except the last, as the Standard does. The library needs quadratic
// time for them.
func escapeAtSigns(authority string) string {
	last := strings.LastIndexByte(authority, '@')
	if last < 0 {
		return authority
	}
	return strings.ReplaceAll(authority[:last], "@", "%40") + authority[last:]
}

// fullBase returns the base for the full parser; nil without a base.
func (b *Base) fullBase() (*standard.URL, error) {
	if b.full == nil && !b.url.IsZero() {
		full, err := standard.Parse(b.url.s, nil)
		if err != nil {
			return nil, ErrMalformed // unreachable: the parser has accepted every URL before
		}
		b.full = full
	}
	return b.full, nil
}

// appendAuthority begins a URL in the buffer of b with scheme, host and port from the full parser. It returns the end of
// the host name.
func (b *Base) appendAuthority(full *standard.URL) (buf []byte, name int, err error) {
	host := full.Hostname()
	if b.rules&ruleTrailingDot != 0 {
		host = strings.TrimSuffix(host, ".")
	}
	if !hostname.IsValid(host) {
		return nil, 0, ErrHost
	}
	buf = append(append(append(b.buf[:0], full.Scheme()...), "://"...), host...)
	name = len(buf)
	switch port := full.Port(); port {
	case "":
		return buf, name, nil
	case "0":
		return nil, 0, ErrPort
	default:
		return append(append(buf, ':'), port...), name, nil
	}
}

// canonical makes the canonical URL of a URL from the full parser.
func (b *Base) canonical(full *standard.URL) (cuts, error) {
	buf, name, err := b.appendAuthority(full)
	if err != nil {
		return cuts{}, err
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
	at, err := b.done(buf, name, path, query)
	if err != nil {
		return cuts{}, err
	}
	u := URL{string(b.buf), at}
	if b.rules&ruleRepair != 0 && readsAsDoubled(u) {
		return cuts{}, ErrHost
	}
	if extra := b.rules & urlRules &^ (quickRules | quickMay); extra != 0 {
		c := canonizer{rules: extra | ruleRootSlash}
		parts := split(u.s)
		c.apply(&parts)
		u = makeURL(parts.String())
		b.buf = append(b.buf[:0], u.s...)
	}
	return u.cuts, nil
}

// urlRules are the rules that apply to a URL. Its host is always ASCII and its path is never empty, so the others do not.
const urlRules = ^(ruleAsWritten | ruleAddScheme | ruleUnicodeHost)
