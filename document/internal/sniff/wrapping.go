package sniff

import (
	"bytes"
	"io"
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
