// Package embedded finds the files that office programs have put into a
// document, also within the objects of OLE that wrap them.
package embedded

import (
	"bytes"
	"encoding/binary"
	"path"
	"strings"

	"sluice/document/internal/compound"
	"sluice/document/internal/draft"
	"sluice/document/internal/zipdoc"
)

// AddAll hands on the files of a document that the programs have put into the
// folder "embeddings".
func AddAll(p *zipdoc.File, d *draft.Draft) {
	for _, name := range p.Names {
		if path.Base(path.Dir(name)) == "embeddings" {
			AddPart(p, d, name)
		}
	}
}

// AddPart hands on one part of a document that is a file of its own, if there
// is room for it.
func AddPart(p *zipdoc.File, d *draft.Draft, name string) {
	room := d.Files.Room()
	f := p.Entry(name)
	if f == nil || room == 0 || f.UncompressedSize64 > uint64(room) {
		return
	}
	b, err := p.Bytes(name, int64(room)+1)
	if err != nil || len(b) > room {
		return
	}
	AddObject(d, f.Name, b)
}

// AddObject hands on a file out of the OLE object that it may be wrapped in.
func AddObject(d *draft.Draft, name string, b []byte) {
	o := compound.Open(bytes.NewReader(b))
	if o == nil {
		d.Files.Add(name, b)
		return
	}
	for _, stream := range []string{"Package", "CONTENTS", "\x01Ole10Native"} { // OOXML, what other programs make, any file
		inside := o.Beginning(stream, draft.MaxFile)
		if len(inside) == 0 {
			continue
		}
		if stream == "\x01Ole10Native" && len(inside) > 4 {
			if called, data, ok := ReadPackage(inside[4:]); ok {
				name, inside = called, data
			}
		}
		d.Files.Add(name, inside)
		return
	}
	d.Files.Add(name, b)
}

// ReadPackage reads what the Packager of Windows makes of a file: two bytes,
// its name, where it came from, some more, and the file.
func ReadPackage(b []byte) (name string, data []byte, ok bool) {
	if len(b) < 2 {
		return "", nil, false
	}
	called, rest, _ := bytes.Cut(b[2:], []byte{0})
	_, rest, _ = bytes.Cut(rest, []byte{0}) // where it came from
	_, rest = number(rest)
	_, rest = block(rest) // where it was put
	data, _ = block(rest)
	return strings.ToValidUTF8(string(called), ""), data, len(data) > 0
}

// ReadLinked reads an object of RTF, which is of the first version of OLE:
// numbers, the class and two names, and what the program wrote.
func ReadLinked(b []byte) (class string, data []byte) {
	_, b = number(b) // version
	_, b = number(b) // linked or embedded
	called, b := block(b)
	_, b = block(b)
	_, b = block(b)
	data, _ = block(b)
	return string(bytes.TrimRight(called, "\x00")), data
}

// number cuts a number off.
func number(b []byte) (uint32, []byte) {
	if len(b) < 4 {
		return 0, nil
	}
	return binary.LittleEndian.Uint32(b), b[4:]
}

// block cuts off as many bytes as the number before them says, or as there are.
func block(b []byte) (data, rest []byte) {
	n, b := number(b)
	size := int(min(n, uint32(len(b))))
	return b[:size], b[size:]
}
