package document

import (
	"context"
	"log/slog"
	"sync"

	"sluice/document/internal/convert"
	"sluice/document/internal/pdfium"
	"sluice/document/internal/sandbox"
)

// Options configure a [Reader]. The zero value works.
type Options struct {
	TempDir string            // for files while they are read; empty: the system's
	Workers int               // PDF processes; 0: 1
	Tools   map[string]string // paths of programs, by the names that the Reader's Tools have; others are looked for in PATH; "none" disables one
	Log     *slog.Logger      // nil: no log

	// UnsafeConverters permits external programs where this system has no
	// sandbox for them: documents that anybody may have made can then read and
	// change what the user can. Without it such documents are a [NeedsError].
	UnsafeConverters bool
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

// Serve does a child's work where this process is a child that a [Reader]
// started, and returns true when that is done: the program ends then. It must
// be called first in main, and in TestMain of tests that read documents.
func Serve() bool { return sandbox.Serve() || pdfium.Serve() }

// NewReader makes a reader. It starts nothing before it is needed.
func NewReader(o Options) *Reader {
	r := &Reader{options: o, pdf: pdfium.NewPool(o.Workers, o.TempDir, o.Log)}
	r.tools = sync.OnceValue(func() *convert.Tools {
		t := convert.Find(o.Tools)
		t.TempDir, t.Unsafe = o.TempDir, o.UnsafeConverters
		return t
	})
	return r
}

// Close ends the processes that the reader has started.
func (r *Reader) Close() error {
	r.pdf.Close()
	return nil
}

// Sandboxed reports whether this system has a sandbox for external programs.
// Without one they are run only with UnsafeConverters.
func Sandboxed() bool { return sandbox.Protect().Available() }

// Protection returns, in words, what protects this machine from a PDF, which a
// process of its own reads.
func Protection() string { return pdfium.Protection() }

// Unprotected returns, in words, from what this machine cannot protect itself
// when the reader runs external programs. It is empty where they are sandboxed
// completely: without network, and with no files but their own.
func Unprotected() string { return sandbox.Protect().String() }

// Tools returns the external programs that the reader can use, also those that
// are missing.
func (r *Reader) Tools(ctx context.Context) []Tool { return r.tools().List(ctx) }
