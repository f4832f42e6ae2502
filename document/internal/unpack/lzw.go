package unpack

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

const (
	lzwClear    = 256
	lzwLeast    = 9
	lzwMost     = 16
	lzwBlock    = 0x80 // the table may be cleared
	lzwBitsMask = 0x1f
)

// lzw unpacks what the Unix program compress has packed (.Z; T. A. Welch, "A
// Technique for High-Performance Data Compression", IEEE Computer 17/6, 1984):
// codes of 9 to 16 bits, lowest bits first, eight codes of one width to a
// block. Its memory does not depend on the sizes in the header.
type lzw struct {
	in     *bufio.Reader
	prefix [1 << lzwMost]uint16
	suffix [1 << lzwMost]byte

	most    uint // bits of the longest code
	bits    uint // of a code now
	free    int  // next entry of the table
	blocked bool // the table may be cleared

	block []byte // of codes, in room
	room  [lzwMost]byte
	at    uint // bit of the next code in it

	last  int // code before; -1 at the beginning
	first byte
	out   []byte // what waits to be read
	stack [1 << lzwMost]byte
}

// newLZW begins to unpack.
func newLZW(r io.Reader) (*lzw, error) {
	in := bufio.NewReader(r)
	var head [3]byte
	if _, err := io.ReadFull(in, head[:]); err != nil || head[0] != 0x1f || head[1] != 0x9d {
		return nil, errors.New("not a file of compress")
	}
	z := &lzw{in: in, most: uint(head[2] & lzwBitsMask), bits: lzwLeast, free: 256, blocked: head[2]&lzwBlock != 0, last: -1}
	if z.most < lzwLeast || z.most > lzwMost {
		return nil, fmt.Errorf("codes of %d bits", z.most)
	}
	if z.blocked {
		z.free = lzwClear + 1
	}
	for i := range 256 {
		z.suffix[i] = byte(i)
	}
	return z, nil
}

// Read unpacks up to len(p) bytes.
func (z *lzw) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for len(z.out) == 0 {
		if err := z.next(); err != nil {
			return 0, err
		}
	}
	n := copy(p, z.out)
	z.out = z.out[n:]
	return n, nil
}

// code reads the next code. A change of width begins a new block, whatever is
// left of the one before.
func (z *lzw) code() (int, error) {
	if z.free >= 1<<z.bits && z.bits < z.most {
		z.bits++
		z.at, z.block = 0, nil
	}
	if z.at+z.bits > uint(len(z.block))*8 {
		n, err := io.ReadFull(z.in, z.room[:z.bits])
		if z.at, z.block = 0, z.room[:n]; uint(n)*8 < z.bits {
			if err == nil || errors.Is(err, io.ErrUnexpectedEOF) {
				err = io.EOF
			}
			return 0, err
		}
	}
	var bits uint32 // of the three bytes that a code may reach into
	for i, c := range z.block[z.at/8 : min(z.at/8+3, uint(len(z.block)))] {
		bits |= uint32(c) << (8 * i)
	}
	code := bits >> (z.at % 8) & (1<<z.bits - 1)
	z.at += z.bits
	return int(code), nil
}

// next unpacks one code.
func (z *lzw) next() error {
	code, err := z.code()
	if err != nil {
		return err
	}
	if code == lzwClear && z.blocked {
		z.free = lzwClear // the entry that the next code makes is never used
		z.bits = lzwLeast
		z.at, z.block = 0, nil
		return nil
	}
	if z.last < 0 {
		if code > 255 {
			return fmt.Errorf("code %d before any other", code)
		}
		z.last, z.first = code, byte(code)
		z.stack[0] = z.first
		z.out = z.stack[:1]
		return nil
	}
	at, this := len(z.stack), code
	if code >= z.free {
		if code > z.free {
			return fmt.Errorf("code %d where the table ends at %d", code, z.free)
		}
		at--
		z.stack[at] = z.first
		code = z.last
	}
	for code > 255 {
		at--
		z.stack[at] = z.suffix[code]
		if code = int(z.prefix[code]); at == 0 {
			return errors.New("a code that contains itself")
		}
	}
	z.first = byte(code)
	at--
	z.stack[at] = z.first
	z.out = z.stack[at:]
	if z.free < 1<<z.most {
		z.prefix[z.free], z.suffix[z.free] = uint16(z.last), z.first
		z.free++
	}
	z.last = this
	return nil
}
