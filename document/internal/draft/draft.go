// Package draft writes a [content.Document] piece by piece.
//
// A reader of a format makes a [Draft] with [New], adds paragraphs, pages,
// fields and links in the order in which it meets them, and takes the document
// at the end. The draft cleans all text (see [Clean]) and holds no more
// of it than package content allows; once it is [Draft.Full], a reader may
// stop.
package draft

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"sluice/document/content"
)

// Draft is a document in the making.
type Draft struct {
	Files *Files // takes the files within the file; nil: they are skipped

	ctx   context.Context
	doc   content.Document
	text  strings.Builder
	page  int
	looks int // bytes of the lines
	last  ending
	links map[string]bool
}

// maxLooks is how many bytes the lines with their looks may have.
const maxLooks = 2 << 20

// ending is what the text of the page ends in so far.
type ending uint8

const (
	atTop ending = iota
	afterParagraph
	afterRow
)

// New begins a document of a format, as package document names it. Its reading
// ends with ctx.
func New(ctx context.Context, format string) *Draft {
	return &Draft{ctx: ctx, doc: content.Document{Type: format}, links: map[string]bool{}}
}

// Full reports whether reading on is of no use: no more text is taken, or the
// time is over.
func (d *Draft) Full() bool { return d.text.Len() >= content.MaxText || d.ctx.Err() != nil }

// Empty reports whether there is no text yet.
func (d *Draft) Empty() bool { return d.text.Len() == 0 }

// Cut sets the reason why text is missing. The first reason stays.
func (d *Draft) Cut(why string) {
	if d.doc.Cut == "" {
		d.doc.Cut = why
	}
}

// Paragraph adds a paragraph, parted from what was before by an empty line.
// Lines within its text end in \n. Of looks, it takes over those that the line
// has; the page is its own.
func (d *Draft) Paragraph(l content.Line) {
	if l.Text = Clean(l.Text); l.Text == "" {
		return
	}
	if d.last != atTop {
		d.write("\n")
	}
	d.add(l)
	d.last = afterParagraph
}

// Row adds a line of a table or a list, or one of a text whose paragraphs the
// caller parts: no empty line stands between rows.
func (d *Draft) Row(l content.Line) {
	if l.Text = Clean(l.Text); l.Text == "" {
		return
	}
	if d.last == afterParagraph {
		d.write("\n")
	}
	d.add(l)
	d.last = afterRow
}

// Part ends a block of rows: the next one begins after an empty line.
func (d *Draft) Part() {
	if d.last == afterRow {
		d.last = afterParagraph
	}
}

// add writes cleaned text and notes its lines. What is one title to the reader
// is one line, however it is broken.
func (d *Draft) add(l content.Line) {
	d.write(l.Text + "\n")
	texts := []string{strings.ReplaceAll(l.Text, "\n", " ")}
	if !isTitle(l.Style) {
		texts = strings.Split(l.Text, "\n")
	}
	for _, t := range texts {
		if len(d.doc.Lines) >= content.MaxLines || d.looks > maxLooks {
			return
		}
		if t == "" {
			continue
		}
		l.Text, l.Page = strings.Clone(cut(t, content.MaxValue)), d.page // or it would keep all that it was cut from
		d.looks += len(l.Text)
		d.doc.Lines = append(d.doc.Lines, l)
	}
}

// isTitle reports whether a style is that of a title or a heading, which is one
// line however it is broken.
func isTitle(style string) bool {
	return style == "title" || style == "subtitle" || strings.HasPrefix(style, "heading")
}

// write appends text as long as there is room for it.
func (d *Draft) write(s string) {
	if room := content.MaxText - d.text.Len(); len(s) > room {
		s = cut(s, max(room, 0))
		d.Cut(content.CutSize)
	}
	d.text.WriteString(s)
}

// EndPage ends a page or slide, also an empty one.
func (d *Draft) EndPage() {
	d.write("\f")
	d.page++
	d.last = atTop
}

// Pages is how many pages have ended.
func (d *Draft) Pages() int { return d.page }

// Field adds the file's own metadata, once for each name and value.
func (d *Draft) Field(name, value string) {
	if len(d.doc.Fields) >= content.MaxFields {
		return
	}
	value = strings.Join(strings.Fields(Clean(cut(value, 2*content.MaxValue))), " ")
	name = strings.ToLower(strings.TrimSpace(Clean(cut(name, 1000))))
	if value == "" || name == "" {
		return
	}
	f := content.Field{Name: cut(name, 200), Value: cut(value, content.MaxValue)}
	for _, old := range d.doc.Fields {
		if old == f {
			return
		}
	}
	d.doc.Fields = append(d.doc.Fields, f)
}

// Link adds a reference to elsewhere; what is no absolute URL of the Web is
// skipped.
func (d *Draft) Link(ref string) {
	ref = strings.TrimSpace(ref)
	if len(ref) > 8<<10 || len(d.doc.Links) >= content.MaxLinks || d.links[ref] {
		return
	}
	u, err := url.Parse(ref)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" && u.Scheme != "ftp" {
		return
	}
	d.links[ref] = true
	d.doc.Links = append(d.doc.Links, ref)
}

// Size sets the size of a page, in points.
func (d *Draft) Size(width, height float64) {
	if width > 0 && height > 0 {
		d.doc.Width, d.doc.Height = width, height
	}
}

// Picture counts a picture that stands on one of the first pages.
func (d *Draft) Picture() {
	const firstPages = 3
	if d.page < firstPages {
		d.doc.Images++
	}
}

// Document returns what was written. The draft is not to be used afterwards.
func (d *Draft) Document() *content.Document {
	d.doc.Text = d.text.String()
	d.doc.Pages = d.page
	if d.doc.Width > d.doc.Height {
		d.doc.Wide = d.page
	}
	return &d.doc
}

// End returns the document, or the error that left it without text. What came
// of a file before an error, or the end of its time, counts: then that becomes
// the reason why text is missing. A document without text and without error
// comes with [content.ErrNoText].
func (d *Draft) End(err error) (*content.Document, error) {
	if err == nil {
		err = d.ctx.Err()
	}
	switch {
	case err != nil && strings.TrimSpace(d.text.String()) == "":
		return nil, err
	case strings.TrimSpace(d.text.String()) == "":
		return d.Document(), fmt.Errorf("%w: its pages are pictures, or empty", content.ErrNoText)
	case errors.Is(err, content.ErrTooLarge):
		d.Cut(content.CutSize)
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, content.ErrTime):
		d.Cut(content.CutTime)
	case errors.Is(err, context.Canceled):
		return nil, err
	case err != nil:
		d.Cut(content.CutDamaged)
	}
	return d.Document(), nil
}
