package fetch

import (
	"bufio"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/zstd"

	"sluice/internal/fetch/gunzip"
)

// mostCodings is how many encodings may lie over each other.
const mostCodings = 3

// zstdWindow is the largest window that RFC 9659 allows.
const zstdWindow = 8 << 20

// openers begin to decode each encoding that is known.
var openers = map[string]func(d *decoder, br *bufio.Reader) (io.Reader, error){
	"gzip": openGzip, "x-gzip": openGzip, "deflate": openDeflate, "br": openBrotli, "zstd": openZstd,
}

// canDecode reports whether an encoding is known.
func canDecode(coding string) bool { return openers[coding] != nil }

// contentCodings returns the encodings of a body in the order in which they were applied. Unknown ones are
// ignored, as in browsers: they name a charset, or nothing.
func (x *exchange) contentCodings(header http.Header) []string {
	values := header["Content-Encoding"]
	if len(values) == 0 {
		return nil
	}
	var list []string
	for part := range strings.SplitSeq(strings.Join(values, ","), ",") {
		switch coding := strings.ToLower(strings.Trim(part, " \t")); {
		case coding == "" || coding == "identity":
		case canDecode(coding):
			list = append(list, coding)
		default:
			x.mark("encoding: unknown")
		}
	}
	return list
}

// decoder undoes encodings, one after the other.
type decoder struct {
	io.Reader
	x       *exchange
	readers []*bufio.Reader
	free    []func() // put the parts into their pools
}

var (
	codedReaders  = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, 8<<10) }}
	flateReaders  = sync.Pool{New: func() any { return flate.NewReader(nil) }}
	brotliReaders = sync.Pool{New: func() any { return brotli.NewReader(nil) }}
	zstdReaders   sync.Pool
	errNotEncoded = errors.New("not in this encoding")
)

// newDecoder decodes r, to which codings were applied in their order.
func newDecoder(r io.Reader, codings []string, x *exchange) (*decoder, error) {
	if len(codings) > mostCodings {
		return nil, newError(tooManyEncodings, nil)
	}
	d := &decoder{Reader: r, x: x}
	for i := len(codings) - 1; i >= 0; i-- {
		br := codedReaders.Get().(*bufio.Reader)
		br.Reset(d.Reader)
		d.readers = append(d.readers, br)
		next, err := openers[codings[i]](d, br)
		if errors.Is(err, errNotEncoded) && d.isReadable(br) {
			x.mark("encoding: plain")
			next, err = br, nil
		}
		if err != nil {
			d.release()
			return nil, d.explain(err, codings[i])
		}
		d.Reader = next
	}
	return d, nil
}

// explain returns an error of the body itself as it is, and adds the encoding to an error of decoding.
func (d *decoder) explain(err error, coding string) error {
	var e *Error
	if errors.As(err, &e) || errors.Is(err, errWireLimit) {
		return err
	}
	return newError(withDetail(Encoding, coding), err)
}

// isReadable reports whether what comes is a kind of file that people read, or nothing at all.
func (d *decoder) isReadable(br *bufio.Reader) bool {
	head, _ := br.Peek(512)
	return len(head) == 0 || http.DetectContentType(head) != "application/octet-stream"
}

// release puts the readers into their pools.
func (d *decoder) release() {
	for _, free := range d.free {
		free()
	}
	for _, br := range d.readers {
		br.Reset(nil)
		codedReaders.Put(br)
	}
	d.free, d.readers = nil, nil
}

// beginsWith reports whether br begins with magic; an error other than its end is the body's own.
func beginsWith(br *bufio.Reader, magic string) (bool, error) {
	head, err := br.Peek(len(magic))
	if err == io.EOF {
		err = nil
	}
	return string(head) == magic, err
}

// openGzip decodes gzip, as many members as there are.
func openGzip(d *decoder, br *bufio.Reader) (io.Reader, error) {
	ok, err := beginsWith(br, gunzip.Magic)
	if err != nil || !ok {
		return nil, errors.Join(err, errNotEncoded)
	}
	return gunzip.NewReader(br, d.inflater(br)), nil
}

// inflater returns a reader of raw deflate data, which release puts into its pool.
func (d *decoder) inflater(br *bufio.Reader) io.ReadCloser {
	f := flateReaders.Get().(io.ReadCloser)
	f.(flate.Resetter).Reset(br, nil)
	d.free = append(d.free, func() { flateReaders.Put(f) })
	return f
}

// openDeflate decodes both the standard form (zlib, RFC 1950) and what some servers send instead (raw deflate).
func openDeflate(d *decoder, br *bufio.Reader) (io.Reader, error) {
	head, err := br.Peek(2)
	if len(head) < 2 {
		return br, bodyError(err)
	}
	if head[0]&0x0f == 8 && (int(head[0])<<8|int(head[1]))%31 == 0 {
		if head[1]&0x20 != 0 {
			return nil, gunzip.ErrUnsupported // a preset dictionary
		}
		br.Discard(2)
	}
	return d.inflater(br), nil
}

// bodyError returns err unless it is the end of the body: an empty body is no error.
func bodyError(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}

// openBrotli decodes Brotli, which has no mark to be recognised by.
func openBrotli(d *decoder, br *bufio.Reader) (io.Reader, error) {
	if _, err := br.Peek(1); err != nil {
		return br, bodyError(err)
	}
	b := brotliReaders.Get().(*brotli.Reader)
	b.Reset(br)
	d.free = append(d.free, func() { brotliReaders.Put(b) })
	return b, nil
}

// openZstd decodes Zstandard, with a window that RFC 9659 allows at most.
func openZstd(d *decoder, br *bufio.Reader) (io.Reader, error) {
	head, err := br.Peek(4)
	if bodyError(err) != nil {
		return nil, err
	}
	skippable := len(head) == 4 && head[0]&0xf0 == 0x50 && string(head[1:]) == "\x2a\x4d\x18"
	if string(head) != "\x28\xb5\x2f\xfd" && !skippable {
		return nil, errNotEncoded
	}
	z, ok := zstdReaders.Get().(*zstd.Decoder)
	if !ok {
		if z, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxWindow(zstdWindow), zstd.WithDecoderMaxMemory(1<<62)); err != nil {
			return nil, err
		}
	}
	if err := z.Reset(br); err != nil {
		return nil, err
	}
	d.free = append(d.free, func() {
		z.Reset(nil)
		zstdReaders.Put(z)
	})
	return z, nil
}
