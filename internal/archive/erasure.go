package archive

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Erased is an exchange that was erased.
type Erased struct {
	Location           // where its response or revisit record was
	URL      string    // its target URI; empty when it was erased before or could not be read
	Time     time.Time // its Exchange.Time; zero when URL is empty
	Bytes    int64     // overwritten now, of all its records
	Lost     error     // why no such record was found and overwritten; nil when it is gone
}

// Erase erases exchanges in the archive in dir, as their owners may ask. It overwrites each of their records, which are the
// response or revisit record at a Location and the request and metadata records after it, with placeholder records of the
// same length, so that all others stay where they are. The erasure is durable when Erase returns. A ctx that ends before the
// first byte is overwritten ends Erase; later it does not, because an exchange must not remain half erased.
//
// Nothing behind end, the Position of the last Sync, is touched: a crawl may be writing there. The zero Position is the
// end of each file. A Location behind it is refused, and then nothing is erased; one at which no response or revisit is found,
// because its file is missing, cut short or damaged, is passed over: see [Erased]. Only one Erase may run at a time; the caller ensures
// that.
//
// What is erased may be erased again, and must be after an error or a crash: until then some of the records that were
// to go may be there still, whole or broken, and every other is read as ever.
//
// Revisit records that refer to what was erased have lost their body. The caller writes it to one of them before, with
// [ExchangeAt].
func Erase(ctx context.Context, dir string, end Position, at ...Location) ([]Erased, error) {
	return eraseIn(ctx, openEraser, dir, end, at)
}

// An eraser is a file in which records are overwritten.
type eraser interface {
	io.ReaderAt
	io.WriterAt
	Stat() (os.FileInfo, error)
	Sync() error
	Close() error
}

// openEraser opens a file for overwriting in place.
func openEraser(path string) (eraser, error) { return openExisting(path, os.O_RDWR) }

// eraseIn is Erase with a way to open files, which tests make fail.
func eraseIn(ctx context.Context, open func(path string) (eraser, error), dir string, end Position, at []Location) (all []Erased, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("erase in archive %s: %w", dir, err)
		}
	}()
	at = slices.Clone(at)
	slices.SortFunc(at, func(a, b Location) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Offset, b.Offset)) })
	at = slices.Compact(at)
	var files []*erasure
	defer func() {
		for _, e := range files {
			e.file.Close() // Sync has returned any error of a write
		}
	}()
	// All are read before the first is overwritten: an error of finding them erases nothing.
	for len(at) > 0 {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		n := 1
		for n < len(at) && at[n].File == at[0].File {
			n++
		}
		e, err := newErasure(open, dir, at[0].File, end)
		var lost *lostError
		switch {
		case errors.As(err, &lost):
			for _, l := range at[:n] {
				all = append(all, Erased{Location: l, Lost: err})
			}
		case err != nil:
			return nil, err
		default:
			files = append(files, e)
			if err := e.find(ctx, at[:n]); err != nil {
				return nil, fmt.Errorf("%s: %w", e.name, err)
			}
		}
		at = at[n:]
	}
	for _, e := range files {
		if err := e.overwrite(); err != nil {
			return all, fmt.Errorf("write %s: %w (repair the disk and erase again: part of the exchange may still be there)", e.name, err)
		}
		all = append(all, e.found...)
	}
	return all, nil
}

// lostError is the reason for which there is nothing to erase.
type lostError struct{ error }

// lostf returns a lostError with a formatted message.
func lostf(format string, args ...any) error { return &lostError{fmt.Errorf(format, args...)} }

// erasure is what is to be erased in one file.
type erasure struct {
	file  eraser
	name  string
	size  int64
	limit int64 // of what may be touched
	spans []span
	found []Erased
}

// A span is the place of one record.
type span struct {
	from, to int64
	head     int64 // bytes of the named fields and the blank line; 0 in a compressed file, and where it is not known
}

// newErasure opens the file of a name, and sees how much of it may be touched.
func newErasure(open func(string) (eraser, error), dir, name string, end Position) (*erasure, error) {
	p, ok := parsePart(name)
	if !ok {
		return nil, lostf("%q is no file of an archive", name)
	}
	last, _ := parsePart(end.File)
	if end != (Position{}) && p.serial > last.serial {
		return nil, fmt.Errorf("%s is not durable yet (stop the crawl, then erase)", name)
	}
	f, err := open(filepath.Join(dir, name))
	if errors.Is(err, os.ErrNotExist) {
		return nil, lostf("%s is missing", name)
	}
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	e := &erasure{file: f, name: name, size: info.Size(), limit: info.Size()}
	if name == end.File {
		e.limit = min(e.limit, end.Offset)
	}
	return e, nil
}

// find finds the records of the exchanges, whose Locations are in order.
func (e *erasure) find(ctx context.Context, at []Location) error {
	for i, l := range at {
		until := e.limit
		if i+1 < len(at) {
			until = min(until, at[i+1].Offset)
		}
		x := Erased{Location: l}
		n := len(e.spans)
		err := e.exchange(ctx, l, until, &x)
		var lost *lostError
		if errors.As(err, &lost) {
			x.Lost, e.spans = fmt.Errorf("%s: %w", e.name, err), e.spans[:n]
		} else if err != nil {
			return err
		}
		for _, s := range e.spans[n:] {
			x.Bytes += s.to - s.from
		}
		e.found = append(e.found, x)
	}
	return nil
}

