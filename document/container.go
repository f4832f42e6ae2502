package document

import (
	"bytes"
	"encoding/binary"
	"io"
	"iter"
	"strings"

	"github.com/klauspost/compress/gzip"
)

// maxUnpacked bounds what is unpacked to see what is inside.
const maxUnpacked = 4 << 10

// wrapped tells what is inside a body packed as a whole.
func (c clues) wrapped() (Type, bool) {
	var how string
	var inner []byte
	switch {
	case c.packed:
		return Type{}, false
	case bytes.HasPrefix(c.head, []byte{0x1f, 0x8b}):
		how = "gzip"
		if z, err := gzip.NewReader(bytes.NewReader(c.head)); err == nil {
			inner = begin(z)
		}
	case bytes.HasPrefix(c.head, []byte{0x1f, 0x9d}):
		how = "compress"
	case bytes.HasPrefix(c.head, []byte("BZh")):
		how = "bzip2" // whose blocks are longer than any head
	default:
		return Type{}, false
	}
	t := c.inside(inner)
	t.Compressed = how
	return t, true
}

// begin reads what can be had of the beginning: a head ends in the middle of its stream.
func begin(r io.Reader) []byte {
	b, _ := io.ReadAll(io.LimitReader(r, maxUnpacked))
	return b
}

// inside tells what is in a wrapping by its first bytes, as far as they could be unpacked; else by
// the ending before the one of the wrapping, or by the header.
func (c clues) inside(inner []byte) Type {
	d := clues{head: inner, media: c.media, name: withoutWrapping(c.name), packed: true}
	if len(inner) > 0 {
		if t := d.sniff(); t.Name != "binary" {
			return t
		}
	}
	if name := endings[d.ending()]; name != "" {
		return typeOf(name)
	}
	return typeOf(d.byName(func(string) bool { return true }, "archive"))
}

// withoutWrapping takes the ending of a wrapping off a file name, or the path of a URL.
func withoutWrapping(name string) string {
	path := name
	if strings.Contains(name, "://") {
		path = name[:strings.IndexAny(name+"?", "?#")]
	}
	for _, e := range []string{".gz", ".z", ".bz2", ".gzip"} {
		if n := len(path) - len(e); n >= 0 && strings.EqualFold(path[n:], e) {
			return name[:n] + name[len(path):]
		}
	}
	return name
}

// inOLE tells what is in an OLE compound file: by the names of its streams, or by what its first
// sector begins with, and else by header and ending.
func (c clues) inOLE() string {
	for _, s := range oleStreams {
		if bytes.Contains(c.head, wide(s.stream)) {
			return s.name
		}
	}
	if len(c.head) > 512 {
		for _, s := range oleSectors {
			if bytes.HasPrefix(c.head[512:], []byte(s.stream)) {
				return s.name
			}
		}
	}
	return c.byName(func(n string) bool { return oleKinds[n] }, "binary")
}

// oleKinds are OLE files: those before OOXML, and OOXML that is encrypted.
var oleKinds = map[string]bool{"doc": true, "ppt": true, "xls": true, "docx": true, "pptx": true, "xlsx": true}

var oleStreams = []struct{ stream, name string }{
	{"WordDocument", "doc"}, {"PowerPoint Document", "ppt"}, {"Workbook", "xls"},
}

var oleSectors = []struct{ stream, name string }{
	{"\xec\xa5", "doc"}, {"\x09\x08\x10\x00\x00\x06", "xls"},
	{"\xa0\x46\x1d\xf0", "ppt"}, {"\x00\x6e\x1e\xf0", "ppt"}, {"\x0f\x00\xe8\x03", "ppt"},
}

// wide returns s in UTF-16, low bytes first.
func wide(s string) []byte {
	b := make([]byte, 0, 2*len(s))
	for i := range len(s) {
		b = append(b, s[i], 0)
	}
	return b
}

// inZIP tells what is in a ZIP file: by its mimetype entry, or by the folders of its first
// entries, and else by header and ending.
func (c clues) inZIP() string {
	for name, data := range zipEntries(c.head) {
		if name == "mimetype" {
			if n := zipped[mediaTypes[string(bytes.TrimSpace(data))]]; n != "" {
				return n
			}
		}
		folder, _, _ := strings.Cut(name, "/")
		if n := zipFolders[folder]; n != "" {
			return n
		}
	}
	return c.byName(func(n string) bool { return zipped[n] != "" }, "archive")
}

// zipped are the kinds that are ZIP files, each by its own name.
var zipped = map[string]string{
	"docx": "docx", "pptx": "pptx", "xlsx": "xlsx", "odt": "odt", "odp": "odp", "ods": "ods", "epub": "epub",
}

var zipFolders = map[string]string{"word": "docx", "ppt": "pptx", "xl": "xlsx", "META-INF": "", "OEBPS": "epub"}

// zipEntries yields name and packed data of the entries that follow each other in head, as far as
// they can be seen.
func zipEntries(head []byte) iter.Seq2[string, []byte] {
	const fixed = 30
	return func(yield func(string, []byte) bool) {
		for len(head) >= fixed && bytes.HasPrefix(head, []byte("PK\x03\x04")) {
			size := int(binary.LittleEndian.Uint32(head[18:]))
			names := int(binary.LittleEndian.Uint16(head[26:]))
			extra := int(binary.LittleEndian.Uint16(head[28:]))
			rest := head[fixed:]
			if names > len(rest) {
				return
			}
			name := string(rest[:names])
			rest = rest[min(len(rest), names+extra):]
			data := rest[:min(len(rest), size)]
			if !yield(name, data) {
				return
			}
			next := bytes.Index(rest[len(data):], []byte("PK\x03\x04"))
			if next < 0 {
				return
			}
			head = rest[len(data)+next:]
		}
	}
}
