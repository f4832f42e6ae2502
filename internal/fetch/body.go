package fetch

import (
	"bytes"
	"io"
	"os"
)

// Body is a sequence of bytes: in memory up to 2 MiB, then in a temporary file. It can be read until its
// response is released, by several goroutines at once.
type Body struct {
	mem  []byte
	file *os.File
	n    int64
}

// Len returns the number of bytes.
func (b *Body) Len() int64 { return b.n }

// Bytes returns the whole body when it is in memory, else false. The bytes must not be changed.
func (b *Body) Bytes() ([]byte, bool) { return b.mem, b.file == nil }

// Reader returns a new reader at the beginning of the body, independent of all others.
func (b *Body) Reader() io.ReadSeeker {
	if b.file == nil {
		return bytes.NewReader(b.mem)
	}
	return io.NewSectionReader(b.file, 0, b.n)
}
