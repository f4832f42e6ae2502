package document

import (
	"bytes"
	"strings"
)

// maxHead is how much of a body is looked at.
const maxHead = 4 << 10

// Sniff tells what a body is by its first bytes (3,072 are plenty), its Content-Type header, which
// may be empty, and the URL that it came from, of which only the ending counts.
//
// What the content tells for sure goes before what the header says, and that before the ending;
// text that a server calls text/plain stays text, unless it is a document. Where the content tells
// no more than that it is packed or text, header and ending decide what is in it.
func Sniff(head []byte, header, url string) Type {
	c := clues{head: head[:min(len(head), maxHead)], name: fileName(url)}
	if typ, subtype, _, ok := cutMediaType(header); ok {
		c.media = strings.ToLower(typ + "/" + subtype)
	}
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

// Announced tells what a body will be, by its Content-Type header and its URL alone, before any of it is there.
func Announced(header, url string) Type {
	c := clues{name: fileName(url)}
	if typ, subtype, _, ok := cutMediaType(header); ok {
		c.media = strings.ToLower(typ + "/" + subtype)
	}
	return typeOf(c.byName(func(string) bool { return true }, "binary"))
}

// clues are what is known of a body.
type clues struct {
	head   []byte
	media  string // media type of the header
	name   string // last segment of the URL's path, lower-case
	packed bool   // it is what is inside a wrapping
}

func (c clues) sniff() Type {
	switch {
	case len(c.head) == 0:
		return typeOf("empty")
	case htmlBegins(c.head) && !c.isPlain(): // as nearly all bodies do, and nothing else
		return typeOf("html")
	}
	if t, ok := c.wrapped(); ok {
		return t
	}
	if name := c.magic(); name != "" {
		return typeOf(name)
	}
	c.head = asASCII(c.head)
	if name := c.textual(); name != "" {
		return typeOf(name)
	}
	return typeOf(c.byName(func(name string) bool { return broad[name] }, "binary"))
}

// broad are the classes that a header alone is believed about, for binary content.
var broad = map[string]bool{"image": true, "audio": true, "video": true, "font": true, "archive": true}

// byName returns the first name of a wanted kind that header and ending give, else the other.
func (c clues) byName(want func(string) bool, other string) string {
	name := mediaTypes[c.media]
	if class, _, _ := strings.Cut(c.media, "/"); name == "" && class != "text" && kinds[class].mime != "" {
		name = class
	}
	for _, n := range []string{name, endings[c.ending()]} {
		if n != "" && want(n) {
			return n
		}
	}
	return other
}

// fileName returns the last segment of a URL's path, in lower case.
func fileName(url string) string {
	if i := strings.IndexAny(url, "?#"); i >= 0 {
		url = url[:i]
	}
	if i := strings.Index(url, "://"); i >= 0 {
		_, url, _ = strings.Cut(url[i+3:], "/")
	}
	return strings.ToLower(url[strings.LastIndexByte(url, '/')+1:])
}

// ending returns the ending of the file's name, with its dot.
func (c clues) ending() string {
	if dot := strings.LastIndexByte(c.name, '.'); dot >= 0 {
		return c.name[dot:]
	}
	return ""
}

// asASCII returns text whose ASCII characters are single bytes: without byte order mark, and of
// UTF-16 the low bytes.
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
