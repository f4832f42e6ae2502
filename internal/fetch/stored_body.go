package fetch

import (
	"io"
	"net/http"
)

// Decode undoes the content encodings that a stored answer's header names, as [Client.Do] did when it came.
// The caller closes what it returns.
func Decode(body io.Reader, header http.Header) (io.ReadCloser, error) {
	x := new(exchange)
	d, err := newDecoder(body, x.contentCodings(header), x)
	if err != nil {
		return nil, err
	}
	return decoded{d}, nil
}

// decoded is a decoder that is released when it is closed.
type decoded struct{ *decoder }

// Close implements [io.Closer].
func (d decoded) Close() error {
	d.release()
	return nil
}

// Same reports whether two bodies share their bytes, as Wire and Content of a response do when the body was not
// encoded. It compares no bytes.
func (b *Body) Same(o *Body) bool {
	if b.n != o.n || b.file != o.file {
		return false
	}
	return b.file != nil || b.n == 0 || &b.mem[0] == &o.mem[0]
}
