// Package markup reads formats that are text with marks in it, in process: TeX
// and LaTeX, JATS, TEI and other XML, Markdown, AsciiDoc, plain text, and HTML
// that is a document.
//
// Nothing is ever loaded from elsewhere: inputs of TeX, external entities and
// style sheets are skipped. What a file may make out of itself (macros,
// entities) is bounded, and so are depth and time.
package markup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"sluice/document/content"
	"sluice/document/internal/article"
	"sluice/document/internal/asciidoc"
	"sluice/document/internal/draft"
	"sluice/document/internal/htmltext"
	"sluice/document/internal/markdown"
	"sluice/document/internal/plaintext"
	"sluice/document/internal/tex"
	"sluice/page"
)

// maxBytes is how much of a file is read.
const maxBytes = 2 * content.MaxText

// mostOf is how much of a file of a format is read: hardly more than may come
// of it, where marks are no longer than what they mark.
func mostOf(format string) int {
	switch format {
	case "text", "markdown", "asciidoc", "tex":
		return content.MaxText
	}
	return maxBytes
}

// Hint is what is known of a file besides its bytes.
type Hint struct{ URL, ContentType string }

// Read reads a file of a format.
func Read(ctx context.Context, name, format string, h Hint) (*content.Document, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := Beginning(f, format)
	if err != nil {
		return nil, err
	}
	return ReadBytes(ctx, b, format, h)
}

// Beginning returns what a file of a format holds, or a byte more than is read
// of it.
func Beginning(f *os.File, format string) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	b := make([]byte, min(info.Size(), int64(mostOf(format))+1))
	n, err := io.ReadFull(f, b)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) { // it has become shorter
		err = nil
	}
	return b[:n], err
}

// ReadBytes reads what a file holds.
func ReadBytes(ctx context.Context, b []byte, format string, h Hint) (*content.Document, error) {
	d := draft.New(ctx, format)
	if most := mostOf(format); len(b) > most {
		b = b[:most]
		d.Cut(content.CutSize)
	}
	switch format {
	case "html":
		htmltext.Read(d, b, h.ContentType, h.URL)
		return d.End(nil)
	case "jats", "tei", "xml":
		return d.End(article.Read(d, b, format, h.ContentType))
	}
	text, _, _ := page.Decode(b, h.ContentType)
	switch format {
	case "text":
		plaintext.Read(d, string(text))
	case "markdown":
		markdown.Read(d, string(text))
	case "asciidoc":
		asciidoc.Read(d, string(text))
	case "tex":
		tex.Read(d, string(text))
	default:
		return nil, fmt.Errorf("%w: %s", content.ErrUnknown, format)
	}
	return d.End(nil)
}
