package fetch

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"strings"
)

// framing is how the end of a body is known.
type framing int

const (
	noBody framing = iota
	byLength
	byChunks
	byClose
)

// frame reads one body off a connection: it knows where the body ends, by one of the rules of RFC 9112,
// section 6.3.
type frame struct {
	kind   framing
	keep   bool // the connection may be used again after the body
	ended  bool
	left   int64 // of the body, or of the chunk
	chunks int
	coding []string // transfer encodings inside the chunks, in the order applied
	br     *bufio.Reader
	x      *exchange
}

// open finds out how the body of res ends.
func (f *frame) open(br *bufio.Reader, res *Response, x *exchange) error {
	h := res.Header
	*f = frame{br: br, x: x, kind: byClose}
	f.keep = res.Proto == "HTTP/1.1" && !hasToken(h["Connection"], "close") && !hasToken(h["Proxy-Connection"], "close") ||
		res.Proto == "HTTP/1.0" && hasToken(h["Connection"], "keep-alive")
	if res.Status/100 == 1 || res.Status == http.StatusNoContent || res.Status == http.StatusNotModified {
		f.kind, f.ended = noBody, true
		return nil
	}
	if values := h["Transfer-Encoding"]; len(values) > 0 {
		return f.openCoded(values, res.Status)
	}
	length, ok, err := contentLength(h["Content-Length"])
	switch {
	case err != nil:
		return err
	case ok:
		f.kind, f.left, f.ended = byLength, length, length == 0
	case len(h["Content-Length"]) > 0:
		x.mark("content-length ignored")
	}
	return nil
}

// openCoded reads Transfer-Encoding. Chunked must come last; a second chunked is an echo of the first.
func (f *frame) openCoded(values []string, status int) error {
	for part := range strings.SplitSeq(strings.Join(values, ","), ",") {
		switch coding := strings.ToLower(strings.Trim(part, " \t")); {
		case coding == "" || coding == "identity":
		case coding == "chunked":
			f.kind = byChunks
		case f.kind != byChunks && len(f.coding) < mostCodings && canDecode(coding):
			f.coding = append(f.coding, coding)
		case isRedirect(status): // where it leads is all that is wanted
			f.x.mark("transfer encoding")
			f.kind, f.coding, f.keep, f.ended = noBody, nil, false, true
			return nil
		default:
			return malformed("transfer encoding")
		}
	}
	if f.kind == byChunks || len(f.coding) > 0 {
		f.x.renameTransferEncoding()
	}
	return nil
}

// isRedirect reports whether the response is a redirect, whose body is of no use.
func isRedirect(status int) bool { return status >= 300 && status < 400 }

// contentLength follows the Fetch standard ("extract a length"): values that differ are an error, one value
// that is no number counts as none. A number beyond all measure is as good as none, too.
func contentLength(values []string) (int64, bool, error) {
	if len(values) == 0 {
		return 0, false, nil
	}
	var first string
	n := 0
	for _, line := range values {
		for v := range strings.SplitSeq(line, ",") {
			v = strings.Trim(v, " \t")
			if n++; n > 1 && v != first {
				return 0, false, malformed("content-lengths differ")
			}
			first = v
		}
	}
	if first == "" {
		return 0, false, nil
	}
	const beyond = 1 << 56
	var length int64
	for i := range len(first) {
		if first[i] < '0' || first[i] > '9' {
			return 0, false, nil
		}
		if length = length*10 + int64(first[i]-'0'); length > beyond {
			return beyond, true, nil
		}
	}
	return length, true, nil
}

// reusable reports whether the connection can serve another request: the body ended where it said.
func (f *frame) reusable() bool { return f.keep && f.ended && f.kind != byClose }

// Read reads the body. The last bytes come together with io.EOF where the end is known.
func (f *frame) Read(p []byte) (int, error) {
	if f.ended {
		return 0, io.EOF
	}
	switch f.kind {
	case byLength:
		return f.readLength(p)
	case byChunks:
		return f.readChunk(p)
	}
	n, err := f.br.Read(p)
	f.ended = err == io.EOF
	return n, err
}

// readLength reads a body whose length is in the header.
func (f *frame) readLength(p []byte) (int, error) {
	n, err := f.br.Read(p[:min(int64(len(p)), f.left)])
	f.left -= int64(n)
	if f.left == 0 {
		f.ended = true
		return n, io.EOF
	}
	return n, cutOff(err)
}

// readChunk reads a chunked body.
func (f *frame) readChunk(p []byte) (int, error) {
	if f.left == 0 {
		if err := f.nextChunk(); err != nil || f.ended {
			return 0, orEOF(err)
		}
	}
	n, err := f.br.Read(p[:min(int64(len(p)), f.left)])
	f.left -= int64(n)
	return n, cutOff(err)
}

// orEOF returns the end of the data for no error.
func orEOF(err error) error {
	if err == nil {
		return io.EOF
	}
	return err
}

// cutOff turns the end of the connection into an error where the body is not whole yet.
func cutOff(err error) error {
	if err == io.EOF {
		return newError(connectionClosed, io.ErrUnexpectedEOF)
	}
	return err
}

// longestChunkLine bounds a chunk's size with its extensions, and mostTrailers the lines after the last chunk.
const (
	longestChunkLine = 4 << 10
	mostTrailers     = 100
)

// nextChunk reads the line with the size of the next chunk, and the trailers after the last one.
func (f *frame) nextChunk() error {
	if f.chunks++; f.chunks > 1 {
		if line, err := f.line(); err != nil {
			return err
		} else if len(line) > 0 {
			return malformed("chunk")
		}
	}
	line, err := f.line()
	if err != nil {
		return err
	}
	size, ok := chunkSize(line)
	if !ok {
		return malformed("chunk")
	}
	if f.left = size; size == 0 {
		f.skipTrailers()
		f.ended = true
	}
	return nil
}

// line reads one short line, without its end.
func (f *frame) line() ([]byte, error) {
	line, err := f.br.ReadSlice('\n')
	if err == bufio.ErrBufferFull || len(line) > longestChunkLine {
		return nil, malformed("chunk")
	}
	if err != nil {
		return nil, cutOff(err)
	}
	return bytes.TrimRight(line, "\r\n"), nil
}

// chunkSize reads the hexadecimal size before extensions and white space.
func chunkSize(line []byte) (int64, bool) {
	digits, _, _ := bytes.Cut(line, []byte(";"))
	digits = bytes.Trim(digits, " \t")
	if len(digits) == 0 {
		return 0, false
	}
	var size int64
	for _, d := range digits {
		v, ok := hexValue(d)
		if !ok || size >= 1<<56 {
			return 0, false
		}
		size = size<<4 | int64(v)
	}
	return size, true
}

// hexValue returns the value of a hexadecimal digit.
func hexValue(d byte) (byte, bool) {
	switch {
	case '0' <= d && d <= '9':
		return d - '0', true
	case 'a' <= d|0x20 && d|0x20 <= 'f':
		return d | 0x20 - 'a' + 10, true
	}
	return 0, false
}

// skipTrailers reads the lines after the last chunk. The body is whole by then, so that whatever is wrong with
// them only costs the connection.
func (f *frame) skipTrailers() {
	for range mostTrailers {
		line, err := f.line()
		switch {
		case err != nil || bytes.IndexByte(line, 0) >= 0:
			f.x.mark("trailer")
			f.keep = false
			return
		case len(line) == 0:
			return
		}
	}
	f.keep = false
}
