package pdfium

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"

	"github.com/tetratelabs/wazero/api"

	"sluice/document/content"
)

// What the child tells of a document, in this order: opened, told, a page for each, a draft.File for each that is attached.
type (
	opened struct{ Pages int }
	told   struct{ Fields []content.Field }
	page   struct {
		Width, Height float64
		Text          string         `json:",omitempty"`
		Links         []string       `json:",omitempty"`
		Lines         []content.Line `json:",omitempty"` // of the first maxLook pages, as are the next two
		Fonts         map[string]int `json:",omitempty"` // characters by font
		Images        int            `json:",omitempty"`
		Scan          bool           `json:",omitempty"` // no text, but a picture
	}
)

// file is an open PDF.
type file struct {
	*engine
	doc  uint64
	at   uint32 // its bytes in PDFium's memory
	size int
	cut  string // why text is missing, so far

	form      uint64 // what PDFium knows of its form, once it was asked
	formTable uint32
	formAsked bool

	pinned [][2]int // annotations that hold files, by page and place
}

// open loads a file. What is wrong with it is told by an error of the package's kinds.
func (e *engine) open(path string) (*file, error) {
	// Not to wait: a path may have become a pipe meanwhile.
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a file", path)
	case info.Size() > maxFile:
		return nil, fmt.Errorf("%w: %d MB, and %d MB are the most", ErrTooLarge, info.Size()>>20, maxFile>>20)
	case info.Size() < 8: // "%PDF-1.0"
		return nil, fmt.Errorf("%w: %d bytes", ErrDamaged, info.Size())
	}
	if err := e.fresh(); err != nil {
		return nil, err
	}
	size := int(info.Size())
	at, err := e.alloc(size)
	if err != nil {
		return nil, err
	}
	if _, err := io.ReadFull(f, e.view(at, size)); err != nil {
		e.free(at)
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	doc := e.do("FPDF_LoadMemDocument", uint64(at), uint64(size), 0)
	if doc == 0 {
		err := e.lastError()
		e.free(at)
		return nil, err
	}
	return &file{engine: e, doc: doc, at: at, size: size}, nil
}

// lastError tells why a document was not opened (fpdfview.h, FPDF_GetLastError).
func (e *engine) lastError() error {
	switch code := e.doInt("FPDF_GetLastError"); code {
	case 4:
		return fmt.Errorf("%w: it opens with a password only", ErrEncrypted)
	case 5:
		return fmt.Errorf("%w: its way of encryption is not known", ErrEncrypted)
	default:
		return fmt.Errorf("%w: no whole document in it", ErrDamaged)
	}
}

func (f *file) close() {
	f.closeForms()
	f.do("FPDF_CloseDocument", f.doc)
	f.free(f.at)
}

// read tells all of a document to tell, with the files that are attached when they are wanted; why text is missing comes back as cut.
func (e *engine) read(path string, files bool, tell func(any) error) (cut string, err error) {
	defer func() {
		if err != nil && e.module != nil && e.memory.Size() > maxMemory*7/8 {
			err = fmt.Errorf("%w: PDFium needs more than %d MB of memory for it", ErrTooLarge, maxMemory>>20)
		}
	}()
	defer caught(&err)
	f, err := e.open(path)
	if err != nil {
		return "", err
	}
	pages := f.doInt("FPDF_GetPageCount", f.doc)
	if pages <= 0 {
		f.close()
		return "", fmt.Errorf("%w: no page in it", ErrDamaged)
	}
	if err := errors.Join(tell(opened{pages}), tell(told{f.fields()})); err != nil {
		return "", err
	}
	for i := range min(pages, maxPages) {
		p, ok := f.page(i)
		if !ok {
			cut = cutDamaged
		}
		if err := tell(p); err != nil {
			return "", err
		}
	}
	if cut == "" {
		cut = f.cut
	}
	if pages > maxPages {
		cut = cutSize
	}
	if files {
		if ok, err := f.attached(tell); err != nil || !ok {
			e.drop()
			return cut, err
		}
	}
	f.close()
	return cut, nil
}

// page reads one page.
func (f *file) page(n int) (p page, ok bool) {
	at := f.do("FPDF_LoadPage", f.doc, uint64(n))
	if at == 0 {
		return p, false
	}
	p.Width, p.Height = f.pageSize(at)
	if text := f.do("FPDFText_LoadPage", at); text != 0 {
		chars := f.doInt("FPDFText_CountChars", text)
		p.Text = clean(f.text(at, text, chars))
		if n < maxLook {
			look := f.look(at, text, min(chars, maxChars))
			p.Lines, p.Fonts = look.lines()
			for i := range p.Lines {
				p.Lines[i].Page = n
			}
		}
		f.do("FPDFText_ClosePage", text)
	}
	if n < maxLook || p.Text == "" {
		p.Images = f.images(at)
		p.Scan = p.Text == "" && p.Images > 0
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
	f.do("FPDF_ClosePage", at)
	return p, true
}

func (f *file) pageSize(page uint64) (w, h float64) {
	return float64(api.DecodeF32(f.do("FPDF_GetPageWidthF", page))), float64(api.DecodeF32(f.do("FPDF_GetPageHeightF", page)))
}

// The kinds of page objects (fpdf_edit.h).
const (
	objectImage = 3
	objectForm  = 5
)

// images counts the pictures on a page, those in its forms too.
func (f *file) images(page uint64) int {
	left := 5000
	var count func(name, get string, of uint64, depth int) int
	count = func(name, get string, of uint64, depth int) (images int) {
		for i := range f.doInt(name, of) {
			if left--; left < 0 {
				break
			}
			object := f.do(get, of, uint64(i))
			if object == 0 {
				continue
			}
			switch f.doInt("FPDFPageObj_GetType", object) {
			case objectImage:
				images++
			case objectForm:
				if depth < 4 {
					images += count("FPDFFormObj_CountObjects", "FPDFFormObj_GetObject", object, depth+1)
				}
			}
		}
		return images
	}
	return count("FPDFPage_CountObjects", "FPDFPage_GetObject", page, 0)
}

const actionURI = 3 // fpdf_doc.h

// links gives the addresses that a page refers to.
func (f *file) links(page uint64) (links []string) {
	position, link := f.scratch, f.scratch+4
	clear(f.view(position, 8))
	for range 1000 {
		if f.do("FPDFLink_Enumerate", page, uint64(position), uint64(link)) == 0 {
			break
		}
		action := f.do("FPDFLink_GetAction", uint64(f.uint32(link)))
		if action == 0 || f.doInt("FPDFAction_GetType", action) != actionURI {
			continue
		}
		if u := address(f.bytes("FPDFAction_GetURIPath", 4<<10, f.doc, action)); u != "" {
			links = append(links, u)
		}
	}
	return links
}
