package pdffile

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"io"
	"math"

	"sluice/document/content"

	"github.com/tetratelabs/wazero/api"

	"sluice/document/internal/pdfengine"
)

// The most pixels of a thumbnail's sides.
const (
	MaxWidth = 2000
	maxTall  = 4 // times as high as it is wide
)

// How a page is drawn (fpdfview.h).
const (
	drawNotes = 0x01 // annotations too
	drawRGBA  = 0x10 // red first
)

// Thumbnail draws the first page. It returns a PNG picture of the given width in pixels. Notes
// are drawn too, because a viewer shows them.
func Thumbnail(e *pdfengine.Engine, from io.Reader, size int64, width int) (picture []byte, err error) {
	defer pdfengine.Caught(&err)
	f, err := open(e, from, size)
	if err != nil {
		return nil, err
	}
	at := f.Do("FPDF_LoadPage", f.doc, 0)
	if at == 0 {
		f.close()
		return nil, fmt.Errorf("%w: no pages", content.ErrDamaged)
	}
	w, h := f.pageSize(at)
	if !finite(w, h) || w <= 0 || h <= 0 {
		f.close()
		return nil, fmt.Errorf("%w: a page of %g by %g points", content.ErrDamaged, w, h)
	}
	// The height is bounded, because the file decides it: a much higher page is drawn compressed.
	height := min(max(1, int(math.Round(float64(width)*h/w))), maxTall*width)
	bitmap := f.Do("FPDFBitmap_Create", api.EncodeI32(int32(width)), api.EncodeI32(int32(height)), 0)
	if bitmap == 0 {
		f.close()
		return nil, fmt.Errorf("%w: no memory for %d by %d pixels", content.ErrTooLarge, width, height)
	}
	// PDFium draws on what is there, and a page has no background of its own.
	f.Do("FPDFBitmap_FillRect", bitmap, 0, 0, uint64(width), uint64(height), 0xffffffff)
	f.Do("FPDF_RenderPageBitmap", bitmap, at, 0, 0, uint64(width), uint64(height), 0, drawNotes|drawRGBA)
	stride, buffer := f.DoInt("FPDFBitmap_GetStride", bitmap), uint32(f.Do("FPDFBitmap_GetBuffer", bitmap))
	drawn := f.View(buffer, stride*height)
	m := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		row := m.Pix[y*m.Stride : y*m.Stride+4*width]
		copy(row, drawn[y*stride:])
		for x := 3; x < len(row); x += 4 {
			row[x] = 0xff // the fourth byte of a bitmap without transparency is not said
		}
	}
	f.Do("FPDFBitmap_Destroy", bitmap)
	f.Do("FPDF_ClosePage", at)
	f.close()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
