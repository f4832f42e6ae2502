package weburl

import "unicode/utf8"

// The classes of bytes in the path or the query of a reference. Bytes of class copied are the same in a canonical URL.
const (
	copied   = iota
	encoded  // must be percent-encoded
	percent  // may begin an escape
	slash    // ends a segment of a path
	question // begins the query
	hash     // begins the fragment
	entity   // an ampersand, which may begin a left-over character reference
	doubtful // the fast path leaves it to the full parser: mistakes of authors contain it
)

// pathClass and queryClass follow the percent-encode sets of the URL Standard, section 1.3.
var pathClass, queryClass = classes("\"<>^`{}"), classes("\"<>'")

// classes returns the class of each byte; those in encode must be percent-encoded.
func classes(encode string) (class [256]uint8) {
	for c := range class {
		if c <= ' ' || c >= 0x7f {
			class[c] = encoded
		}
	}
	for _, c := range []byte(encode) {
		class[c] = encoded
	}
	for _, c := range []byte("\t\n\r\x00\"<>\\") {
		class[c] = doubtful
	}
	class['%'], class['/'], class['?'], class['#'], class['&'] = percent, slash, question, hash, entity
	return class
}

const upperHex = "0123456789ABCDEF"

// appendEscape appends the escape of c.
func appendEscape(dst []byte, c byte) []byte {
	return append(dst, '%', upperHex[c>>4], upperHex[c&15])
}

// appendPercent appends the canonical form of the escape at the start of s, whose first byte is a percent sign, and
// returns the length of the escape in s. The escape of an unreserved character (RFC 3986, section 2.3) is decoded.
func appendPercent(dst, s []byte, rules ruleSet) ([]byte, int) {
	if len(s) < 3 || unhex[s[1]] < 0 || unhex[s[2]] < 0 {
		if rules&rulePercent != 0 {
			return append(dst, "%25"...), 1
		}
		return append(dst, '%'), 1
	}
	c := byte(unhex[s[1]]<<4 | unhex[s[2]])
	switch {
	case unreserved[c] && rules&ruleUnescape != 0:
		return append(dst, c), 3
	case rules&ruleUpperEscapes != 0:
		return appendEscape(dst, c), 3
	default:
		return append(dst, s[:3]...), 3
	}
}

// unhex holds the value of a hexadecimal digit, -1 for other bytes.
var unhex = func() (value [256]int8) {
	for c := range value {
		value[c] = -1
	}
	for i, c := range []byte("0123456789abcdef") {
		value[c] = int8(i)
	}
	for i, c := range []byte("ABCDEF") {
		value[c] = int8(10 + i)
	}
	return value
}()

// unreserved has the characters that need no escape anywhere (RFC 3986, section 2.3).
var unreserved = func() (is [256]bool) {
	for _, c := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~") {
		is[c] = true
	}
	return is
}()

// escapeInvalid escapes the bytes that are not UTF-8, which the full parser would replace.
func escapeInvalid(ref string) string {
	if utf8.ValidString(ref) {
		return ref
	}
	escaped := make([]byte, 0, len(ref)+16)
	for i := 0; i < len(ref); {
		c, n := utf8.DecodeRuneInString(ref[i:])
		if c == utf8.RuneError && n == 1 {
			escaped = appendEscape(escaped, ref[i])
		} else {
			escaped = append(escaped, ref[i:i+n]...)
		}
		i += n
	}
	return string(escaped)
}
