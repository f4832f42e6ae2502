package sniff

import (
	"bytes"
	"encoding/binary"
	"iter"
	"slices"
	"strings"

	"sluice/internal/format"
)

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
