// Package charset reads bodies of HTML in whatever encoding they are: [Decode] determines the encoding and turns the body
// into UTF-8.
//
// Declarations are read by the HTML and Encoding Standards, so that a page reads as in browsers. Where nothing is declared,
// the encoding is detected from the letters, which browsers do for few encodings only; old pages of universities need it.
package charset

import (
	"bytes"
	"strings"
)

// Decode turns a body into UTF-8. Invalid sequences become U+FFFD.
//
// From says what determined the encoding, in this order:
//
//   - "bom": a byte order mark, of UTF-8, UTF-16 or UTF-32;
//   - "http": the charset of the Content-Type header;
//   - "meta": a declaration in the first 64 KiB, by a meta element or the XML declaration;
//   - "content": the body is valid UTF-8 with characters beyond ASCII, or looks like another encoding;
//   - "default": UTF-8 for ASCII, windows-1252 for what looks like nothing.
//
// Names of no encoding, or of one that cannot be decoded, are skipped. A body that is valid UTF-8 already is
// returned as it is, less a byte order mark. Charset is the encoding's name of the WHATWG Encoding Standard in lower
// case, or its IANA name where that standard has none.
func Decode(body []byte, contentType string) (utf8 []byte, charset, from string) {
	charset, from, mark := determine(body, contentType)
	return transcode(body[mark:], charset), charset, from
}

// determine returns the encoding, what determined it, and the length of the byte order mark.
func determine(body []byte, contentType string) (name, from string, mark int) {
	if name, mark = byteOrderMark(body); mark > 0 {
		return name, "bom", mark
	}
	if name = Name(headerCharset(contentType)); decodable(name) {
		return byteOrdered(name, body), "http", 0
	}
	if name = Name(prescan(body[:min(len(body), maxPrescan)])); decodable(name) {
		if strings.HasPrefix(name, "utf-16") || strings.HasPrefix(name, "utf-32") {
			name = byteOrdered("utf-8", body) // the declaration was read as ASCII, so this one is wrong
		}
		return name, "meta", 0
	}
	if name = detect(body); name != "" {
		return name, "content", 0
	}
	if isASCII(body) {
		return "utf-8", "default", 0
	}
	return "windows-1252", "default", 0
}

// byteOrderMarks are in this order because one of UTF-32 begins with one of UTF-16.
var byteOrderMarks = [...]struct{ mark, name string }{
	{"\xEF\xBB\xBF", "utf-8"},
	{"\xFF\xFE\x00\x00", "utf-32le"},
	{"\x00\x00\xFE\xFF", "utf-32be"},
	{"\xFF\xFE", "utf-16le"},
	{"\xFE\xFF", "utf-16be"},
}

// byteOrderMark returns the encoding of the byte order mark that a body begins with, and the length of the mark.
func byteOrderMark(body []byte) (string, int) {
	for _, m := range byteOrderMarks {
		if bytes.HasPrefix(body, []byte(m.mark)) {
			return m.name, len(m.mark)
		}
	}
	return "", 0
}

// byteOrdered returns the name with the byte order for UTF-16 and UTF-32. If the body shows one, that counts, not the name: many
// names lack the byte order or have the wrong one.
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
