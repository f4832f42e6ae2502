package document

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"sluice/document/content"
	"sluice/document/internal/convert"
	"sluice/document/internal/draft"
	"sluice/document/internal/markup"
	"sluice/document/internal/office"
	"sluice/document/internal/pdfium"
	"sluice/document/internal/sandbox"
	"sluice/document/internal/sniff"
	"sluice/document/internal/texsource"
	"sluice/document/internal/unpack"
	"sluice/internal/format"
)

// Options configure a [Reader]. The zero value works.
type Options struct {
	TempDir string            // for files while they are read; empty: the system's
	Workers int               // PDF processes; 0: 1
	Tools   map[string]string // paths of programs by their names; those that are empty or absent are looked for in PATH
	Log     *slog.Logger      // nil: no log
}

// Hint is what is known of a file's origin. Both fields can be empty.
type Hint struct{ URL, ContentType string }

// Reader reads documents of all formats. It may be used by many goroutines at
// once.
type Reader struct {
	options Options
	pdf     *pdfium.Pool
	tools   func() *convert.Tools
}

// How long the parts of a reading may take that have no limit of their own, as
// programs and other processes have: those may wait for each other besides.
const timeInProcess = time.Minute

// Serve does a child's work where this process is a child that a [Reader]
// started, and returns true when that is done: the program ends then. It must
// be called first in main, and in TestMain of tests that read documents.
func Serve() bool { return pdfium.Serve() || sandbox.Serve() }

// NewReader makes a reader. It starts nothing before it is needed.
func NewReader(o Options) *Reader {
	r := &Reader{options: o, pdf: pdfium.NewPool(o.Workers, o.TempDir, o.Log)}
	r.tools = sync.OnceValue(func() *convert.Tools {
		t := convert.Find(o.Tools)
		t.TempDir = o.TempDir
		return t
	})
	return r
}

// Close ends the processes that the reader has started.
func (r *Reader) Close() error {
	r.pdf.Close()
	return nil
}

// Unprotected returns, in words, from what this machine cannot protect itself
// when the reader runs external programs. It is empty where they are sandboxed
// completely: without network, and with no files but their own.
func Unprotected() string { return sandbox.Protect().String() }

// Tools returns the external programs that the reader can use, also those that
// are missing.
func (r *Reader) Tools(ctx context.Context) []Tool { return r.tools().List(ctx) }

// Read reads a file: its text, how its first pages look, and its own metadata.
// What could be read of a damaged or very large document is given, and its Cut
// says why it is not whole; an error says why nothing is. With [ErrNoText] the
// document is given too: of a scan, the file's own metadata is all that there
// is.
func (r *Reader) Read(ctx context.Context, path string, h Hint) (*content.Document, error) {
	var d *content.Document
	err := r.with(ctx, path, h, func(ctx context.Context, f file) (err error) {
		var inner draft.Files
		if d, err = r.read(ctx, f, &inner); d != nil && r.readInner(ctx, d, &inner) && errors.Is(err, ErrNoText) {
			err = nil
		}
		if d != nil && d.Cut == "" && f.broken {
			d.Cut = content.CutDamaged
		}
		return err
	})
	if err != nil && !errors.Is(err, ErrNoText) {
		return nil, err
	}
	return d, err
}

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
	t, tar, err := sniffFile(path, h)
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
		if t, tar, err = sniffFile(inside, f.hint); err != nil {
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
func sniffFile(path string, h Hint) (t Type, tar bool, err error) {
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
	if kind := office.Kind(f, head[:n]); kind != "" && t.Compressed == "" {
		t = sniff.TypeOf(kind)
	}
	return t, sniff.IsTar(head[:n]), nil
}

// read reads a file of a known format. The files within it go to inner, unless
// that is nil.
func (r *Reader) read(ctx context.Context, f file, inner *draft.Files) (*content.Document, error) {
	about := format.Of(f.format)
	if about.Archived && f.tar {
		ctx, cancel := context.WithTimeout(ctx, timeInProcess)
		defer cancel()
		return readSources(ctx, f)
	}
	switch about.Reader {
	case format.PDF:
		return withText(r.pdf.ReadAll(ctx, f.path, inner))
	case format.ThroughPDF:
		return r.readThroughPDF(ctx, f)
	case format.ThroughSuccessor:
		return r.readConverted(ctx, f, inner)
	case format.Markup:
		ctx, cancel := context.WithTimeout(ctx, timeInProcess)
		defer cancel()
		return markup.Read(ctx, f.path, about.ReadName(), markup.Hint(f.hint))
	case format.Office:
		ctx, cancel := context.WithTimeout(ctx, timeInProcess)
		defer cancel()
		return office.Read(ctx, f.path, f.format, inner)
	case format.None:
		if f.format == format.Empty {
			return nil, fmt.Errorf("%w: file has no content", content.ErrEmpty)
		}
	}
	return nil, fmt.Errorf("%w: no reader for this format", content.ErrUnknown)
}

// readSources reads an archive of TeX sources. One that breaks off is read as
// far as it goes.
func readSources(ctx context.Context, f file) (*content.Document, error) {
	source, err := texsource.Read(ctx, f.path)
	if source == nil {
		return nil, err
	}
	d, readErr := markup.ReadBytes(ctx, source, "tex", markup.Hint(f.hint))
	if d != nil && d.Cut == "" && err != nil {
		d.Cut = content.CutDamaged
	}
	return d, readErr
}

// withText adds an error to a document without text: ErrScan if its pages are
// pictures, else ErrNoText. Text that nobody can read counts as a picture.
func withText(d *content.Document, err error) (*content.Document, error) {
	switch {
	case err == nil && isGarbled(d.Text):
		d.Text, d.Lines = "", nil
		return d, fmt.Errorf("%w: fonts do not map glyphs to letters", content.ErrScan)
	case err != nil || strings.TrimSpace(d.Text) != "":
		return d, err
	case d.Images > 0:
		return d, content.ErrScan
	case d.Cut == content.CutTime:
		return nil, fmt.Errorf("%w: before any text was read", content.ErrTime)
	}
	return d, fmt.Errorf("%w on its %d pages", content.ErrNoText, d.Pages)
}

// readThroughPDF reads what is printed: PostScript and DVI.
func (r *Reader) readThroughPDF(ctx context.Context, f file) (*content.Document, error) {
	var d *content.Document
	err := r.withPDF(ctx, f, func(pdf, cut string) (err error) {
		if d, err = withText(r.pdf.Read(ctx, pdf)); d != nil && d.Cut == "" {
			d.Cut = cut
		}
		return err
	})
	if d != nil {
		d.Type = f.format
		d.Fields = slices.DeleteFunc(d.Fields, func(c content.Field) bool { return isOfConversion(f.format, c.Name) })
	}
	return d, err
}

// isOfConversion reports whether a field describes the converted PDF and not
// the file that it was made from. Only PostScript carries the title and the
// program of the file over.
func isOfConversion(format, field string) bool {
	switch field {
	case "created", "modified", "producer":
		return true
	case "title", "creator", "author":
		return format == "dvi"
	}
	return false
}