// exchange finds the records of one exchange, which ends before until.
func (e *erasure) exchange(ctx context.Context, l Location, until int64, x *Erased) error {
	switch to := l.Offset + l.Length; {
	case l.Offset < 0 || l.Length <= 0 || l.Offset > e.size-l.Length:
		return lostf("bytes %d to %d are not within the %d of the file", l.Offset, to, e.size)
	case to > e.limit:
		return fmt.Errorf("bytes %d to %d are not within the %d that may be erased", l.Offset, to, e.limit)
	case to > until:
		return lostf("bytes %d to %d hold the beginning of another record, at byte %d", l.Offset, to, until)
	}
	id, err := e.first(ctx, l, x)
	if err != nil {
		return err
	}
	if err := e.note(ctx, l.Offset, l.Offset+l.Length); err != nil {
		return err
	}
	return e.others(ctx, l.Offset+l.Length, until, id)
}

// first reads the record at l, and returns its ID if the record is unchanged.
func (e *erasure) first(ctx context.Context, l Location, x *Erased) (id string, err error) {
	begun, err := e.begun(l.Offset)
	if err != nil {
		return "", err
	}
	if begun {
		return "", e.ends(ctx, l)
	}
	rec, err := e.reader(l.Offset, e.limit).Next(ctx)
	var at Location
	filled := false
	if err == nil {
		filled = rec.HTTP == nil && rec.filled()
		at, err = rec.Location(ctx)
	}
	var damage *DamageError
	switch {
	case errors.As(err, &damage) || err == io.EOF:
		return "", e.ends(ctx, l)
	case errors.Is(err, ErrShared):
		return "", &lostError{err}
	case err != nil:
		return "", err
	case at.Offset != l.Offset || at.Length != l.Length:
		return "", lostf("byte %d: the record has %d bytes, not %d", l.Offset, at.Length, l.Length)
	case filled:
		return "", nil
	case rec.Type == "request" || rec.Type == "metadata" || rec.Type == "warcinfo":
		return "", lostf("byte %d: a %s record, not a response", l.Offset, rec.Type)
	}
	x.URL, x.Time = rec.URL, rec.Time
	return rec.Header.Get("WARC-Record-ID"), nil
}

// ends checks that a record which is broken, or was being erased, ends where l ends: the next one begins there.
func (e *erasure) ends(ctx context.Context, l Location) error {
	end := l.Offset + l.Length
	if end == e.limit {
		return nil
	}
	if begun, err := e.begun(end); err != nil || begun {
		return err
	}
	rec, err := e.reader(end, e.limit).Next(ctx)
	if err != io.EOF && isFinal(err) {
		return err
	}
	if err != nil || rec.offset != end {
		return lostf("bytes %d to %d are damaged, and no record begins behind them", l.Offset, end)
	}
	return nil
}

// others notes the request and metadata records of an exchange, which follow its first one. When the ID of that is
// not known, all that follow belong to it.
func (e *erasure) others(ctx context.Context, from, until int64, id string) error {
	broken := int64(-1) // where the broken record begins that was being erased
	for in := e.reader(from, until); ; {
		rec, err := in.Next(ctx)
		var damage *DamageError
		if errors.As(err, &damage) && broken < 0 {
			begun, err := e.begun(damage.Offset)
			if err != nil {
				return err
			}
			if begun {
				broken = damage.Offset
			}
		}
		switch {
		case damage != nil && broken >= 0:
			continue
		case err == nil && broken >= 0:
			if err := e.note(ctx, broken, rec.offset); err != nil {
				return err
			}
			broken = -1
		case err == io.EOF && broken >= 0:
			return e.note(ctx, broken, until)
		case err == io.EOF || damage != nil:
			return nil
		case err != nil:
			return err
		}
		if !rec.follows(id) {
			return nil
		}
		switch at, err := rec.Location(ctx); {
		case err == nil:
			if err := e.note(ctx, at.Offset, at.Offset+at.Length); err != nil {
				return err
			}
		case errors.Is(err, ErrShared):
			begun, err := e.begun(rec.offset)
			if err != nil {
				return err
			}
			if begun {
				broken = rec.offset
			}
		} // Next returns any other error again
	}
}

// follows reports whether a record is a later one of the exchange whose first record has that ID; empty: not known.
func (r *Record) follows(id string) bool {
	switch r.Type {
	case "response", "revisit", "resource", "conversion", "continuation", "warcinfo":
		return false
	}
	return id == "" || r.removed() || r.Header.Get("WARC-Concurrent-To") == id
}

// reader reads the records between two bytes of the file.
func (e *erasure) reader(from, to int64) *Reader {
	in := NewReader(io.NewSectionReader(e.file, from, to-from))
	in.name, in.base, in.began, in.zipped = e.name, from, true, !isPlain(e.name)
	return in
}

// note takes a place to be overwritten, unless it is already.
func (e *erasure) note(ctx context.Context, from, to int64) error {
	s := span{from: from, to: to}
	in, done := e.reader(from, to), true
	for done {
		rec, err := in.Next(ctx)
		if err == io.EOF {
			return nil
		}
		done = err == nil && rec.removed()
	}
	if isPlain(e.name) {
		var err error
		if s.head, err = e.headOf(s); err != nil {
			return err
		}
	}
	if s.to-s.from < s.least() {
		return lostf("the record of %d bytes at byte %d is too small to be overwritten by another", to-from, from)
	}
	e.spans = append(e.spans, s)
	return nil
}
