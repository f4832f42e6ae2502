package weburl

import (
	"strings"

	"sluice/weburl/internal/hostname"
)

// resolveQuick resolves nearly all references that occur in pages, without the full parser. It reports false for unusual
// hosts, and, if rules has careful, for every reference that may need correction.
func (b *Base) resolveQuick(ref []byte, rules ruleSet) (at cuts, err error, ok bool) {
	ref = trimBlank(ref)
	base := b.url
	switch {
	case len(ref) == 0 || ref[0] == '#':
		if base.IsZero() {
			return cuts{}, ErrMalformed, true
		}
		b.buf = append(b.buf[:0], base.s...)
		return base.cuts, nil, true
	case rules&careful != 0 && (oddEnds[ref[0]]&oddFirst != 0 || oddEnds[ref[len(ref)-1]]&oddLast != 0):
		return cuts{}, nil, false
	}
	if n := httpLength(ref); n > 0 {
		return b.quickHTTP(ref, n, rules)
	}
	if rules&careful != 0 && likeScheme(ref) {
		return cuts{}, nil, false
	}
	if scheme := schemeLength(ref); scheme > 0 {
		return b.quickAbsolute(ref, scheme, rules)
	}
	if base.IsZero() {
		return cuts{}, ErrMalformed, rules&careful == 0
	}
	name, path := int(base.name), int(base.path)
	switch {
	case ref[0] == '?':
		return b.finish(append(b.buf[:0], base.s[:base.query]...), name, path, ref, rules)
	case ref[0] != '/':
		return b.finish(append(b.buf[:0], base.s[:b.directory]...), name, path, ref, rules)
	case len(ref) > 1 && ref[1] == '/':
		return b.quickHost(append(b.buf[:0], base.s[:base.hostStart()]...), ref[2:], rules)
	default:
		return b.finish(append(b.buf[:0], base.s[:path+1]...), name, path, ref[1:], rules)
	}
}

// trimBlank returns ref without control characters and spaces at its ends.
func trimBlank(ref []byte) []byte {
	for len(ref) > 0 && ref[0] <= ' ' {
		ref = ref[1:]
	}
	for len(ref) > 0 && ref[len(ref)-1] <= ' ' {
		ref = ref[:len(ref)-1]
	}
	return ref
}

// oddEnds has oddFirst or oddLast for the bytes that may be, at the beginning or end of a reference, a quotation mark or
// another character to remove.
var oddEnds = func() (odd [256]uint8) {
	for c := 0x7f; c < len(odd); c++ {
		odd[c] = oddFirst | oddLast
	}
	for _, c := range []byte("'%\"") {
		odd[c] |= oddFirst
	}
	for _, c := range []byte("'\">;") {
		odd[c] |= oddLast
	}
	return odd
}()

const (
	oddFirst = 1 << iota
	oddLast
)

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

// likeScheme reports whether a reference begins like an absolute one with a mistake: "http//", "http:/", "www.".
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
		return len(rest) < 3 || string(rest[:3]) != "://"
	case 'w':
		return hostname.BeginsWithWWW(ref)
	}
	return false
}

// httpLength returns the length of "http://" or "https://" if ref begins with it and is longer, or 0.
func httpLength(ref []byte) int {
	switch {
	case len(ref) > len("http://") && string(ref[:len("http://")]) == "http://":
		return len("http://")
	case len(ref) > len("https://") && string(ref[:len("https://")]) == "https://":
		return len("https://")
	}
	return 0
}

// quickHTTP resolves a reference that begins with http:// or https://, whose length is scheme.
func (b *Base) quickHTTP(ref []byte, scheme int, rules ruleSet) (cuts, error, bool) {
	if n := b.origin; n > 0 && len(ref) > n && ref[n] == '/' && string(ref[:n]) == b.url.s[:n] {
		return b.finish(append(b.buf[:0], ref[:n+1]...), int(b.url.name), n, ref[n+1:], rules)
	}
	return b.quickHost(append(b.buf[:0], ref[:scheme]...), ref[scheme:], rules)
}

// quickAbsolute resolves a reference that begins with another scheme, of this length.
func (b *Base) quickAbsolute(ref []byte, scheme int, rules ruleSet) (cuts, error, bool) {
	buf := append(b.buf[:0], ref[:scheme]...)
	lowerCase(buf)
	b.buf = buf
	if s := string(buf); s != "http" && s != "https" {
		_, known := foreignSchemes[s]
		if !known && rules&careful != 0 {
			return cuts{}, nil, false // perhaps http, misspelt
		}
		return cuts{}, schemeError(buf), true
	}
	rest := ref[scheme:]
	if len(rest) < 4 || rest[1] != '/' || rest[2] != '/' {
		return cuts{}, nil, false
	}
	return b.quickHost(append(buf, "://"...), rest[3:], rules)
}

// lowerCase changes s to lower case in place.
func lowerCase(s []byte) {
	for i, c := range s {
		if 'A' <= c && c <= 'Z' {
			s[i] = c | 0x20
		}
	}
}

// quickHost resolves the remainder of a reference, which begins with a host, after its scheme in buf.
func (b *Base) quickHost(buf, rest []byte, rules ruleSet) (cuts, error, bool) {
	start := len(buf)
	n := hostname.Plain(rest)
	if n == 0 {
		return cuts{}, nil, false
	}
	buf = append(buf, rest[:n]...)
	lowerCase(buf[start:])
	if host := string(buf[start:]); host == "http" || host == "https" {
		return cuts{}, nil, false
	}
	name := len(buf)
	rest = rest[n:]
	if len(rest) > 0 && rest[0] == ':' {
		if buf, n = appendPort(buf, rest, start); n == 0 {
			return cuts{}, nil, false
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
		return cuts{}, nil, false
	}
	return b.finish(buf, name, path, rest, rules)
}

// appendPort appends the port at the beginning of s, with its colon, unless it is the default of the scheme, which is
// dst[:start]. It returns the length of the port in s, 0 if it is unusual.
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

// finish appends path, query and fragment of a reference to buf, in which the host name ends at name and the path begins
// at path.
func (b *Base) finish(buf []byte, name, path int, rest []byte, rules ruleSet) (cuts, error, bool) {
	buf, n := appendPath(buf, path, rest, rules)
	b.buf = buf
	if n < 0 {
		return cuts{}, nil, false
	}
	query := len(buf)
	if n < len(rest) && rest[n] == '?' {
		buf, n = appendQuery(buf, rest[n:], rules)
		b.buf = buf
		if n < 0 {
			return cuts{}, nil, false
		}
	}
	at, err := b.done(buf, name, path, query)
	return at, err, true
}

// done removes forbidden parameters from path and query in buf, and returns the cuts of the URL.
func (b *Base) done(buf []byte, name, path, query int) (cuts, error) {
	buf, query = clean(buf, path, query, b.rules)
	b.buf = buf
	if len(buf) > MaxLength {
		return cuts{}, ErrTooLong
	}
	return cuts{uint16(name), uint16(path), uint16(query)}, nil
}
