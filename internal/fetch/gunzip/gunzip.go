// Package gunzip decodes gzip as lenient browsers do.
package gunzip

import (
	"bufio"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"

	"github.com/klauspost/compress/flate"
)

// Magic begins each member.
const Magic = "\x1f\x8b"

var (
	// ErrAfterData is the error behind data that is whole: its checksum is wrong or missing, or something else follows it.
	ErrAfterData = errors.New("checksum or trailing bytes")
	// ErrUnsupported is the error of a method of compression other than deflate.
	ErrUnsupported = errors.New("not supported")
)

// Reader reads gzip (RFC 1952), as many members as there are. Unlike compress/gzip it passes over names,
// comments and extra fields of any length, and returns the data before the error of what follows it.
type Reader struct {
	br      *bufio.Reader
	inflate io.ReadCloser // a flate reader over br
	inside  bool          // a member
	members int
	crc     uint32
	size    uint32
}

// NewReader decodes what br reads. inflate is a flate reader, used as long as the Reader is.
func NewReader(br *bufio.Reader, inflate io.ReadCloser) *Reader {
	return &Reader{br: br, inflate: inflate}
}

// Read decodes. It returns [ErrAfterData] when the data is whole but its checksum is wrong or missing, or
// something else follows it.
func (g *Reader) Read(p []byte) (int, error) {
	for {
		if !g.inside {
			if err := g.open(); err != nil {
				return 0, err
			}
		}
		n, err := g.inflate.Read(p)
		g.crc = crc32.Update(g.crc, crc32.IEEETable, p[:n])
		g.size += uint32(n)
		if err == io.EOF {
			g.inside = false
			g.members++
			err = g.checkTrailer()
		}
		if n > 0 || err != nil {
			return n, err
		}
	}
}

// open reads the header of the next member.
func (g *Reader) open() error {
	if g.members > 0 {
		if _, err := g.br.Peek(1); err == io.EOF {
			return io.EOF
		}
		if head, err := g.br.Peek(len(Magic)); err != nil || string(head) != Magic {
			return ErrAfterData
		}
	}
	if err := g.skipHeader(); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return err
	}
	g.inside, g.crc, g.size = true, 0, 0
	return g.inflate.(flate.Resetter).Reset(g.br, nil)
}

// Flags of a member's header.
const (
	gzipHasCRC     = 1 << 1
	gzipHasExtra   = 1 << 2
	gzipHasName    = 1 << 3
	gzipHasComment = 1 << 4
)

// skipHeader passes over the header of a member. Its names, comments and extra fields may have any length.
func (g *Reader) skipHeader() error {
	var h [10]byte
	if _, err := io.ReadFull(g.br, h[:]); err != nil {
		return err
	}
	flags := h[3]
	if h[2] != 8 {
		return ErrUnsupported
	}
	if flags&gzipHasExtra != 0 {
		var n [2]byte
		if _, err := io.ReadFull(g.br, n[:]); err != nil {
			return err
		}
		if _, err := g.br.Discard(int(binary.LittleEndian.Uint16(n[:]))); err != nil {
			return err
		}
	}
	for _, field := range []byte{gzipHasName, gzipHasComment} {
		if flags&field != 0 {
			if err := g.skipString(); err != nil {
				return err
			}
		}
	}
	if flags&gzipHasCRC != 0 {
		_, err := g.br.Discard(2)
		return err
	}
	return nil
}

// skipString passes over a string that ends with a zero byte.
func (g *Reader) skipString() error {
	for {
		b, err := g.br.ReadByte()
		if err != nil || b == 0 {
			return err
		}
	}
}

// checkTrailer compares the checksum and the length behind a member with what was decoded.
func (g *Reader) checkTrailer() error {
	var t [8]byte
	if _, err := io.ReadFull(g.br, t[:]); err != nil {
		return ErrAfterData
	}
	if binary.LittleEndian.Uint32(t[:]) != g.crc || binary.LittleEndian.Uint32(t[4:]) != g.size {
		return ErrAfterData
	}
	return nil
}
