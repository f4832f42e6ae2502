package fetch

import (
	"errors"
	"io"
)

// The most that the encodings of a body may expand it. HTML expands up to 30 times, and documents that are mostly blanks (tables,
// PDFs with sparse pages) up to 100 times. Brotli expands 265 bytes to 150 MB if they are made for it: a server could fill the disk
// for nothing. Small bodies expand further, since one that repeats itself may be honest and costs little.
const (
	maxExpansion  = 200     // decoded bytes for each encoded byte, in bodies over freeExpansion
	freeExpansion = 4 << 20 // decoded bytes that any body may have
)

// errExpansion is of a transfer encoding that expands a body too far.
var errExpansion = errors.New("expands too far")

// expansionLimit returns how many decoded bytes of an encoded body are read, at most limit. It depends on the body alone and not on the
// sizes of the pieces in which it came, so that an archived body is cut at the same byte when it is decoded again.
func (t *tee) expansionLimit(limit int64) int64 {
	if err := t.wire.readUpTo(t.body, min(limit/maxExpansion+1, t.most)); err != nil && t.err == nil {
		t.err = err
	}
	return min(limit, max(freeExpansion, maxExpansion*t.wire.n))
}

// counter counts the bytes that are read.
type counter struct {
	io.Reader
	n int64
}

// Read reads and counts.
func (c *counter) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += int64(n)
	return n, err
}

// expansion reads a body that a transfer encoding was removed from. Its error is errExpansion when that expands it too far.
type expansion struct {
	decoded counter
	encoded *counter
}

// Read reads decoded bytes.
func (e *expansion) Read(p []byte) (int, error) {
	if e.decoded.n > max(freeExpansion, maxExpansion*e.encoded.n) {
		return 0, errExpansion
	}
	return e.decoded.Read(p)
}
