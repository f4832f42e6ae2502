package sniff

import (
	"bytes"
	"encoding/binary"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzip"

	"sluice/document/content"
	"sluice/internal/format"
)

// maxUnpacked bounds what is unpacked to see what is inside.
const maxUnpacked = 4 << 10

// wrapped returns what is inside a body packed as a whole.
func (c clues) wrapped() (content.Type, bool) {
	var how string
	var inner []byte
	switch {
	case c.packed:
		return content.Type{}, false
	case bytes.HasPrefix(c.head, []byte{0x1f, 0x8b}):
		how = "gzip"
		if z, err := gzip.NewReader(bytes.NewReader(c.head)); err == nil {
			inner = begin(z)
		}
	// What compress has packed is not unpacked here: its name must suffice.
	case bytes.HasPrefix(c.head, []byte{0x1f, 0x9d}):
		how = "compress"
	case bytes.HasPrefix(c.head, []byte("BZh")):
		how = "bzip2" // whose blocks are longer than any head
	default:
		return content.Type{}, false
	}
	t := c.inside(inner)
	t.Compressed = how
	return t, true
}

// begin reads as much of the beginning as possible. Errors are ignored: a head
// ends in the middle of its stream.
func begin(r io.Reader) []byte {
	b, _ := io.ReadAll(io.LimitReader(r, maxUnpacked))
	return b
}

// inside returns what is in a wrapping by its first bytes, as far as they could
// be unpacked; else by the ending before the one of the wrapping, or by the
// header.
func (c clues) inside(inner []byte) content.Type {
	d := clues{head: inner, media: c.media, name: WithoutWrapping(c.name), packed: true}
	if len(inner) > 0 {
		if t := d.sniff(); t.Name != format.Binary {
			return t
		}
	}
	if f := format.OfEnding(d.ending()); f != nil {
		return TypeOf(f.Name)
	}
	return TypeOf(d.byName(func(*format.Format) bool { return true }, "archive"))
}

// WithoutWrapping takes the ending of a wrapping off a file name, or the path
// of a URL.
func WithoutWrapping(name string) string {
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

// inOLE returns what is in an OLE compound file: by the names of its streams,
// or by what its first sector begins with, and else by header and ending.
func (c clues) inOLE() string {
	if name := ofPart(format.Compound, func(stream string) bool { return bytes.Contains(c.head, wide(stream)) }); name != "" {
		return name
	}
	if len(c.head) > 512 {
		for _, f := range format.All() {
			for _, s := range f.Sectors {
				if bytes.HasPrefix(c.head[512:], []byte(s)) {
					return f.Name
				}
			}
		}
	}
	// The directory of streams can lie anywhere in the file, beyond the first
	// bytes.
	return c.byName((*format.Format).IsCompound, format.Binary)
}

// ofPart returns the first format of a container that has a part for which
// found reports true, or "".
func ofPart(in format.Container, found func(part string) bool) string {
	for _, f := range format.All() {
		if f.In == in && slices.ContainsFunc(f.Parts, found) {
			return f.Name
		}
	}
	return ""
}

// wide returns s in UTF-16, low bytes first.
func wide(s string) []byte {
	b := make([]byte, 0, 2*len(s))
	for i := range len(s) {
		b = append(b, s[i], 0)
	}
	return b
}

// inZIP returns what is in a ZIP file: by its mimetype entry, or by the folders
// of its first entries, and else by header and ending.
func (c clues) inZIP() string {
	for name, data := range zipEntries(c.head) {
		if name == "mimetype" {
			if f := format.OfType(string(bytes.TrimSpace(data))); f != nil && f.In == format.ZIP {
				return f.Name
			}
		}
		folder, _, _ := strings.Cut(name, "/")
		if name := ofPart(format.ZIP, func(part string) bool { return part == folder }); name != "" {
			return name
		}
	}
	return c.byName(func(f *format.Format) bool { return f.In == format.ZIP }, "archive")
}

// zipEntries yields name and packed data of the entries that follow each other
// in head, as far as they can be seen.
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
