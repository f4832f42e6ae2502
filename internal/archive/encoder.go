package archive

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/klauspost/compress/gzip"
)

// storedBytes is the size under which a record goes into its gzip member as it is.
// To compress a request or metadata record takes a quarter as long as the page's
// response and saves some 200 bytes.
const storedBytes = 1 << 10

const (
	httpResponse = "application/http;msgtype=response"
	httpRequest  = "application/http;msgtype=request"
	warcFields   = "application/warc-fields"

	profileBase = "http://netpreserve.org/warc/1.1/revisit/"

	dateFormat = "2006-01-02T15:04:05.000Z" // of WARC 1.1: to the millisecond here
)

// encoder makes records. It is safe for concurrent use.
type encoder struct {
	plain bool
	level int
	dir   string    // folder for what is too large for memory; "" keeps all in memory
	idle  sync.Pool // of *scratch
}

// scratch is what one Encode needs while it runs.
type scratch struct {
	zip    *gzip.Writer // nil when plain
	store  *gzip.Writer // makes members without compression; nil when plain
	fields []byte       // the record's named fields
	block  []byte       // a metadata or warcinfo block
	body   io.LimitedReader
	copy   [32 << 10]byte
}

// newEncoder returns the encoder for o. Level must be one of gzip's.
func newEncoder(o Options, dir string) *encoder {
	return &encoder{plain: o.Plain, level: o.Level, dir: dir}
}

// scratch returns what one call of Encode needs, used before if there is one.
func (c *encoder) scratch() *scratch {
	if s, ok := c.idle.Get().(*scratch); ok {
		return s
	}
	s := new(scratch)
	if !c.plain {
		s.zip, _ = gzip.NewWriterLevel(nil, c.level) // Open has checked the level
		s.store, _ = gzip.NewWriterLevel(nil, gzip.NoCompression)
	}
	return s
}

// Encode makes the records of x, compressed if the archive is: a response or a
// revisit, then the request and the metadata if there are any, both with a
// reference to the first. It may be called from many goroutines at a time, and has
// read x.Body when it returns. What is larger than 2 MiB goes to a temporary file
// in the archive's folder. The caller releases the Encoded.
func (c *encoder) Encode(ctx context.Context, x *Exchange) (*Encoded, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	s := c.scratch()
	defer c.idle.Put(s)
	e := newEncoded(c.dir)
	if err := s.exchange(e, x); err != nil {
		e.Release()
		return nil, fmt.Errorf("archive %s: %w", x.URL, err)
	}
	return e, nil
}

// exchange makes all records of an exchange.
func (s *scratch) exchange(e *Encoded, x *Exchange) error {
	if len(x.Header) == 0 {
		return errors.New("the response has no header")
	}
	id := newID()
	if err := s.answer(e, x, id); err != nil {
		return err
	}
	e.first = e.size
	if len(x.Request) > 0 {
		s.start("request", newID(), x.Time)
		s.about(x.URL, x.Addr)
		s.field("WARC-Concurrent-To", id)
		if err := s.small(e, httpRequest, x.Request); err != nil {
			return err
		}
	}
	if len(x.Metadata) > 0 {
		s.start("metadata", newID(), x.Time)
		s.about(x.URL, netip.Addr{})
		s.field("WARC-Concurrent-To", id)
		return s.small(e, warcFields, s.lines(x.Metadata))
	}
	return nil
}

// answer makes the response record, or the revisit record in its place.
func (s *scratch) answer(e *Encoded, x *Exchange, id string) error {
	if x.Revisit != nil {
		return s.revisit(e, x, id)
	}
	s.start("response", id, x.Time)
	s.about(x.URL, x.Addr)
	s.field("WARC-Payload-Digest", x.PayloadDigest)
	s.field("WARC-Identified-Payload-Type", x.PayloadType)
	s.field("WARC-Truncated", x.Truncated)
	s.end(httpResponse, int64(len(x.Header))+x.Len)

	w := s.open(e, int64(len(x.Header))+x.Len)
	w.Write(s.fields) // the last write returns any earlier error: Encoded and gzip.Writer keep it
	w.Write(x.Header)
	if x.Len > 0 {
		s.body = io.LimitedReader{R: x.Body, N: x.Len}
		n, err := io.CopyBuffer(w, &s.body, s.copy[:])
		s.body.R = nil
		if err != nil {
			return fmt.Errorf("copy body: %w", err)
		}
		if n < x.Len {
			return fmt.Errorf("body ends after %d of %d bytes", n, x.Len)
		}
	}
	return closeRecord(w)
}

// revisit makes the record of an answer whose body the archive has already.
func (s *scratch) revisit(e *Encoded, x *Exchange, id string) error {
	s.start("revisit", id, x.Time)
	s.about(x.URL, x.Addr)
	s.field("WARC-Profile", profileBase+string(x.Revisit.Profile))
	s.field("WARC-Refers-To-Target-URI", x.Revisit.URL)
	s.date("WARC-Refers-To-Date", x.Revisit.Time)
	s.field("WARC-Payload-Digest", x.PayloadDigest)
	s.field("WARC-Identified-Payload-Type", x.PayloadType)
	return s.small(e, httpResponse, x.Header)
}

