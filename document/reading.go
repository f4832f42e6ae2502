package document

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"sluice/document/content"
	"sluice/document/internal/cputime"
	"sluice/document/internal/draft"
	"sluice/document/internal/markup"
	"sluice/document/internal/office"
	"sluice/document/internal/texsource"
	"sluice/internal/format"
)

// timeInProcess is the processor time that the parts of a reading may take that
// have no limit of their own, as programs and other processes have.
const timeInProcess = time.Minute

// MeasureCPU returns a context in which readings add up the processor time that
// they use, of this process and of those that they start, and a function that
// returns the sum so far. Where a system does not report the time of a thread
// or process, it is the time by the clock, or missing.
func MeasureCPU(ctx context.Context) (measured context.Context, used func() time.Duration) {
	measured, meter := cputime.Measure(ctx)
	return measured, meter.Used
}

// LimitCPU returns a context in which a reading ends with [ErrTime], or is cut
// off, once it has used so much processor time, or some times as much by the
// clock. The reader's own limits hold, too. IsCutShort reports whether the reading
// ran out of time before it had used the processor time that the reader's own
// limits allow: for this limit, or by the clock on a machine with other work.
func LimitCPU(ctx context.Context, limit time.Duration) (limited context.Context, isCutShort func() bool) {
	limited, meter := cputime.Bound(ctx, limit)
	return limited, meter.IsCutShort
}

// Read reads a file: its text, the layout of its first pages, and its own metadata.
// Of a damaged or very large document it returns what could be read, and Cut says
// why it is not complete. An error says why nothing could be read. With [ErrNoText]
// it returns the document, too: a scan still has the file's own metadata.
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

// read reads a file of a known format. The files within it go to inner, unless
// that is nil.
func (r *Reader) read(ctx context.Context, f file, inner *draft.Files) (*content.Document, error) {
	about := format.Of(f.format)
	if about.Archived && f.tar {
		return inProcess(ctx, func(ctx context.Context) (*content.Document, error) { return readSources(ctx, f) })
	}
	switch about.Reader {
	case format.PDF:
		d, err := withText(r.pdf.ReadWithFiles(ctx, f.path, inner))
		return r.withOCR(ctx, f.path, d, err)
	case format.ThroughPDF:
		return r.readThroughPDF(ctx, f)
	case format.ThroughSuccessor:
		return r.readConverted(ctx, f, inner)
	case format.Markup:
		return inProcess(ctx, func(ctx context.Context) (*content.Document, error) {
			return markup.Read(ctx, f.path, about.ReadName(), markup.Hint(f.hint))
		})
	case format.Office:
		return inProcess(ctx, func(ctx context.Context) (*content.Document, error) { return office.Read(ctx, f.path, f.format, inner) })
	case format.None:
		if f.format == format.Empty {
			return nil, fmt.Errorf("%w: file has no content", content.ErrEmpty)
		}
	}
	return nil, fmt.Errorf("%w: no reader for this format", content.ErrUnknown)
}

// inProcess reads a document within [timeInProcess].
func inProcess(ctx context.Context, read func(context.Context) (*content.Document, error)) (d *content.Document, err error) {
	err = cputime.Limit(ctx, timeInProcess, func(ctx context.Context) (err error) {
		d, err = read(ctx)
		return err
	})
	return d, err
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

// withText adds an error to a document without text: ErrGarbled if it has letters
// that nobody knows, ErrScan if its pages are pictures, else ErrNoText.
func withText(d *content.Document, err error) (*content.Document, error) {
	switch {
	case err == nil && removeGarbled(d):
		return d, content.ErrGarbled
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
		d, err = withText(r.pdf.Read(ctx, pdf))
		if d, err = r.withOCR(ctx, pdf, d, err); d != nil && d.Cut == "" {
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
