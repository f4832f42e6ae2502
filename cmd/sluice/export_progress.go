package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	"sluice/cmd/sluice/internal/progress"
	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/export"
)

// exportProgress counts what an export has written, for its progress.
type exportProgress struct {
	documents, bytes atomic.Int64
	begun            time.Time
}

// show starts a view of the progress. An export that writes to a terminal shows none: the line would be in its text.
func (p *exportProgress) show(out, errs io.Writer) io.Closer {
	p.begun = time.Now()
	if f, ok := out.(*os.File); ok && screen.IsTerminal(f) {
		return io.NopCloser(nil)
	}
	return progress.ShowLine(errs, p.line)
}

// line returns the progress in a line.
func (p *exportProgress) line() string {
	spent := time.Since(p.begun)
	line := "exporting"
	if n := p.documents.Load(); n > 0 {
		line += fmt.Sprintf(": %s, %s/s", screen.Counted(n, "document"), screen.Rate(float64(n)/spent.Seconds()))
	}
	if n := p.bytes.Load(); n > 0 {
		line += ", " + screen.Bytes(n)
	}
	return line + ", " + screen.Clock(spent)
}

// sum returns what was exported. The size of a folder's files is not known.
func (p *exportProgress) sum() string {
	documents, bytes := p.documents.Load(), p.bytes.Load()
	switch {
	case bytes == 0:
		return screen.Counted(documents, "document")
	case documents == 0:
		return screen.Bytes(bytes)
	}
	return screen.Counted(documents, "document") + ", " + screen.Bytes(bytes)
}

// counted returns records that are counted, and end with the context.
func (p *exportProgress) counted(ctx context.Context, records export.Records) export.Records {
	return func(yield func(*export.Record, error) bool) {
		for r, err := range records {
			if err == nil {
				err = ctx.Err()
			}
			if !yield(r, err) || err != nil {
				return
			}
			p.documents.Add(1)
		}
	}
}

// writer returns a writer that counts bytes, and fails once the context has ended.
func (p *exportProgress) writer(ctx context.Context, w io.Writer) io.Writer {
	return &countingWriter{ctx, p, w}
}

// countingWriter is the writer of an [exportProgress]. It holds the context of the one export that it serves.
type countingWriter struct {
	ctx context.Context
	p   *exportProgress
	w   io.Writer
}

// Write writes and counts.
func (c *countingWriter) Write(b []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.w.Write(b)
	c.p.bytes.Add(int64(n))
	return n, err
}
