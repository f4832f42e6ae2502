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

// What the child tells of a document, in this order: opened, told, a page for each.
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
		return ErrEncrypted
	case 5:
		return fmt.Errorf("%w: its way of encryption is not known", ErrEncrypted)
	default:
		return fmt.Errorf("%w: no whole document in it", ErrDamaged)
	}
}

func (f *file) close() {
	f.do("FPDF_CloseDocument", f.doc)
	f.free(f.at)
}

// read tells all of a document to tell; why text is missing comes back as cut.
func (e *engine) read(path string, tell func(any) error) (cut string, err error) {
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
	if pages > maxPages {
		cut = cutSize
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
	p.Width, p.Height = f.size2(at)
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
	p.Links = f.links(at)
	f.do("FPDF_ClosePage", at)
	return p, true
}

func (f *file) size2(page uint64) (w, h float64) {
	return float64(api.DecodeF32(f.do("FPDF_GetPageWidthF", page))), float64(api.DecodeF32(f.do("FPDF_GetPageHeightF", page)))
}

// text is all text of a page in the order of its content, as PDFium parts it into words and lines.
func (f *file) text(page, text uint64, chars int) string {
	chars = min(chars, content.MaxText/2)
	if chars <= 0 {
		return ""
	}
	at, err := f.alloc(2*chars + 2)
	if err != nil {
		return ""
	}
	n := f.doInt("FPDFText_GetText", text, 0, uint64(chars), uint64(at))
	all := utf16String(f.view(at, 2*max(0, min(n, chars+1))))
	f.free(at)
	shown, ok := f.shown(page)
	if ok && (hasAccent(all) || f.outside(shown, text, chars)) {
		return f.placed(shown, text, chars)
	}
	return all
}

// box is a part of a page in its own space, where Y goes up.
type box struct{ left, top, right, bottom float64 }

func (b box) apart(c box) bool {
	return c.right < b.left || c.left > b.right || c.top < b.bottom || c.bottom > b.top
}

// shown is the part of a page that is shown.
func (f *file) shown(page uint64) (box, bool) {
	ok := f.do("FPDF_GetPageBoundingBox", page, uint64(f.scratch)) != 0
	return box{f.float32(f.scratch), f.float32(f.scratch + 4), f.float32(f.scratch + 8), f.float32(f.scratch + 12)}, ok
}

// outside tells whether a page has text that is not on it, as slides have that appear bit by bit.
func (f *file) outside(shown box, text uint64, chars int) bool {
	at := uint64(f.scratch)
	for i := range min(f.doInt("FPDFText_CountRects", text, 0, uint64(chars)), maxChars) {
		if f.do("FPDFText_GetRect", text, uint64(i), at, at+8, at+16, at+24) == 0 {
			continue
		}
		if shown.apart(box{f.float64(f.scratch), f.float64(f.scratch + 8), f.float64(f.scratch + 16), f.float64(f.scratch + 24)}) {
			return true
		}
	}
	return false
}

// placed is the text that is on the page, with accents on their letters.
func (f *file) placed(shown box, text uint64, chars int) string {
	unicode, place := f.function("FPDFText_GetUnicode"), f.function("FPDFText_GetLooseCharBox")
	at := f.scratch
	all := make([]ink, 0, chars)
	for i := range chars {
		c := ink{r: rune(f.call(unicode, text, uint64(i)))}
		if c.r == 0 || c.r == 2 && f.do("FPDFText_IsHyphen", text, uint64(i)) != 1 {
			continue
		}
		if c.r == 2 {
			c.r = 0xfffe // as FPDFText_GetText has it
		}
		if c.r > ' ' && f.call(place, text, uint64(i), uint64(at)) != 0 {
			b := box{f.float32(at), f.float32(at + 4), f.float32(at + 8), f.float32(at + 12)}
			if shown.apart(b) {
				continue
			}
			c.x0, c.x1, c.y0, c.y1 = b.left, b.right, b.bottom, b.top
		}
		all = append(all, c)
	}
	for i := range all {
		if j, r, ok := accented(all, i); ok {
			all[j].r, all[i].r = r, 0
			closeUp(all, i)
		}
	}
	var b strings.Builder
	for _, c := range all {
		if c.r != 0 {
			b.WriteRune(c.r)
		}
	}
	return b.String()
}

// closeUp drops the spaces around the place of an accent if the letters on both sides of it touch.
func closeUp(all []ink, i int) {
	from, to := i, i+1
	for from > 0 && (all[from-1].r == ' ' || all[from-1].r == 0) {
		from--
	}
	for to < len(all) && (all[to].r == ' ' || all[to].r == 0) {
		to++
	}
	if from == 0 || to == len(all) {
		return
	}
	a, b := all[from-1], all[to]
	if b.x0-a.x1 < 0.1*(b.y1-b.y0) && b.x0 > a.x0 && b.x1 > b.x0 {
		for k := from; k < to; k++ {
			all[k].r = 0
		}
	}
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
