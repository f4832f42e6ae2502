package document

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"

	"sluice/document/content"
	"sluice/document/internal/office"
	"sluice/document/internal/sniff"
	"sluice/document/internal/unpack"
)

// file is what is to be read, out of its wrapping.
type file struct {
	path   string
	format string
	tar    bool // it is an archive
	broken bool // its wrapping breaks off
	hint   Hint
}

// with finds out what a file is, undoes its wrapping, and calls do with it. A
// panic becomes an error: files are untrusted.
func (r *Reader) with(ctx context.Context, path string, h Hint, do func(context.Context, file) error) (err error) {
	what := h.URL
	if what == "" {
		what = filepath.Base(path)
	}
	format := "file"
	defer func() {
		// A panic in one of many readers must cost one document, not the crawl.
		if p := recover(); p != nil {
			if r.options.Log != nil {
				r.options.Log.Error("reader panicked", "file", what, "format", format, "panic", p, "stack", string(debug.Stack()))
			}
			err = fmt.Errorf("%w: reader panicked: %v", content.ErrDamaged, p)
		}
		err = wrapError(ctx, what+" ("+format+")", err)
	}()
	f := file{path: path, hint: h}
	t, tar, err := sniffFile(ctx, path, h)
	if err != nil {
		return err
	}
	if format = t.Name; t.Compressed != "" {
		// Readers need to move within a file, which no wrapping allows: it is
		// unpacked to the disk first.
		inside, whole, err := unpack.File(ctx, path, t.Compressed, r.options.TempDir)
		if err != nil {
			return err
		}
		defer os.Remove(inside)
		f.path, f.broken = inside, !whole
		if f.hint.URL == "" {
			f.hint.URL = filepath.Base(path)
		}
		f.hint.URL = sniff.WithoutWrapping(f.hint.URL)
		if t, tar, err = sniffFile(ctx, inside, f.hint); err != nil {
			return err
		}
		if format = t.Name; t.Compressed != "" {
			return fmt.Errorf("%w: compressed twice", content.ErrUnknown)
		}
	}
	f.format, f.tar = t.Name, tar
	return do(ctx, f)
}

// sniffFile returns what a file is by its first bytes, and whether it is a tar
// file.
func sniffFile(ctx context.Context, path string, h Hint) (t Type, tar bool, err error) {
	f, err := os.Open(path)
	if err != nil {
		return Type{}, false, err
	}
	defer f.Close()
	head := make([]byte, sniff.MaxHead)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return Type{}, false, err
	}
	name := h.URL
	if name == "" {
		name = filepath.Base(path)
	}
	t = Sniff(head[:n], h.ContentType, name)
	kind, err := office.Kind(ctx, f, head[:n])
	if err != nil {
		return Type{}, false, err
	}
	if kind != "" && t.Compressed == "" {
		t = sniff.TypeOf(kind)
	}
	return t, sniff.IsTar(head[:n]), nil
}
