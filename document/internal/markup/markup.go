// Package markup reads formats that are text with marks in it, in process: TeX and LaTeX, JATS, TEI and other XML, Markdown,
// plain text, and HTML that is a document.
//
// Nothing is ever loaded from elsewhere: inputs of TeX, external entities and style sheets are passed over. What a file may make
// out of itself (macros, entities) is bounded, and so are depth and time.
package markup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"sluice/document/content"
	"sluice/document/internal/draft"
	"sluice/page"
)

// MaxBytes is how much of a file is read.
const MaxBytes = 2 * content.MaxText

// Hint is what is known of a file besides its bytes.
type Hint struct{ URL, ContentType string }

// Reads tells whether the package reads a format.
func Reads(format string) bool {
	switch format {
	case "text", "markdown", "html", "tex", "jats", "tei", "xml":
		return true
	}
	return false
}

// Read reads a file of a format.
func Read(ctx context.Context, name, format string, h Hint) (*content.Document, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := Beginning(f)
	if err != nil {
		return nil, err
	}
	return ReadBytes(ctx, b, format, h)
}

// Beginning gives what a file holds, or a byte more than [MaxBytes] of it, in as much memory as it takes.
func Beginning(f *os.File) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	b := make([]byte, min(info.Size(), MaxBytes+1))
	n, err := io.ReadFull(f, b)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) { // it has become shorter
		err = nil
	}
	return b[:n], err
}

// ReadBytes reads what a file holds.
func ReadBytes(ctx context.Context, b []byte, format string, h Hint) (*content.Document, error) {
	d := draft.New(ctx, format)
	if len(b) > MaxBytes {
		b = b[:MaxBytes]
		d.Cut("size")
	}
	switch format {
	case "html":
		readHTML(d, b, h.ContentType, h.URL)
		return d.End(nil)
	case "jats", "tei", "xml":
		return d.End(readXML(d, b, format, h.ContentType))
	}
	text, _, _ := page.Decode(b, h.ContentType)
	switch format {
	case "text":
		readText(d, string(text))
	case "markdown":
		readMarkdown(d, string(text))
	case "tex":
		readTeX(d, string(text))
	default:
		return nil, fmt.Errorf("%w: %s", content.ErrUnknown, format)
	}
	return d.End(nil)
}
