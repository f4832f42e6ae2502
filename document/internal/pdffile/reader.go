// Package pdffile reads a PDF with PDFium, in the child process: text, lines
// with their looks, fields, links, attached files, and a picture of the first
// page. Package pdfium starts these processes and bounds what they do.
package pdffile

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"sluice/document/content"
	"sluice/document/internal/pdfchar"
	"sluice/document/internal/pdfengine"
)

// What the child reports of a document, in this order: Opened, Metadata, a Page
// for each page, a draft.File for each attached file.
type (
	Opened   struct{ Pages int }
	Metadata struct{ Fields []content.Field }
	Page     struct {
		Width, Height float64
		Text          string         `json:",omitempty"`
		Links         []string       `json:",omitempty"`
		Lines         []content.Line `json:",omitempty"` // of the first maxLook pages, as are the next two
		Fonts         map[string]int `json:",omitempty"` // characters by font
		Images        int            `json:",omitempty"`
		Scan          bool           `json:",omitempty"` // no text, but a picture
		Lost          bool           `json:",omitempty"` // no text, but letters that nobody knows
	}
)

// Read passes all of a document of so many bytes to emit, piece by piece, with the attached
// files if they are wanted. Cut is why text is missing.
func Read(e *pdfengine.Engine, from io.Reader, size int64, files bool, emit func(any) error) (cut string, err error) {
	// PDFium reports a lack of memory as any other fault, so the size of its memory decides.
	defer func() {
		if err != nil && e.Size() > pdfengine.MaxMemory*7/8 {
			err = fmt.Errorf("%w: PDFium needs more than %d MB of memory", content.ErrTooLarge, pdfengine.MaxMemory>>20)
		}
	}()
	defer pdfengine.Caught(&err)
	f, err := open(e, from, size)
	if err != nil {
		return "", err
	}
	pages := f.DoInt("FPDF_GetPageCount", f.doc)
	if pages <= 0 {
		f.close()
		return "", fmt.Errorf("%w: no pages", content.ErrDamaged)
	}
	if err := errors.Join(emit(Opened{pages}), emit(Metadata{f.fields()})); err != nil {
		return "", err
	}
	// Page by page: if the time runs out, all pages before are there.
	for i := range min(pages, MaxPages) {
		p, ok := f.page(i)
		if !ok {
			cut = content.CutDamaged
		}
		if err := emit(p); err != nil {
			return "", err
		}
	}
	if cut == "" {
		cut = f.cut
	}
	if pages > MaxPages {
		cut = content.CutSize
	}
	if files {
		if ok, err := f.attached(emit); err != nil || !ok {
			// A fault within an attachment must not spoil the next document.
			e.Drop()
			return cut, err
		}
	}
	f.close()
	return cut, nil
}

// page reads one page.
func (f *file) page(n int) (p Page, ok bool) {
	at := f.Do("FPDF_LoadPage", f.doc, uint64(n))
	if at == 0 {
		return p, false
	}
	p.Width, p.Height = f.pageSize(at)
	if text := f.Do("FPDFText_LoadPage", at); text != 0 {
		chars := f.DoInt("FPDFText_CountChars", text)
		raw := f.text(at, text, chars)
		if p.Lost = pdfchar.Lost(raw); !p.Lost {
			p.Text = pdfchar.CleanPage(pdfchar.MarkLost(raw))
		}
		if n < maxLook && !p.Lost {
			look := f.look(at, text, min(chars, maxChars))
			p.Lines, p.Fonts = look.Lines()
			for i := range p.Lines {
				p.Lines[i].Page = n
			}
		}
		f.Do("FPDFText_ClosePage", text)
	}
	if n < maxLook || p.Text == "" {
		p.Images = f.images(at)
		p.Scan = p.Text == "" && !p.Lost && p.Images > 0
	}
	marks := f.marks(at, n, p.Text)
	if n == 0 {
		marks += f.xfa()
	}
	if marks != "" {
		if p.Text != "" && !strings.HasSuffix(p.Text, "\n") {
			p.Text += "\n"
		}
		p.Text += marks
	}
	p.Links = f.links(at)
	f.Do("FPDF_ClosePage", at)
	return p, true
}

// The kinds of page objects (fpdf_edit.h).
const (
	objectImage = 3
	objectForm  = 5
)

// images counts the pictures on a page, those in its forms too.
func (f *file) images(page uint64) int {
	// The limit of objects bounds the time for a page of countless drawings.
	left := 5000
	var count func(name, get string, of uint64, depth int) int
	count = func(name, get string, of uint64, depth int) (images int) {
		for i := range f.DoInt(name, of) {
			if left--; left < 0 {
				break
			}
			object := f.Do(get, of, uint64(i))
			if object == 0 {
				continue
			}
			switch f.DoInt("FPDFPageObj_GetType", object) {
			case objectImage:
				images++
			case objectForm:
				// Forms may contain each other without end.
				if depth < 4 {
					images += count("FPDFFormObj_CountObjects", "FPDFFormObj_GetObject", object, depth+1)
				}
			}
		}
		return images
	}
	return count("FPDFPage_CountObjects", "FPDFPage_GetObject", page, 0)
}

// actionURI is the kind of action that leads to a URL.
const actionURI = 3 // fpdf_doc.h

// links returns the addresses that a page refers to.
func (f *file) links(page uint64) (links []string) {
	position, link := f.Scratch, f.Scratch+4
	clear(f.View(position, 8))
	for range 1000 {
		if f.Do("FPDFLink_Enumerate", page, uint64(position), uint64(link)) == 0 {
			break
		}
		action := f.Do("FPDFLink_GetAction", uint64(f.Uint32(link)))
		if action == 0 || f.DoInt("FPDFAction_GetType", action) != actionURI {
			continue
		}
		if u := pdfchar.Address(f.Bytes("FPDFAction_GetURIPath", 4<<10, f.doc, action)); u != "" {
			links = append(links, u)
		}
	}
	return links
}
