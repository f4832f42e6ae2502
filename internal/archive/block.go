package archive

import (
	"bufio"
	"errors"
	"io"
)

// block is what is left to read of a record's block. At its end the record is whole: its
// length, and the checksum of its gzip member.
type block struct {
	r   *Reader
	rec *Record
}

// Read implements [io.Reader]. It ends with the block, and an end before that is damage.
func (b *block) Read(p []byte) (int, error) {
	r := b.r
	if r.rec != b.rec {
		return 0, errors.New("archive: the reader is at another record already")
	}
	if r.left == 0 || r.bad != nil {
		if err := r.finish(b.rec); err != nil {
			return 0, err
		}
		return 0, io.EOF
	}
	n, err := r.stream().Read(p[:min(int64(len(p)), r.left)])
	r.left -= int64(n)
	if err != nil {
		r.bad = r.damage(noEOF(err))
		return n, r.bad
	}
	return n, nil
}

// stream returns the bytes of the record in reading.
func (r *Reader) stream() *bufio.Reader {
	if r.in != nil {
		return r.in
	}
	return r.raw
}

// finish reads rec to its end, once, and finds its length.
func (r *Reader) finish(rec *Record) error {
	if rec.length >= 0 {
		return nil
	}
	if r.rec != rec {
		return errors.New("archive: the reader is at another record already")
	}
	if r.bad == nil {
		if err := r.skipRest(); err != nil {
			r.bad = r.damage(err)
		}
	}
	if r.bad != nil {
		return r.bad
	}
	rec.length = r.pos() - r.start
	if r.shared {
		rec.length = 0
	}
	return nil
}

// skipRest passes over what is left of the block and over the two line ends after
// it, and finds the end of a gzip member.
func (r *Reader) skipRest() error {
	in := r.stream()
	for r.left > 0 {
		n, err := in.Discard(int(min(r.left, 1<<30)))
		r.left -= int64(n)
		if err != nil {
			return noEOF(err)
		}
	}
	if ends := skipEnds(in); ends < 4 && r.in == nil && r.strict {
		return io.ErrUnexpectedEOF
	}
	if r.in == nil {
		return nil
	}
	_, err := r.in.Peek(1) // checks the member's checksum at its end
	if err == io.EOF {
		r.in = nil
		return nil
	}
	r.shared = true
	return err
}

// skipEnds passes over at most two line ends, and returns how many bytes they had.
func skipEnds(in *bufio.Reader) int {
	for i, want := range []byte("\r\n\r\n") {
		c, err := in.ReadByte()
		if err != nil {
			return i
		}
		if c != want {
			in.UnreadByte()
			return i
		}
	}
	return 4
}
