package page

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

// Decode turns a body into UTF-8. Invalid sequences become U+FFFD.
//
// The encoding is told by, in this order:
//
//   - "bom": a byte order mark, of UTF-8, UTF-16 or UTF-32;
//   - "http": the charset of the Content-Type header;
//   - "meta": a declaration in the first 64 KiB, by a meta element or the XML declaration;
//   - "content": the body is valid UTF-8 with characters beyond ASCII, or looks like another encoding;
//   - "default": UTF-8 for ASCII, windows-1252 for what looks like nothing.
//
// Names that mean nothing, or nothing that can be decoded, are passed over. A body that is valid UTF-8 already is
// returned as it is, less a byte order mark. Charset is the encoding's name of the WHATWG Encoding Standard in lower
// case, or its IANA name where that standard has none.
func Decode(body []byte, contentType string) (utf8 []byte, charset, from string) {
	charset, from, mark := determine(body, contentType)
	return transcode(body[mark:], charset), charset, from
}

// determine tells the encoding, by what, and how long the byte order mark is.
func determine(body []byte, contentType string) (name, from string, mark int) {
	if name, mark = byteOrderMark(body); mark > 0 {
		return name, "bom", mark
	}
	if name = CharsetName(headerCharset(contentType)); decodable(name) {
		return byteOrdered(name, body), "http", 0
	}
	if name = CharsetName(prescan(body[:min(len(body), maxPrescan)])); decodable(name) {
		if strings.HasPrefix(name, "utf-16") || strings.HasPrefix(name, "utf-32") {
			name = byteOrdered("utf-8", body) // it could not have been read otherwise
		}
		return name, "meta", 0
	}
	if name = guess(body); name != "" {
		return name, "content", 0
	}
	if isASCII(body) {
		return "utf-8", "default", 0
	}
	return "windows-1252", "default", 0
}

var byteOrderMarks = [...]struct{ mark, name string }{
	{"\xEF\xBB\xBF", "utf-8"},
	{"\xFF\xFE\x00\x00", "utf-32le"},
	{"\x00\x00\xFE\xFF", "utf-32be"},
	{"\xFF\xFE", "utf-16le"},
	{"\xFE\xFF", "utf-16be"},
}

func byteOrderMark(body []byte) (string, int) {
	for _, m := range byteOrderMarks {
		if bytes.HasPrefix(body, []byte(m.mark)) {
			return m.name, len(m.mark)
		}
	}
	return "", 0
}

// byteOrdered tells the byte order where a name says UTF-16 or UTF-32 without it, or says it wrongly. The body decides.
func byteOrdered(name string, body []byte) string {
	if strings.HasPrefix(name, "utf-16") || strings.HasPrefix(name, "utf-32") {
		if wide := wideUnicode(body); strings.HasPrefix(wide, name[:6]) {
			return wide
		}
	}
	if name == "utf-32" {
		return "utf-32be"
	}
	return name
}

// CharsetName returns the name of the encoding that a label means, in lower case: the WHATWG Encoding Standard's
// (https://encoding.spec.whatwg.org/#names-and-labels), or the IANA name for an encoding that it does not know. It
// returns "" when the label means none, and "replacement" for those that must not be decoded.
func CharsetName(label string) string {
	label = strings.ToLower(strings.Trim(label, htmlSpace))
	switch {
	case label == "utf-8": // as nearly all
		return label
	case label == "" || len(label) > maxPathWord:
		return ""
	}
	if e, err := htmlindex.Get(label); err == nil {
		if name, err := htmlindex.Name(e); err == nil {
			return name
		}
	}
	switch label {
	case "utf-32", "utf-32le", "utf-32be":
		return label
	case "maccyrillic", "mac-cyrillic":
		return "x-mac-cyrillic"
	}
	if e, err := ianaindex.IANA.Encoding(label); err == nil && e != nil {
		if name, err := ianaindex.IANA.Name(e); err == nil {
			return strings.ToLower(name)
		}
	}
	return ""
}

func decodable(name string) bool {
	return name == "utf-8" || name == "utf-32" || encodingOf(name) != nil
}

// encodingOf returns the encoding of a name that CharsetName gives; nil for UTF-8 and for what is not decoded.
func encodingOf(name string) encoding.Encoding {
	switch name {
	case "", "utf-8", "replacement", "utf-7":
		return nil
	case "x-user-defined": // as browsers do for a meta's, so that letters remain letters
		name = "windows-1252"
	case "utf-16le":
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	case "utf-16be":
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	case "utf-32le":
		return utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM)
	case "utf-32be":
		return utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM)
	}
	if e, err := htmlindex.Get(name); err == nil {
		return e
	}
	e, err := ianaindex.IANA.Encoding(name)
	if err != nil {
		return nil
	}
	return e
}

