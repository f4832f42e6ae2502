package weburl

import (
	"bytes"
	"strings"

	wh "github.com/nlnwa/whatwg-url/url"
)

// Base resolves the references of one page. Make it once for a page, or [Base.Reset] it from page to page.
// It is not for concurrent use.
type Base struct {
	url       URL
	directory string // of url: up to and with the last slash of the path
	rules     ruleSet
	quick     bool    // the rules allow the fast path
	full      *wh.Url // url as the full parser has it, made when first needed
	buf       []byte
}

// quickRules must be on, and no others beside quickMay, for the fast path.
const (
	quickRules = ruleRepair | ruleTrailingDot | ruleUnescape | ruleUpperEscapes | rulePercent | ruleEmptyQuery |
		ruleDefaultPort | ruleDots | ruleRootSlash
	quickMay = ruleCredentials | ruleFragment | ruleSession | ruleTracking
)

// NewBase returns a Base for the references of the page at u, or of one whose base element names u. With the
// zero URL, only absolute references resolve.
func (r Rules) NewBase(u URL) *Base {
	b := &Base{}
	b.init(r, u)
	return b
}

func (b *Base) init(r Rules, u URL) {
	b.rules = r.on()
	b.quick = b.rules&^quickMay == quickRules
	b.Reset(u)
}

// Reset makes u the URL that references are relative to.
func (b *Base) Reset(u URL) {
	b.url, b.full = u, nil
	b.directory = u.s[:max(int(u.path), strings.LastIndexByte(u.s[:u.query], '/')+1)]
}

// URL returns the URL that references are relative to.
func (b *Base) URL() URL { return b.url }

// Resolve returns the URL that a reference names, as it stands in an attribute with its character references
// decoded, in UTF-8. Bytes that are no UTF-8 are escaped as they are. The errors are those of this package,
// without the reference; [Reason] sorts them. It allocates one string, and none for what names the base.
func (b *Base) Resolve(ref []byte) (URL, error) {
	if len(ref) > MaxLength {
		return URL{}, ErrTooLong
	}
	if !b.quick {
		return b.resolveFull(string(ref))
	}
	if u, err, ok := b.resolveQuick(ref, b.rules|careful); ok {
		return u, err
	}
	mended := addSlashes(mend(string(ref)), b.url.Scheme())
	if u, err, ok := b.resolveQuick([]byte(mended), b.rules); ok {
		return u, err
	}
	if u, err, ok := b.resolveOddHost(mended); ok {
		return u, err
	}
	return b.resolveFull(string(ref))
}

// resolveQuick resolves what nearly all references are, without the full parser. It reports false for hosts
// that are not plain names and, when careful is among the rules, for whatever may need correction.
func (b *Base) resolveQuick(ref []byte, rules ruleSet) (u URL, err error, ok bool) {
	ref = trimBlank(ref)
	if rules&careful != 0 && len(ref) > 0 && (doubtfulEnd(ref) || likeScheme(ref)) {
		return URL{}, nil, false
	}
	if scheme := schemeLength(ref); scheme > 0 {
		return b.quickAbsolute(ref, scheme, rules)
	}
	base := b.url
	if base.IsZero() {
		return URL{}, ErrMalformed, rules&careful == 0
	}
	name, path := int(base.name), int(base.path)
	switch {
	case len(ref) == 0 || ref[0] == '#':
		return base, nil, true
	case ref[0] == '?':
		return b.finish(append(b.buf[:0], base.s[:base.query]...), name, path, ref, rules)
	case ref[0] != '/':
		return b.finish(append(b.buf[:0], b.directory...), name, path, ref, rules)
	case len(ref) > 1 && ref[1] == '/':
		return b.quickHost(append(b.buf[:0], base.s[:base.hostStart()]...), ref[2:], rules)
	default:
		return b.finish(append(b.buf[:0], base.s[:path+1]...), name, path, ref[1:], rules)
	}
}

// trimBlank takes control characters and spaces off both ends.
func trimBlank(ref []byte) []byte {
	for len(ref) > 0 && ref[0] <= ' ' {
		ref = ref[1:]
	}
	for len(ref) > 0 && ref[len(ref)-1] <= ' ' {
		ref = ref[:len(ref)-1]
	}
	return ref
}

// doubtfulEnd reports whether a reference that is not empty begins or ends with what may be a quotation mark
// or another character to strip.
func doubtfulEnd(ref []byte) bool {
	first, last := ref[0], ref[len(ref)-1]
	return first >= 0x7f || last >= 0x7f || first == '\'' || first == '%' || first == '"' || last == '"' || last == '>' ||
		last == ';' || last == '\''
}

// schemeLength returns the length of the scheme that ref begins with, 0 for a relative reference.
func schemeLength[T []byte | string](ref T) int {
	for i := range len(ref) {
		c := ref[i]
		switch {
		case 'a' <= c|0x20 && c|0x20 <= 'z':
		case i > 0 && ('0' <= c && c <= '9' || c == '+' || c == '-' || c == '.'):
		case i > 0 && c == ':':
			return i
		default:
			return 0
		}
	}
	return 0
}

