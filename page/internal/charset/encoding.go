package charset

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"

	"sluice/page/internal/ascii"
)

// maxLabel is the longest label that is looked up.
const maxLabel = 64

// Name returns the name of the encoding that a label means, in lower case: the WHATWG Encoding Standard's
// (https://encoding.spec.whatwg.org/#names-and-labels), or the IANA name for an encoding that it does not know. It
// returns "" when the label means none, and "replacement" for those that must not be decoded.
func Name(label string) string {
	label = strings.ToLower(strings.Trim(label, ascii.Space))
	switch {
	case label == "utf-8": // the most frequent
		return label
	case label == "" || len(label) > maxLabel:
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

// decodable reports whether bodies in the encoding of a name are decoded.
func decodable(name string) bool {
	return name == "utf-8" || name == "utf-32" || encodingOf(name) != nil
}

// encodingOf returns the encoding of a name that [Name] has returned; nil for UTF-8 and for encodings that are not decoded.
func encodingOf(name string) encoding.Encoding {
	switch name {
	case "", "utf-8", "replacement", "utf-7":
		return nil
	case "x-user-defined": // as browsers do for a meta: letters remain letters
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

// transcode decodes a body. An encoding of single bytes has a loop of its own, because most legacy pages are in one.
func transcode(body []byte, name string) []byte {
	if e := encodingOf(name); e != nil {
		if asciiSuperset(name) && isASCII(body) {
			return body
		}
		if m, ok := e.(*charmap.Charmap); ok {
			return decodeBytes(body, m)
		}
		if name == "iso-2022-jp" {
			body = markHalves(body)
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
		end := start + asciiPrefix(body[start:])
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

// isASCII reports whether a body has only ASCII characters.
func isASCII(body []byte) bool { return asciiPrefix(body) == len(body) }

// asciiPrefix returns the number of ASCII characters before the first other byte. It examines eight bytes at a time, because
// most bytes of most pages are ASCII.
func asciiPrefix(body []byte) int {
	const high = 0x8080_8080_8080_8080
	i := 0
	for ; i+8 <= len(body); i += 8 {
		if w := binary.LittleEndian.Uint64(body[i:]) & high; w != 0 {
			return i + bits.TrailingZeros64(w)/8
		}
	}
	for i < len(body) && body[i] < utf8.RuneSelf {
		i++
	}
	return i
}
