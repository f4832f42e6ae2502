package sitemap

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// input is the unpacked file, in an encoding that has ASCII in it.
type input struct {
	*bufio.Reader
}

const headSize = 4 << 10

// open unpacks r. Some are packed twice: once for the file, once for the way.
func open(r io.Reader, limit int64) (*input, error) {
	b := bufio.NewReaderSize(r, headSize)
	for range 2 {
		if head, _ := b.Peek(2); !bytes.Equal(head, []byte{0x1f, 0x8b}) {
			break
		}
		z, err := gzip.NewReader(b)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrFormat, err)
		}
		b = bufio.NewReaderSize(z, headSize)
	}
	return &input{bufio.NewReaderSize(decoded(&limited{b, limit}), headSize)}, nil
}

// limited is a reader that fails when there is more than it may return.
type limited struct {
	r    io.Reader
	left int64
}

// Read implements [io.Reader].
func (l *limited) Read(p []byte) (int, error) {
	if int64(len(p)) > l.left+1 {
		p = p[:l.left+1]
	}
	n, err := l.r.Read(p)
	if int64(n) > l.left {
		n, err = int(l.left), ErrTooLarge
	}
	l.left -= int64(n)
	return n, err
}

// decoded turns UTF-16 into UTF-8, judged by the bytes, not by what the file declares.
func decoded(r io.Reader) io.Reader {
	b := bufio.NewReaderSize(r, headSize)
	head, _ := b.Peek(4)
	var order unicode.Endianness
	switch {
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("<\x00")):
		order = unicode.LittleEndian
	case bytes.HasPrefix(head, []byte("\xfe\xff")), bytes.HasPrefix(head, []byte("\x00<")):
		order = unicode.BigEndian
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		b.Discard(3)
		return b
	default:
		return b
	}
	return transform.NewReader(b, unicode.UTF16(order, unicode.UseBOM).NewDecoder())
}

const space = " \t\r\n\v\f"

// full reports whether a read ended because the buffer is full.
func full(err error) bool { return errors.Is(err, bufio.ErrBufferFull) }
