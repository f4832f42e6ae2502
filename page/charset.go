package page

import "sluice/page/internal/charset"

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
// Names of no encoding, or of one that cannot be decoded, are skipped. A body that is valid UTF-8 already is returned as
// it is, less a byte order mark. Charset is the encoding's name of the WHATWG Encoding Standard in lower case, or its IANA
// name where that standard has none.
func Decode(body []byte, contentType string) (utf8 []byte, name, from string) {
	return charset.Decode(body, contentType)
}