// likeScheme reports whether a reference begins like an absolute one whose author made a mistake: "http//",
// "http:/", "www.".
func likeScheme(ref []byte) bool {
	switch ref[0] | 0x20 {
	case 'h':
		if len(ref) < 5 || !strings.EqualFold(string(ref[:4]), "http") {
			return false
		}
		rest := ref[4:]
		if rest[0]|0x20 == 's' {
			rest = rest[1:]
		}
		return !bytes.HasPrefix(rest, []byte("://"))
	case 'w':
		return likeWWW(ref)
	}
	return false
}

// quickAbsolute takes over when ref begins with a scheme of so many bytes.
func (b *Base) quickAbsolute(ref []byte, scheme int, rules ruleSet) (URL, error, bool) {
	buf := append(b.buf[:0], ref[:scheme]...)
	for i := range buf {
		if 'A' <= buf[i] && buf[i] <= 'Z' {
			buf[i] |= 0x20
		}
	}
	b.buf = buf
	if s := string(buf); s != "http" && s != "https" {
		_, known := foreignSchemes[s]
		if !known && rules&careful != 0 {
			return URL{}, nil, false // perhaps http, misspelt
		}
		return URL{}, schemeError(buf), true
	}
	rest := ref[scheme:]
	if len(rest) < 4 || rest[1] != '/' || rest[2] != '/' {
		return URL{}, nil, false
	}
	return b.quickHost(append(buf, "://"...), rest[3:], rules)
}

// quickHost takes over when buf holds a scheme and rest begins with a host.
func (b *Base) quickHost(buf, rest []byte, rules ruleSet) (URL, error, bool) {
	start := len(buf)
	buf, n := appendHost(buf, rest)
	if n == 0 {
		return URL{}, nil, false
	}
	name := len(buf)
	rest = rest[n:]
	if len(rest) > 0 && rest[0] == ':' {
		if buf, n = appendPort(buf, rest, start); n == 0 {
			return URL{}, nil, false
		}
		rest = rest[n:]
	}
	path := len(buf)
	buf = append(buf, '/')
	switch {
	case len(rest) == 0 || rest[0] == '?' || rest[0] == '#':
	case rest[0] == '/':
		rest = rest[1:]
	default:
		return URL{}, nil, false
	}
	return b.finish(buf, name, path, rest, rules)
}

// appendHost appends a plain host name in lower case and returns its length in s, 0 when it is none: when it
// is internationalised, an IP address, empty in a label, too long, or followed by what is suspicious.
func appendHost(dst, s []byte) ([]byte, int) {
	start, label, n := len(dst), len(dst), 0
	for ; n < len(s); n++ {
		c := hostByte[s[n]]
		if c == 0 {
			break
		}
		if c == '.' {
			if len(dst) == label || len(dst)-label > maxLabel {
				return dst, 0
			}
			label = len(dst) + 1
		} else if c == '-' && len(dst) > label && dst[len(dst)-1] == '-' {
			return dst, 0
		}
		dst = append(dst, c)
	}
	last := dst[label:]
	if len(last) == 0 || len(last) > maxLabel || len(dst)-start > maxHost || '0' <= last[0] && last[0] <= '9' {
		return dst, 0
	}
	if host := string(dst[start:]); host == "http" || host == "https" {
		return dst, 0
	}
	return dst, n
}

// maxHost and maxLabel are the limits of the Domain Name System (RFC 1035, section 2.3.4), in bytes.
const (
	maxHost  = 253
	maxLabel = 63
)

// hostByte holds for the bytes of a plain host name what they are in lower case, 0 for others.
var hostByte = func() (lower [256]byte) {
	for _, c := range []byte("abcdefghijklmnopqrstuvwxyz0123456789-_.") {
		lower[c] = c
	}
	for c := 'A'; c <= 'Z'; c++ {
		lower[c] = byte(c | 0x20)
	}
	return lower
}()

// appendPort appends the port at the start of s, which begins with a colon, unless it is the default of the
// scheme that stands before start in dst. It returns the length of the port in s, 0 when it is not plain.
func appendPort(dst, s []byte, start int) ([]byte, int) {
	port, n := 0, 1
	for n < len(s) && n < 7 && '0' <= s[n] && s[n] <= '9' {
		port = port*10 + int(s[n]-'0')
		n++
	}
	if n == 1 || s[1] == '0' || port > 65535 {
		return dst, 0
	}
	https := start == len("https://")
	if port == 80 && !https || port == 443 && https {
		return dst, n
	}
	return append(dst, s[:n]...), n
}

// finish appends the rest of a reference, path, query and fragment, to buf, in which the host name ends at
// name and the path begins at path.
func (b *Base) finish(buf []byte, name, path int, rest []byte, rules ruleSet) (URL, error, bool) {
	buf, n := appendPath(buf, path, rest, rules)
	b.buf = buf
	if n < 0 {
		return URL{}, nil, false
	}
	query := len(buf)
	if n < len(rest) && rest[n] == '?' {
		buf, n = appendQuery(buf, rest[n:], rules)
		b.buf = buf
		if n < 0 {
			return URL{}, nil, false
		}
	}
	return b.done(buf, name, path, query)
}

// done cleans path and query in buf and makes the URL.
func (b *Base) done(buf []byte, name, path, query int) (URL, error, bool) {
	buf, query = clean(buf, path, query, b.rules)
	b.buf = buf
	if len(buf) > MaxLength {
		return URL{}, ErrTooLong, true
	}
	if string(buf) == b.url.s {
		return b.url, nil, true
	}
	return URL{s: string(buf), name: uint16(name), path: uint16(path), query: uint16(query)}, nil, true
}
