package document

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"sluice/document/content"
	"sluice/document/internal/markup"
	"sluice/internal/format"
	"sluice/page"
)

// thumbnailWidth is how wide the picture of a first page is at most, in pixels.
const thumbnailWidth = 320

// PDF writes a copy of a document for viewing, as PDF, to out: whole or not at
// all. A PDF is copied as it is.
func (r *Reader) PDF(ctx context.Context, path string, h Hint, out string) error {
	return r.with(ctx, path, h, func(ctx context.Context, f file) error {
		_, err := r.writeView(ctx, f, out)
		return err
	})
}

// Thumbnail makes a picture of the first page, in PNG, at most 320 pixels wide.
func (r *Reader) Thumbnail(ctx context.Context, path string, h Hint) ([]byte, error) {
	var png []byte
	err := r.with(ctx, path, h, func(ctx context.Context, f file) (err error) {
		if format.Of(f.format).View == format.Itself {
			png, err = r.pdf.Thumbnail(ctx, f.path, thumbnailWidth)
			return err
		}
		return r.withPDF(ctx, f, func(pdf, _ string) error {
			png, err = r.pdf.Thumbnail(ctx, pdf, thumbnailWidth)
			return err
		})
	})
	return png, err
}

// withPDF makes a PDF of a file for as long as do needs it. Cut says why pages
// of it are missing.
func (r *Reader) withPDF(ctx context.Context, f file, do func(pdf, cut string) error) error {
	dir, err := os.MkdirTemp(r.options.TempDir, "sluice-pdf-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	pdf := filepath.Join(dir, "out.pdf")
	cut, err := r.writeView(ctx, f, pdf)
	if err != nil {
		return err
	}
	return do(pdf, cut)
}

// writeView writes the PDF of a file to out.
func (r *Reader) writeView(ctx context.Context, f file, out string) (cut string, err error) {
	switch format.Of(f.format).View {
	case format.Itself:
		return "", copyWhole(f.path, out)
	case format.Converted:
		return r.tools().PDF(ctx, f.path, f.format, out)
	case format.Page:
		text, err := decoded(f)
		if err != nil {
			return "", err
		}
		return r.viewPage(ctx, out, func(w io.Writer) { w.Write(text) })
	}
	d, err := r.read(ctx, f, nil)
	if err != nil {
		return "", err
	}
	return r.viewPage(ctx, out, func(w io.Writer) { writeHTML(w, d) })
}

// viewPage writes the PDF of a page to out.
func (r *Reader) viewPage(ctx context.Context, out string, write func(io.Writer)) (cut string, err error) {
	f, err := os.CreateTemp(r.options.TempDir, "sluice-view-*.html")
	if err != nil {
		return "", err
	}
	defer os.Remove(f.Name())
	w := bufio.NewWriter(f)
	write(w) // its errors come again
	if err := errors.Join(w.Flush(), f.Close()); err != nil {
		return "", err
	}
	return r.tools().PDF(ctx, f.Name(), "html", out)
}

// decoded returns a page in UTF-8 with that declaration, because other programs do
// not know an encoding that only the HTTP header declared.
func decoded(f file) ([]byte, error) {
	in, err := os.Open(f.path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	b, err := markup.Beginning(in, "html")
	if err != nil {
		return nil, err
	}
	text, _, _ := page.Decode(b, f.hint.ContentType)
	return append([]byte("<!DOCTYPE html>\n<meta charset=\"utf-8\">\n"), otherCharset.ReplaceAll(text, nil)...), nil
}

// otherCharset is what a page says of the encoding that it had.
var otherCharset = regexp.MustCompile(`(?i)^\s*<\?xml[^>]*\?>|<meta\b[^>]*\bcharset\s*=[^>]*>`)

// copyWhole copies a file so that out is there whole or not at all.
func copyWhole(path, out string) error {
	in, err := os.Open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	f, err := os.CreateTemp(filepath.Dir(out), ".sluice-copy-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // nothing, once it has its name
	_, err = io.Copy(f, in)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), out)
}

// writeHTML writes what was read of a document as a plain page: title, authors,
// headings, paragraphs.
func writeHTML(w io.Writer, d *content.Document) {
	title := d.Get("title")
	fmt.Fprintf(w, "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>%s</title></head>\n<body>\n", html.EscapeString(title))
	styles := map[string]string{}
	for _, l := range d.Lines {
		if l.Style != "" {
			styles[l.Text] = l.Style
		}
	}
	if styles[title] != "title" && title != "" {
		fmt.Fprintf(w, "<h1>%s</h1>\n<p>%s</p>\n", html.EscapeString(title), html.EscapeString(strings.Join(d.All("author"), ", ")))
	}
	for sheet := range strings.SplitSeq(d.Text, "\f") {
		for paragraph := range strings.SplitSeq(sheet, "\n\n") {
			if paragraph = strings.TrimSpace(paragraph); paragraph == "" {
				continue
			}
			tag := tags[styles[paragraph]]
			if tag == "" {
				tag = "p"
			}
			fmt.Fprintf(w, "<%s>%s</%s>\n", tag, strings.ReplaceAll(html.EscapeString(paragraph), "\n", "<br>\n"), tag)
		}
	}
	fmt.Fprint(w, "</body></html>\n")
}

// tags are the elements of HTML for styles.
var tags = map[string]string{
	"title": "h1", "subtitle": "h2", "heading 1": "h2", "heading 2": "h3", "heading 3": "h4", "heading 4": "h5", "heading 5": "h6", "code": "pre",
}
