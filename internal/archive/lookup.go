package archive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"sync"

	"sluice/internal/system"
)

// ErrNoRecord is the error of reading at a location where no record can be.
var ErrNoRecord = errors.New("no record")

// idleReaders are Readers of [Archive.Read] and [Memory.Read]: each has buffers of 170 kB.
var idleReaders = sync.Pool{New: func() any { return NewReader(nil) }}

// Read opens the record at l. Its Body is read from the file; the caller closes the
// record. It may be called from many goroutines at a time.
func (a *Archive) Read(ctx context.Context, l Location) (*Record, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	if filepath.Base(l.File) != l.File {
		return nil, fmt.Errorf("read archive %s: %q is no file's name", a.dir, l.File)
	}
	path := filepath.Join(a.dir, l.File)
	f, err := system.OpenRegular(path)
	if err != nil {
		return nil, fmt.Errorf("read archive: %w", err)
	}
	rec, err := readAt(ctx, f, l, f.Close)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("read archive %s: %w", a.dir, err)
	}
	return rec, nil
}

// readAt reads the one record at l; Record.Close calls close.
func readAt(ctx context.Context, f io.ReaderAt, l Location, close func() error) (*Record, error) {
	if l.Offset < 0 || l.Length <= 0 {
		return nil, fmt.Errorf("%w of %d bytes at byte %d", ErrNoRecord, l.Length, l.Offset)
	}
	in := idleReaders.Get().(*Reader)
	in.reset(io.NewSectionReader(f, l.Offset, l.Length))
	in.name, in.base = l.File, l.Offset
	release := func() error {
		in.reset(nil)
		idleReaders.Put(in)
		return close()
	}
	rec, err := in.Next(ctx)
	if err == io.EOF {
		err = in.at(l.Offset, io.ErrUnexpectedEOF)
	}
	if err != nil {
		return nil, err
	}
	rec.close = release
	return rec, nil
}

// Records returns all records, from those of the first file to what was appended last, as the function [Records] does
// for one file. It belongs to the goroutine that appends.
func (a *Archive) Records(ctx context.Context) iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		ps, err := parts(ctx, a.dir)
		if err != nil {
			yield(nil, err)
			return
		}
		for _, p := range ps {
			for rec, err := range Records(ctx, filepath.Join(a.dir, p.name)) {
				if !yield(rec, err) || err != nil && errors.Is(err, context.Cause(ctx)) {
					return
				}
			}
		}
	}
}
