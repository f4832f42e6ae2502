// Package compound reads compound files (Microsoft's [MS-CFB]), in which
// streams lie like files in a folder.
package compound

import (
	"bytes"
	"encoding/binary"
	"io"
	"unicode/utf16"

	"sluice/document/internal/draft"
)

// Limits of an OLE file.
const (
	maxSectors = 1 << 20
	maxStream  = 1 << 20 // of metadata
)

// File is a compound file (Microsoft's [MS-CFB]): sectors in chains, and a
// directory of streams.
type File struct {
	r      io.ReaderAt
	sector int64
	fat    []uint32
	dir    []byte
	mini   []uint32
	root   []byte // the stream of small streams
}

// Open reads the tables of a compound file. It returns nil for any other file, and
// for a broken one.
func Open(r io.ReaderAt) *File {
	head := make([]byte, 512)
	if _, err := r.ReadAt(head, 0); err != nil || string(head[:8]) != "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" {
		return nil
	}
	shift := binary.LittleEndian.Uint16(head[30:])
	if shift != 9 && shift != 12 {
		return nil
	}
	o := &File{r: r, sector: 1 << shift}
	tables := words(head[76:])
	next := binary.LittleEndian.Uint32(head[68:])
	// The chain of these sectors could lead back into itself.
	for range 1000 { // sectors that name more tables
		if next >= 0xfffffffa {
			break
		}
		more := words(o.read(next))
		if len(more) == 0 {
			break
		}
		tables = append(tables, more[:len(more)-1]...)
		next = more[len(more)-1]
	}
	for _, t := range tables {
		if t < 0xfffffffa && len(o.fat) < maxSectors {
			o.fat = append(o.fat, words(o.read(t))...)
		}
	}
	o.dir = o.chain(binary.LittleEndian.Uint32(head[48:]), 16<<20)
	o.mini = words(o.chain(binary.LittleEndian.Uint32(head[60:]), 4<<20))
	if len(o.dir) >= 128 {
		o.root = o.chain(binary.LittleEndian.Uint32(o.dir[116:]), 16<<20)
	}
	return o
}

// words returns bytes as numbers of 32 bits, lowest byte first.
func words(b []byte) []uint32 {
	w := make([]uint32, len(b)/4)
	for i := range w {
		w[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	return w
}

// read returns a sector, or as much of it as the file has: a file that was cut
// off still has its first streams.
func (o *File) read(sector uint32) []byte {
	b := make([]byte, o.sector)
	n, _ := o.r.ReadAt(b, (int64(sector)+1)*o.sector)
	return b[:n]
}

// chain reads sectors up to the end of their chain, or so many bytes.
func (o *File) chain(sector uint32, most int) []byte {
	var b []byte
	for range o.fat { // a chain that goes round would have no end
		if int64(sector) >= int64(len(o.fat)) || len(b) >= most {
			break
		}
		s := o.read(sector)
		b = append(b, s...)
		if int64(len(s)) < o.sector { // the file ends
			break
		}
		sector = o.fat[sector]
	}
	return b[:min(len(b), most)]
}

// entry finds a stream in the directory: where it begins and how long it is.
func (o *File) entry(name string) (start uint32, size int, ok bool) {
	want := wide(name)
	for at := 0; at+128 <= len(o.dir); at += 128 {
		e := o.dir[at : at+128]
		if n := int(binary.LittleEndian.Uint16(e[64:])) - 2; n == len(want) && bytes.Equal(e[:n], want) {
			return binary.LittleEndian.Uint32(e[116:]), int(min(binary.LittleEndian.Uint32(e[120:]), draft.MaxFile)), true
		}
	}
	return 0, 0, false
}

// Has reports whether there is a stream or a folder of this name at whatever
// depth.
func (o *File) Has(name string) bool {
	_, _, ok := o.entry(name)
	return ok
}

// Stream reads the beginning of a stream of metadata, or nil if missing.
func (o *File) Stream(name string) []byte { return o.Beginning(name, maxStream) }

// Beginning reads up to so many bytes of a stream.
func (o *File) Beginning(name string, most int) []byte {
	start, size, ok := o.entry(name)
	if !ok {
		return nil
	}
	if size >= 4096 {
		return o.chain(start, min(size, most))
	}
	var b []byte
	for int64(start) < int64(len(o.mini)) && len(b) < size {
		at := int64(start) * 64
		if at+64 > int64(len(o.root)) {
			break
		}
		b = append(b, o.root[at:at+64]...)
		start = o.mini[start]
	}
	return b[:min(len(b), size)]
}

// wide returns a name in UTF-16, low bytes first.
func wide(s string) []byte {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return b
}