func transcode(body []byte, name string) []byte {
	if e := encodingOf(name); e != nil {
		if asciiSuperset(name) && isASCII(body) {
			return body
		}
		if m, ok := e.(*charmap.Charmap); ok {
			return decodeBytes(body, m)
		}
		if name == "iso-2022-jp" {
			body = withoutHalves(body)
		}
		if text, err := e.NewDecoder().Bytes(body); err == nil {
			return text
		}
	}
	if utf8.Valid(body) {
		return body
	}
	return bytes.ToValidUTF8(body, []byte("\uFFFD"))
}

// decodeBytes decodes a single-byte encoding, run by run, which is several times faster than its decoder.
func decodeBytes(body []byte, m *charmap.Charmap) []byte {
	var wide [256]string
	out := make([]byte, 0, len(body)+len(body)/8)
	for start := 0; start < len(body); {
		end := start
		for end < len(body) && body[end] < utf8.RuneSelf {
			end++
		}
		out = append(out, body[start:end]...)
		for ; end < len(body) && body[end] >= utf8.RuneSelf; end++ {
			c := body[end]
			if wide[c] == "" {
				wide[c] = string(m.DecodeByte(c))
			}
			out = append(out, wide[c]...)
		}
		start = end
	}
	return out
}

// asciiSuperset reports whether ASCII bytes mean the same in an encoding.
func asciiSuperset(name string) bool {
	return !strings.HasPrefix(name, "utf-") && !strings.HasPrefix(name, "iso-2022") && !strings.HasPrefix(name, "hz") &&
		!strings.HasPrefix(name, "ibm0") && !strings.HasPrefix(name, "ibm1")
}

func isASCII(body []byte) bool {
	for len(body) >= 8 {
		if (body[0]|body[1]|body[2]|body[3]|body[4]|body[5]|body[6]|body[7])&0x80 != 0 {
			return false
		}
		body = body[8:]
	}
	for _, c := range body {
		if c >= 0x80 {
			return false
		}
	}
	return true
}

// headerCharset returns the charset parameter of a Content-Type header.
func headerCharset(h string) string {
	for h != "" {
		var parameter string
		parameter, h = cutParameter(h)
		name, value, ok := strings.Cut(parameter, "=")
		if !ok || !strings.EqualFold(strings.Trim(name, htmlSpace), "charset") {
			continue
		}
		if strings.HasPrefix(value, `"`) {
			body, rest, closed := strings.Cut(value[1:], `"`)
			if !closed || strings.Trim(rest, htmlSpace) != "" {
				return ""
			}
			return body
		}
		return value
	}
	return ""
}

// cutParameter cuts a header at the first semicolon or comma outside of quotation marks.
func cutParameter(h string) (parameter, rest string) {
	quoted := false
	for i := range len(h) {
		switch c := h[i]; {
		case c == '"':
			quoted = !quoted
		case (c == ';' || c == ',') && !quoted:
			return h[:i], h[i+1:]
		}
	}
	return h, ""
}

// encoderOf returns an encoder to the page's encoding, which the queries of its links are written in; nil for UTF-8.
func encoderOf(name string) *encoding.Encoder {
	if name == "utf-8" || strings.HasPrefix(name, "utf-") {
		return nil
	}
	if e := encodingOf(name); e != nil {
		return e.NewEncoder()
	}
	return nil
}

// query returns a reference with the characters of its query beyond ASCII escaped in the page's encoding, as browsers
// write them (https://url.spec.whatwg.org/#query-state). Only for pages that are not in UTF-8 that differs from ref.
func (p *Parser) query(ref []byte) []byte {
	if p.encoder == nil || isASCII(ref) {
		return ref
	}
	start := bytes.IndexByte(ref, '?')
	end := len(ref)
	if i := bytes.IndexByte(ref, '#'); i >= 0 {
		end = i
	}
	if start < 0 || start > end {
		return ref
	}
	out := bytes.Clone(ref[:start])
	for _, c := range string(ref[start:end]) {
		if c < utf8.RuneSelf {
			out = append(out, byte(c))
			continue
		}
		encoded, err := p.encoder.String(string(c))
		if err != nil {
			encoded = "&#" + strconv.Itoa(int(c)) + ";"
		}
		for _, b := range []byte(encoded) {
			out = append(out, '%', upperHex[b>>4], upperHex[b&15])
		}
	}
	return append(out, ref[end:]...)
}

const upperHex = "0123456789ABCDEF"
