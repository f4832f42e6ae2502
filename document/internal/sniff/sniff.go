// Package sniff recognises the format of a body by its first bytes, its
// Content-Type header and the ending of its URL.
package sniff

import (
	"bytes"
	"strings"

	"sluice/document/content"
	"sluice/document/mediatype"
	"sluice/internal/format"
)

// MaxHead is how much of a body is looked at, in bytes.
const MaxHead = 4 << 10

// Sniff returns what a body is by its first bytes (3,072 are plenty), its
// Content-Type header, which may be empty, and the URL that it came from, of
// which only the ending counts.
//
// Content that is unambiguous overrides the header, and the header overrides the
// ending; text that a server calls text/plain stays text, unless it is a document or
// plainly AsciiDoc. If the content shows only that it is compressed or text, header and ending decide
// what is in it.
func Sniff(head []byte, header, url string) content.Type {
	c := clues{head: head[:min(len(head), MaxHead)], media: mediatype.Essence(header), name: fileName(url)}
	t := c.sniff()
	if strings.HasSuffix(t.MIME, "/*") { // a broad class
		t.MIME = "application/octet-stream"
		if class, _, _ := strings.Cut(c.media, "/"); class == t.Name {
			t.MIME = c.media
		}
	}
	if t.Name == "text" && strings.HasPrefix(c.media, "text/") && c.media != "text/html" {
		t.MIME = c.media
	}
	return t
}

// Announced returns what a body will be, by its Content-Type header and its URL
// alone, before any of it is there.
func Announced(header, url string) content.Type {
	c := clues{media: mediatype.Essence(header), name: fileName(url)}
	return TypeOf(c.byName(func(*format.Format) bool { return true }, format.Binary))
}

// sniff returns the type by what is surest: markup of a page, a wrapping, a
// signature, then text.
func (c clues) sniff() content.Type {
	switch {
	case len(c.head) == 0:
		return TypeOf(format.Empty)
	case htmlBegins(c.head) && !c.isPlain(): // as nearly all bodies do, and nothing else
		return TypeOf("html")
	}
	if t, ok := c.wrapped(); ok {
		return t
	}
	if name := c.magic(); name != "" {
		return TypeOf(name)
	}
	// From here on only patterns of ASCII are looked for.
	c.head = asASCII(c.head)
	if name := c.textual(); name != "" {
		return TypeOf(name)
	}
	// Of binary content, header and name are believed for a class only: no
	// document is without a signature.
	return TypeOf(c.byName(func(f *format.Format) bool { return f.Class }, format.Binary))
}

// asASCII returns text whose ASCII characters are single bytes: without byte
// order mark, and of UTF-16 the low bytes.
func asASCII(head []byte) []byte {
	low := 0
	switch {
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		return head[3:]
	case bytes.HasPrefix(head, []byte("\xff\xfe")):
	case bytes.HasPrefix(head, []byte("\xfe\xff")):
		low = 1
	default:
		return head
	}
	narrow := make([]byte, 0, len(head)/2)
	for i := 2; i+1 < len(head); i += 2 {
		c := head[i+low]
		if head[i+1-low] != 0 {
			c = 0xff
		}
		narrow = append(narrow, c)
	}
	return narrow
}
