package archive

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strings"
	"time"
)

// A record that was erased is overwritten with placeholders: metadata records without content that have the same length in
// all. Their named fields and their block are padded.
//
// In a compressed file each is a gzip member of one block that is stored, not compressed, so that its length can be
// chosen and its end is known from its beginning. The flag FTEXT in its header, which changes nothing, distinguishes it from the
// members of other records before anything is unpacked.
//
// What is half written must break nothing else. In a compressed file the beginnings are made durable first: from then on
// a reader meets a checksum that does not fit, at the place where the member ends, and not a stream of bytes that it may
// take for something. In a plain file the blocks come first, while each header still has their length, and then the
// headers, each as long as the old one and with the same end.

const (
	memberMore = int64(len(removedMark) + 6 + 5 + 8) // bytes of a member besides its record: header, length, checksum
	memberMost = 1<<16 - 1 + memberMore              // bytes of a member, of one stored block
	memberHead = 32                                  // bytes that are made durable first: header, length, "WARC/1.1"

	removedSay = "note: taken out of the archive\r\n" // of the block, where there is room
	fillField  = "Pad"                                // named field that fills up a header
	fillName   = "padding: "                          // line that fills up a block
	fillLine   = 1000                                 // bytes of such a line
	fillLeast  = int64(len(fillName) + len(".\r\n"))
	recordEnd  = "\r\n\r\n"
)

// removedMark is the beginning of a gzip member: deflate, FTEXT.
const removedMark = "\x1f\x8b\x08\x01"

// removed reports whether a record is a placeholder.
func (r *Record) removed() bool {
	if len(r.Header) != len(removedFields) || r.Time.IsZero() {
		return false
	}
	for i, f := range r.Header {
		if f.Name != removedFields[i] || f.Name == fillField && strings.Trim(f.Value, ".") != "" {
			return false
		}
	}
	return r.Type == "metadata" && r.Header.Get("Content-Type") == warcFields
}

// removedFields are the named fields of such a record.
var removedFields = []string{"WARC-Type", "WARC-Record-ID", "WARC-Date", "Content-Type", fillField, "Content-Length"}

// filled reports whether a block without HTTP, of which nothing was read, is that of a placeholder. In a plain
// file the record may still have the named fields of the erased one, or half of them.
func (r *Record) filled() bool {
	head := make([]byte, len(fillName))
	n, _ := io.ReadFull(r.Body, head) // Location returns the error of a block that cannot be read
	text := string(head[:n])
	return text != "" && strings.Trim(text, ".\r\n") == "" || text == fillName || text == removedSay[:len(fillName)]
}

// begun reports whether the overwriting of a record in a compressed file has begun.
func (e *erasure) begun(from int64) (bool, error) {
	if isPlain(e.name) {
		return false, nil
	}
	var head [len(removedMark)]byte
	if _, err := e.file.ReadAt(head[:], from); err != nil && err != io.EOF {
		return false, err
	}
	return string(head[:]) == removedMark, nil
}

// headOf returns the length of the named fields of a plain record with the blank line; 0 when it has no end.
func (e *erasure) headOf(s span) (int64, error) {
	head := make([]byte, min(s.to-s.from, maxField))
	if _, err := e.file.ReadAt(head, s.from); err != nil {
		return 0, err
	}
	i := bytes.Index(head, []byte(recordEnd))
	n := int64(i + len(recordEnd))
	if i < 0 || n < int64(len(removedHead(s.to-s.from, time.Now(), newID()))) || n+int64(len(recordEnd)) > s.to-s.from {
		return 0, nil
	}
	return n, nil
}

// least returns the fewest bytes that placeholders for a record can have.
func (s span) least() int64 {
	n := int64(len(removedHead(s.to-s.from, time.Now(), newID())) + len(recordEnd))
	if s.head == 0 {
		n += memberMore
	}
	return n
}

// removedHead makes the named fields of a record with a block of that length, and the blank line.
func removedHead(block int64, now time.Time, id string) []byte {
	return fmt.Appendf(nil, "WARC/1.1\r\nWARC-Type: metadata\r\nWARC-Record-ID: %s\r\nWARC-Date: %s\r\nContent-Type: %s\r\n%s: .\r\nContent-Length: %d\r\n\r\n",
		id, now.UTC().Format(time.RFC3339), warcFields, fillField, block)
}

// filledHead makes the named fields size bytes long, by padding. size is at least the length without it.
func filledHead(size, block int64, now time.Time) []byte {
	head := removedHead(block, now, newID())
	at := bytes.Index(head, []byte(fillField)) + len(fillField) + len(": ")
	return slices.Insert(head, at, bytes.Repeat([]byte("."), int(size)-len(head))...)
}

var dots = strings.Repeat(".", 2*fillLine)

