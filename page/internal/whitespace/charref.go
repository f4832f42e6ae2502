package whitespace

import (
	"bytes"
	"html"
	"unicode/utf8"

	"sluice/page/internal/ascii"
)

// The longest names of character references, with and without the semicolon (https://html.spec.whatwg.org/multipage/named-characters.html).
const (
	maxReferenceName = 31
	maxLegacyName    = 6
)

// References decodes character references. It remembers the named ones that it has met: asking package html for one takes
// an allocation. Their number is bounded by the standard's table.
type References map[string]string

// decode decodes the character reference that src begins with, by the rules for attribute values or for text. It returns
// the text and the length of the reference: 0 if the ampersand means itself.
func (r References) decode(src []byte, attribute bool) (text string, n int) {
	if len(src) < 3 {
		return "", 0
	}
	if src[1] == '#' {
		return decodeNumeric(src)
	}
	end := 1
	for end < len(src) && end <= maxReferenceName && isAlphanumeric(src[end]) {
		end++
	}
	if end < len(src) && src[end] == ';' {
		end++
	} else if attribute && (end-1 > maxLegacyName || end < len(src) && src[end] == '=') {
		return "", 0
	}
	if end < 3 {
		return "", 0
	}
	return r.named(src[:end], attribute)
}

// isAlphanumeric reports whether c may be in the name of a reference.
func isAlphanumeric(c byte) bool { return ascii.IsLetter(c) || '0' <= c && c <= '9' }

// named decodes a name with its ampersand.
func (r References) named(name []byte, attribute bool) (string, int) {
	if text, ok := r[string(name)]; ok {
		return text, len(name)
	}
	s := string(name)
	text := html.UnescapeString(s)
	if text == s {
		return "", 0
	}
	first, size := utf8.DecodeRuneInString(text)
	semicolon := s[len(s)-1] == ';'
	if whole := size == len(text) || semicolon && text[len(text)-1] != ';'; whole {
		r[s] = text
		return text, len(name)
	}
	if attribute { // in attributes, a longer name without semicolon means itself
		return "", 0
	}
	return string(first), len(s) - (len(text) - size)
}

// decodeNumeric decodes &#65; and &#x41; by the numeric character reference end state of the HTML standard.
func decodeNumeric(src []byte) (string, int) {
	i, base := 2, rune(10)
	if src[i]|0x20 == 'x' {
		i, base = 3, 16
	}
	start, x := i, rune(0)
	for ; i < len(src); i++ {
		d := digit(src[i])
		if d >= base {
			break
		}
		x = min(x*base+d, utf8.MaxRune+1)
	}
	if i == start {
		return "", 0
	}
	if i < len(src) && src[i] == ';' {
		i++
	}
	switch {
	case 0x80 <= x && x < 0xA0:
		x = windows1252[x-0x80]
	case x == 0 || !utf8.ValidRune(x):
		x = utf8.RuneError
	}
	return string(x), i
}

// digit returns the value of a hexadecimal digit, 255 for other bytes.
func digit(c byte) rune {
	switch {
	case '0' <= c && c <= '9':
		return rune(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return rune(c|0x20-'a') + 10
	}
	return 255
}

// windows1252 is what numeric references to C1 controls mean.
var windows1252 = []rune("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ")

// AppendDecoded appends an attribute value with its character references decoded.
func (r References) AppendDecoded(dst, value []byte) []byte {
	for {
		i := bytes.IndexByte(value, '&')
		if i < 0 {
			return append(dst, value...)
		}
		dst = append(dst, value[:i]...)
		value = value[i:]
		text, n := r.decode(value, true)
		if n == 0 {
			text, n = "&", 1
		}
		dst = append(dst, text...)
		value = value[n:]
	}
}
