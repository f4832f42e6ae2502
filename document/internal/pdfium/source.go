package pdfium

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"

	"sluice/document/content"
	"sluice/document/internal/pdffile"
)

// openFile opens a file to be read by a child.
func openFile(path string) (f *os.File, size int64, err error) {
	// Not to wait: a path may have become a pipe meanwhile.
	f, err = os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	switch {
	case err != nil:
	case !info.Mode().IsRegular():
		err = fmt.Errorf("%s is not a file", path)
	case info.Size() > pdffile.MaxFile:
		err = fmt.Errorf("%w: %d MB, and %d MB are the most", content.ErrTooLarge, info.Size()>>20, pdffile.MaxFile>>20)
	case info.Size() < 8: // "%PDF-1.0"
		err = fmt.Errorf("%w: %d bytes", content.ErrDamaged, info.Size())
	default:
		return f, info.Size(), nil
	}
	return nil, 0, errors.Join(err, f.Close())
}

// errShort is the error of a file that became shorter while it was read.
var errShort = errors.New("file became shorter while it was read")

// sendRequest sends a request with its file. It returns errDied when the child does
// not take it, and an error of reading the file as it is.
func sendRequest(to io.Writer, q request, f io.Reader) error {
	if send(to, isRequest, q) != nil {
		return errDied
	}
	source := &failingReader{Reader: f}
	switch _, err := io.CopyN(to, source, q.Size); {
	case source.err != nil: // a fault of this machine, not of the child
		return source.err
	case errors.Is(err, io.EOF):
		return errShort
	case err != nil:
		return errDied
	}
	return nil
}

// failingReader is a reader that keeps the error with which it failed. The end of the file is none.
type failingReader struct {
	io.Reader
	err error
}

// Read reads from the reader below.
func (r *failingReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		r.err = err
	}
	return n, err
}

// body is the file behind a request, as the child gets it.
type body struct {
	from *bufio.Reader
	left int64
	over chan struct{} // closed when all of it was read
}

// newBody returns the body of so many bytes.
func newBody(from *bufio.Reader, size int64) *body {
	b := &body{from, max(0, size), make(chan struct{})}
	if b.left == 0 {
		close(b.over)
	}
	return b
}

// Read reads from the body. It is an error if it breaks off: the pool is gone.
func (b *body) Read(p []byte) (int, error) {
	if b.left == 0 {
		return 0, io.EOF
	}
	n, err := b.from.Read(p[:min(int64(len(p)), b.left)])
	if b.left -= int64(n); b.left == 0 {
		close(b.over)
		return n, nil
	}
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// discard skips what was not read of the body, so that the next request can
// follow.
func (b *body) discard() error {
	_, err := io.Copy(io.Discard, b)
	return err
}