// warcinfo makes the record at the head of the file of that name.
func (c *encoder) warcinfo(name string, now time.Time, info []Field) (*Encoded, error) {
	s := c.scratch()
	defer c.idle.Put(s)
	e := newEncoded(c.dir)
	s.start("warcinfo", newID(), now)
	s.field("WARC-Filename", name)
	err := s.small(e, warcFields, s.lines(append([]Field{
		{"format", "WARC File Format 1.1"},
		{"conformsTo", "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"},
	}, info...)))
	if err != nil {
		e.Release()
		return nil, err
	}
	return e, nil
}

// small writes a record whose block is at hand. It has a block digest, as it has no
// payload digest that is its own; of a response the payload's is enough,
// and a second pass over it would cost a tenth of the compression.
func (s *scratch) small(e *Encoded, contentType string, block []byte) error {
	sum := sha256.Sum256(block)
	s.fields = append(s.fields, "WARC-Block-Digest: sha256:"...)
	s.fields = hex.AppendEncode(s.fields, sum[:])
	s.fields = append(s.fields, "\r\n"...)
	s.end(contentType, int64(len(block)))
	w := s.open(e, int64(len(block)))
	w.Write(s.fields)
	w.Write(block)
	return closeRecord(w)
}

// open begins the record of s.fields and a block of that length in e, a gzip member
// of its own unless the archive is plain.
func (s *scratch) open(e *Encoded, block int64) io.WriteCloser {
	if s.zip == nil {
		return sink{e}
	}
	w := s.zip
	if int64(len(s.fields))+block < storedBytes {
		w = s.store
	}
	w.Reset(sink{e})
	return w
}

// closeRecord ends a record.
func closeRecord(w io.WriteCloser) error {
	if _, err := io.WriteString(w, "\r\n\r\n"); err != nil {
		return err
	}
	return w.Close()
}

// start begins the named fields of a record.
func (s *scratch) start(kind, id string, t time.Time) {
	s.fields = append(s.fields[:0], "WARC/1.1\r\n"...)
	s.field("WARC-Type", kind)
	s.field("WARC-Record-ID", id)
	s.date("WARC-Date", t)
}

// about adds the fields that name what a record is about.
func (s *scratch) about(url string, a netip.Addr) {
	s.field("WARC-Target-URI", url)
	if a.IsValid() {
		s.fields = append(s.fields, "WARC-IP-Address: "...)
		s.fields = a.Unmap().WithZone("").AppendTo(s.fields)
		s.fields = append(s.fields, "\r\n"...)
	}
}

// date adds a field with a time, to the millisecond.
func (s *scratch) date(name string, t time.Time) {
	s.fields = append(s.fields, name...)
	s.fields = append(s.fields, ": "...)
	s.fields = t.UTC().AppendFormat(s.fields, dateFormat)
	s.fields = append(s.fields, "\r\n"...)
}

// end adds the last of the named fields and the blank line.
func (s *scratch) end(contentType string, length int64) {
	s.field("Content-Type", contentType)
	s.fields = fmt.Appendf(s.fields, "Content-Length: %d\r\n\r\n", length)
}

// field adds a named field, none when there is no value.
func (s *scratch) field(name, value string) {
	if value != "" {
		s.fields = appendField(s.fields, Field{name, value})
	}
}

// lines makes the block of a warcinfo or metadata record.
func (s *scratch) lines(fs []Field) []byte {
	s.block = s.block[:0]
	for _, f := range fs {
		s.block = appendField(s.block, f)
	}
	return s.block
}

// appendField writes one line. A value that came from the Web must not end it early.
func appendField(b []byte, f Field) []byte {
	b = append(b, f.Name...)
	b = append(b, ": "...)
	if strings.ContainsAny(f.Value, "\r\n\x00") {
		f.Value = oneLine.Replace(f.Value)
	}
	b = append(b, f.Value...)
	return append(b, "\r\n"...)
}

var oneLine = strings.NewReplacer("\r\n", " ", "\r", " ", "\n", " ", "\x00", "")

// newID makes a record's name: a random UUID, version 4 of RFC 9562. The generator
// of math/rand/v2 is seeded by the system and needs no lock.
func newID() string {
	hi := rand.Uint64()&^0xf000 | 0x4000
	lo := rand.Uint64()&^(3<<62) | 2<<62
	const form = "<urn:uuid:00000000-0000-0000-0000-000000000000>"
	const digits = "0123456789abcdef"
	b := []byte(form)
	for i := len(b) - 2; lo|hi != 0 && b[i] != ':'; i-- {
		if b[i] == '-' {
			continue
		}
		b[i] = digits[lo&15]
		lo = lo>>4 | hi<<60
		hi >>= 4
	}
	return string(b)
}
