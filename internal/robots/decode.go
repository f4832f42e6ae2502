package robots

import (
	"bytes"
	"strings"
	"unicode/utf16"

	"sluice/internal/lazyregexp"
)

// decode returns the text of a body: "" for what is no robots.txt at all.
func (p Profile) decode(body []byte) string {
	if p.strict {
		return string(withoutBOM(body))
	}
	if order, ok := utf16Order(body); ok {
		body = fromUTF16(body[2:], order)
	}
	body = withoutBOM(body)
	if bytes.IndexByte(body[:min(len(body), 512)], 0) >= 0 {
		return ""
	}
	text := string(body)
	if strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "<") {
		if !p.markup {
			return ""
		}
		text = tags.ReplaceAllString(text, "")
	}
	return text
}

var tags = lazyregexp.New(`<[^<>]*>`)

// withoutBOM takes off the byte order mark, also one of which some bytes were lost.
func withoutBOM(body []byte) []byte {
	for _, c := range []byte("\xEF\xBB\xBF") {
		if len(body) == 0 || body[0] != c {
			break
		}
		body = body[1:]
	}
	return body
}

// utf16Order returns the place of the low byte in each pair, when a body begins with
// the byte order mark of UTF-16.
func utf16Order(body []byte) (low int, ok bool) {
	switch {
	case bytes.HasPrefix(body, []byte("\xFF\xFE")):
		return 0, true
	case bytes.HasPrefix(body, []byte("\xFE\xFF")):
		return 1, true
	}
	return 0, false
}

// fromUTF16 decodes a body whose low byte of each pair is at index low.
func fromUTF16(body []byte, low int) []byte {
	units := make([]uint16, len(body)/2)
	for i := range units {
		units[i] = uint16(body[2*i+low]) | uint16(body[2*i+1-low])<<8
	}
	return []byte(string(utf16.Decode(units)))
}
