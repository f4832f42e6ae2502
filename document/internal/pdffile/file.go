package pdffile

import (
	"fmt"
	"io"
	"math"

	"github.com/tetratelabs/wazero/api"

	"sluice/document/content"
	"sluice/document/internal/pdfchar"
	"sluice/document/internal/pdfengine"
)

// file is an open PDF.
type file struct {
	*pdfengine.Engine
	doc  uint64
	at   uint32 // its bytes in PDFium's memory
	size int
	cut  string // why text is missing, so far

	ligatures pdfchar.Ligatures

	form      uint64 // PDFium's handle of its form, once loaded
	formTable uint32
	formAsked bool

	pinned [][2]int // annotations that hold files, by page and place
}

// open loads a file of so many bytes. A fault of the file is an error of the
// package's kinds.
func open(e *pdfengine.Engine, from io.Reader, length int64) (*file, error) {
	if length > MaxFile {
		return nil, fmt.Errorf("%w: %d bytes", content.ErrTooLarge, length)
	}
	// Before the file is loaded: replacing the instance later would lose its
	// bytes.
	if err := e.Fresh(); err != nil {
		return nil, err
	}
	size := int(length)
	at, err := e.Alloc(size)
	if err != nil {
		return nil, err
	}
	if _, err := io.ReadFull(from, e.View(at, size)); err != nil {
		e.Free(at)
		return nil, err
	}
	doc := e.Do("FPDF_LoadMemDocument", uint64(at), uint64(size), 0)
	if doc == 0 {
		err := lastError(e)
		e.Free(at)
		return nil, err
	}
	return &file{Engine: e, doc: doc, at: at, size: size}, nil
}

// lastError returns why a document was not opened (fpdfview.h,
// FPDF_GetLastError).
func lastError(e *pdfengine.Engine) error {
	switch code := e.DoInt("FPDF_GetLastError"); code {
	case 4:
		return fmt.Errorf("%w: password required", content.ErrEncrypted)
	case 5:
		return fmt.Errorf("%w: unknown encryption", content.ErrEncrypted)
	default:
		return fmt.Errorf("%w: no complete document found", content.ErrDamaged)
	}
}

// close frees the document and its bytes in PDFium's memory.
func (f *file) close() {
	f.closeForms()
	f.Do("FPDF_CloseDocument", f.doc)
	f.Free(f.at)
}

// pageSize returns width and height of a page as it is shown, in points.
func (f *file) pageSize(page uint64) (w, h float64) {
	return float64(api.DecodeF32(f.Do("FPDF_GetPageWidthF", page))), float64(api.DecodeF32(f.Do("FPDF_GetPageHeightF", page)))
}

// finite reports whether all numbers are such that one can reckon with them:
// broken files have positions without end.
func finite(numbers ...float64) bool {
	for _, n := range numbers {
		if math.IsNaN(n) || math.Abs(n) > 1e6 {
			return false
		}
	}
	return true
}

// box is a part of a page in its own space, where Y goes up.
type box struct{ left, top, right, bottom float64 }

// apart reports whether two boxes have no point in common.
func (b box) apart(c box) bool {
	return c.right < b.left || c.left > b.right || c.top < b.bottom || c.bottom > b.top
}

// shown is the part of a page that is shown.
func (f *file) shown(page uint64) (box, bool) {
	ok := f.Do("FPDF_GetPageBoundingBox", page, uint64(f.Scratch)) != 0
	return box{f.Float32(f.Scratch), f.Float32(f.Scratch + 4), f.Float32(f.Scratch + 8), f.Float32(f.Scratch + 12)}, ok
}