// fill writes n bytes of padding as the block of a record, as lines of a warc-fields document as far as n allows.
func fill(w io.Writer, n int64) error {
	out := bufio.NewWriter(w)
	if say := int64(len(removedSay)); n == say || n >= say+fillLeast {
		out.WriteString(removedSay)
		n -= say
	}
	for n > 0 {
		line := min(n, fillLine)
		if rest := n - line; rest > 0 && rest < fillLeast {
			line = n
		}
		n -= line
		if line >= fillLeast {
			out.WriteString(fillName)
			line -= int64(len(fillName))
		}
		end := min(2, line)
		out.WriteString(dots[:line-end])
		out.WriteString("\r\n"[:end])
	}
	return out.Flush()
}

// overwrite writes placeholders over the records in the spans.
func (e *erasure) overwrite() error {
	if len(e.spans) == 0 {
		return nil
	}
	slices.SortFunc(e.spans, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	first, then := e.beginMembers, e.endMembers
	if isPlain(e.name) {
		first, then = e.blocks, e.heads
	}
	now := time.Now()
	for _, write := range []func(time.Time) error{first, then} {
		if err := write(now); err != nil {
			return err
		}
		if err := e.file.Sync(); err != nil {
			return err
		}
	}
	return nil
}

// blocks writes the blocks of a plain file: first, while the headers still have the old lengths.
func (e *erasure) blocks(time.Time) error {
	for _, s := range e.spans {
		at := io.NewOffsetWriter(e.file, s.from+s.head)
		if s.head == 0 {
			continue
		}
		if err := fill(at, s.to-s.from-s.head-int64(len(recordEnd))); err != nil {
			return err
		}
		if _, err := io.WriteString(at, recordEnd); err != nil {
			return err
		}
	}
	return nil
}

// heads writes the headers of a plain file: second, when the blocks are durable.
func (e *erasure) heads(now time.Time) error {
	for _, s := range e.spans {
		whole := s.head == 0
		if whole {
			s.head = int64(len(removedHead(s.to-s.from, now, newID())))
		}
		block := s.to - s.from - s.head - int64(len(recordEnd))
		if _, err := e.file.WriteAt(filledHead(s.head, block, now), s.from); err != nil {
			return err
		}
		if !whole {
			continue
		}
		at := io.NewOffsetWriter(e.file, s.from+s.head)
		if err := fill(at, block); err != nil {
			return err
		}
		if _, err := io.WriteString(at, recordEnd); err != nil {
			return err
		}
	}
	return nil
}

// beginMembers writes the beginning of the first member of each span, behind which all is broken.
func (e *erasure) beginMembers(now time.Time) error {
	for _, s := range e.spans {
		if _, err := e.file.WriteAt(member(s.members()[0], now)[:memberHead], s.from); err != nil {
			return err
		}
	}
	return nil
}

// endMembers writes the members: the first of a span, then the others from the last on. So what a torn one may
// swallow are placeholders, too.
func (e *erasure) endMembers(now time.Time) error {
	for _, s := range e.spans {
		sizes := s.members()
		if _, err := e.file.WriteAt(member(sizes[0], now), s.from); err != nil {
			return err
		}
		at := s.to
		for _, n := range slices.Backward(sizes[1:]) {
			at -= n
			if _, err := e.file.WriteAt(member(n, now), at); err != nil {
				return err
			}
		}
	}
	return nil
}

// members returns the lengths of the gzip members that fill a span: all but the first, or two, as long as one can be.
func (s span) members() []int64 {
	n, least := s.to-s.from, s.least()
	var sizes []int64
	switch rest := n % memberMost; {
	case n < memberMost, rest >= least:
		sizes = []int64{rest}
	case rest > 0:
		sizes = []int64{rest + least, memberMost - least}
	}
	for _, size := range sizes {
		n -= size
	}
	for ; n > 0; n -= memberMost {
		sizes = append(sizes, memberMost)
	}
	return sizes
}

// member makes a gzip member of size bytes with a placeholder.
func member(size int64, now time.Time) []byte {
	stored := size - memberMore
	head := int64(len(removedHead(stored, now, newID())))
	block := stored - head - int64(len(recordEnd))
	if block < fillLeast {
		head, block = head+block, 0
	}
	b := bytes.NewBuffer(make([]byte, 0, size))
	b.WriteString(removedMark + "\x00\x00\x00\x00\x00\xff\x01") // no time, no compression, any system; the last block, stored
	b.Write(binary.LittleEndian.AppendUint16(nil, uint16(stored)))
	b.Write(binary.LittleEndian.AppendUint16(nil, ^uint16(stored)))
	b.Write(filledHead(head, block, now))
	fill(b, block) // a Buffer takes all
	b.WriteString(recordEnd)
	text := b.Bytes()[b.Len()-int(stored):]
	b.Write(binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE(text)))
	b.Write(binary.LittleEndian.AppendUint32(nil, uint32(stored)))
	return b.Bytes()
}
