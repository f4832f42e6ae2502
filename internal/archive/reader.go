package archive

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"

	"github.com/klauspost/compress/gzip"

	"sluice/internal/system"
)

// Bounds of what a Reader accepts. Records beyond them are damage.
const (
	maxLine  = 64 << 10  // bytes of a line of named fields
	maxLines = 1000      // lines of named fields in a record
	maxField = 256 << 10 // bytes of all named fields in a record
	maxHead  = 1 << 20   // bytes of HTTP headers; longer ones stay in Body
	maxBlank = 64 << 10  // bytes of line ends between two records
)

var (
	// ErrARC is the error of a file in the older ARC format, which is not read.
	ErrARC = errors.New("an ARC file, not a WARC file (convert it with another tool first)")
	// ErrNotWARC is the error of a file that does not begin as a WARC file does.
	ErrNotWARC = errors.New("not a WARC file")
)

// A DamageError is a place in a WARC file where a record should be and no whole one
// is. The Reader that returned it continues at the next record that it finds.
type DamageError struct {
	File   string // its name, "" when not known
	Offset int64  // of the broken record's first byte
	Torn   bool   // the file ends within the record
	Err    error
}

// Error returns file, offset and cause. What to do depends on the caller: see [Check] and package doctor.
func (e *DamageError) Error() string {
	where := fmt.Sprintf("broken record at byte %d: %v", e.Offset, e.Err)
	if e.File == "" {
		return where
	}
	return e.File + ": " + where
}

// Unwrap returns the cause.
func (e *DamageError) Unwrap() error { return e.Err }

// Reader reads the records of one WARC file, from version 0.17 to 1.1, in gzip
// members or not. It accepts what other tools write: lines that end in LF, missing
// line ends after a block, several records in one member. It holds some 2 MiB at
// most, whatever the file says.
type Reader struct {
	name   string
	base   int64 // where in the file the reading began
	strict bool  // a plain record without its two line ends is torn

	src source        // the file
	raw *bufio.Reader // of src
	zip *gzip.Reader  // made at the first member
	in  *bufio.Reader // of the member in reading; nil between members and in a plain file
	mid *bufio.Reader // kept for in

	rec    *Record // the last one returned
	left   int64   // bytes of its block not read yet
	bad    error   // what became of it
	start  int64   // of the member, or of the record in a plain file
	shared bool    // the member has more than one record
	zipped bool    // the file has gzip members
	began  bool    // a record was found
	fatal  error
}

// source counts what is read from the file and keeps its error.
type source struct {
	r   io.Reader
	n   int64
	err error
}

// Read counts the bytes, and keeps an error of the file itself apart from damage in its content.
func (s *source) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	s.n += int64(n)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// NewReader makes a Reader of the file that r reads, from its beginning.
func NewReader(r io.Reader) *Reader {
	in := &Reader{raw: bufio.NewReaderSize(nil, maxLine)}
	in.reset(r)
	return in
}

// reset makes the Reader one of another file, with the buffers that it has.
func (r *Reader) reset(from io.Reader) {
	*r = Reader{raw: r.raw, zip: r.zip, mid: r.mid, src: source{r: from}}
	r.raw.Reset(&r.src)
}

// Records returns the records of the file at path, in order; each is good until the
// next. After a DamageError it continues with the next record that it finds. It ends with the error of a ctx that ends.
func Records(ctx context.Context, path string) iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		f, err := system.OpenRegular(path)
		if err != nil {
			yield(nil, err)
			return
		}
		defer f.Close()
		r := NewReader(f)
		r.name = filepath.Base(path)
		for {
			rec, err := r.Next(ctx)
			if err == io.EOF || !yield(rec, err) || isFinal(err) {
				return
			}
		}
	}
}

// Next returns the next record; the one before is no longer to be read. After the last
// it returns io.EOF. After a [*DamageError] it may be called again and continues at the
// next record that there is; every other error is final, but that of a ctx that has ended.
func (r *Reader) Next(ctx context.Context) (*Record, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	if r.fatal != nil {
		return nil, r.fatal
	}
	rec, err := r.next()
	if err == nil {
		return rec, nil
	}
	if isFinal(err) {
		r.fatal = err
		return nil, err
	}
	r.resync()
	return nil, err
}

// isFinal reports whether nothing can be read after an error.
func isFinal(err error) bool {
	_, damaged := errors.AsType[*DamageError](err)
	return err != nil && !damaged
}

// next is Next for a Reader that has not failed.
func (r *Reader) next() (*Record, error) {
	if r.rec != nil {
		err := r.finish(r.rec)
		r.rec = nil
		if err != nil {
			return nil, err
		}
	}
	in, err := r.seek()
	if err != nil {
		return nil, err
	}
	rec, err := r.parse(in)
	if err != nil {
		return nil, r.damage(err)
	}
	r.rec, r.began = rec, true
	return rec, nil
}

// pos is where in the file the next byte comes from.
func (r *Reader) pos() int64 { return r.base + r.src.n - int64(r.raw.Buffered()) }

// seek goes to the first byte of the next record.
func (r *Reader) seek() (*bufio.Reader, error) {
	if r.in != nil {
		if err := skipBlank(r.in); err == nil {
			r.shared = true
			return r.in, nil
		} else if err != io.EOF {
			return nil, r.damage(err)
		}
		r.in = nil
	}
	for {
		r.start = r.pos()
		if err := skipBlank(r.raw); err == io.EOF {
			return nil, io.EOF
		} else if err != nil {
			return nil, r.damage(err)
		}
		r.start = r.pos()
		head, err := r.raw.Peek(len(gzipMagic))
		if err != nil || !bytes.Equal(head, gzipMagic) {
			if r.zipped && r.memberInLine() {
				return nil, r.damage(errors.New("no record begins here"))
			}
			r.shared = false
			return r.raw, r.recognise(r.raw)
		}
		if err := r.openMember(); err != nil {
			return nil, r.damage(err)
		}
		if err := skipBlank(r.in); err == nil {
			return r.in, r.recognise(r.in)
		} else if err != io.EOF {
			return nil, r.damage(err)
		}
		r.in = nil // an empty member
	}
}

// memberInLine reports whether a gzip member begins in the line that is read next: then that is no line, and the member
// is not to be lost with it.
func (r *Reader) memberInLine() bool {
	window, _ := r.raw.Peek(maxLine)
	line, _, _ := bytes.Cut(window, []byte("\n"))
	return bytes.Contains(line, gzipMagic)
}

var gzipMagic = []byte{0x1f, 0x8b, 8}

// openMember begins to read a gzip member.
func (r *Reader) openMember() error {
	r.zipped, r.shared = true, false
	if r.zip == nil {
		r.zip = new(gzip.Reader)
		r.mid = bufio.NewReaderSize(nil, maxLine)
	}
	if err := r.zip.Reset(r.raw); err != nil {
		return noEOF(err)
	}
	r.zip.Multistream(false)
	r.mid.Reset(r.zip)
	r.in = r.mid
	return nil
}

// recognise looks whether the first thing in a file is a WARC record.
func (r *Reader) recognise(in *bufio.Reader) error {
	if r.began {
		return nil
	}
	head, err := in.Peek(len("filedesc:"))
	switch {
	case bytes.HasPrefix(gzipMagic, head):
		return r.damage(io.ErrUnexpectedEOF)
	case bytes.HasPrefix(head, []byte("filedesc:")):
		return r.at(0, ErrARC)
	case bytes.HasPrefix([]byte("WARC/"), head), bytes.HasPrefix(head, []byte("WARC/")):
		return nil
	case err != nil && err != io.EOF && r.zipped:
		return r.damage(noEOF(err))
	}
	return r.at(0, ErrNotWARC)
}

// at adds the place to an error.
func (r *Reader) at(offset int64, err error) error {
	if r.name == "" {
		return fmt.Errorf("byte %d: %w", offset, err)
	}
	return fmt.Errorf("%s: byte %d: %w", r.name, offset, err)
}

// damage makes an error of what is wrong at the record that is being read. That the file cannot be read is no damage of its content.
func (r *Reader) damage(err error) error {
	if r.src.err != nil {
		return r.at(r.pos(), r.src.err)
	}
	return &DamageError{File: r.name, Offset: r.start, Torn: errors.Is(err, io.ErrUnexpectedEOF), Err: err}
}

// noEOF is for an end that comes too early.
func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// skipBlank passes over line ends, and returns io.EOF when nothing follows.
func skipBlank(in *bufio.Reader) error {
	for range maxBlank {
		c, err := in.ReadByte()
		if err != nil {
			return err
		}
		if c != '\r' && c != '\n' {
			return in.UnreadByte()
		}
	}
	return errors.New("too many blank lines")
}

// resync goes to what may be the next record after damage: the next gzip member, or
// in a plain file the next line that begins a record.
func (r *Reader) resync() {
	r.rec, r.in = nil, nil
	mark := []byte("\nWARC/")
	if r.zipped {
		mark = gzipMagic
	} else {
		r.raw.UnreadByte() // the line end before the mark may be the last byte read
	}
	for {
		window, err := r.raw.Peek(maxLine)
		if i := bytes.Index(window, mark); i >= 0 {
			r.raw.Discard(i)
			return
		}
		if err != nil {
			r.raw.Discard(len(window))
			return
		}
		r.raw.Discard(len(window) - len(mark) + 1)
	}
}
