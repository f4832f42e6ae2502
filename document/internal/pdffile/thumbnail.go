package pdffile

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"io"
	"math"
	"slices"

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
	drawGrey  = 0x08
	drawRGBA  = 0x10 // red first
)

// MaxPixels is the most pixels of the picture of a page: one of A3 at 300 dots per inch has 17 million.
const MaxPixels = 18 << 20

// Thumbnail draws the first page. It returns a PNG picture of the given width in pixels. Notes
// are drawn too, because a viewer shows them.
func Thumbnail(e *pdfengine.Engine, from io.Reader, size int64, width int) (picture []byte, err error) {
	err = draw(e, from, size, 0, drawNotes|drawRGBA, func(w, h float64) (int, int) {
		// The height is bounded, because the file decides it: a much higher page is drawn compressed.
		return width, min(max(1, int(math.Round(float64(width)*h/w))), maxTall*width)
	}, func(drawn []byte, stride, width, height int) error {
		m := image.NewNRGBA(image.Rect(0, 0, width, height))
		for y := range height {
			row := m.Pix[y*m.Stride : y*m.Stride+4*width]
			copy(row, drawn[y*stride:])
			for x := 3; x < len(row); x += 4 {
				row[x] = 0xff // the fourth byte of a bitmap without transparency is not said
			}
		}
		var b bytes.Buffer
		err := png.Encode(&b, m)
		picture = b.Bytes()
		return err
	})
	return picture, err
}

// Picture draws a page, counted from 0, with so many dots per inch, or fewer if the page is so large that
// it would have more than [MaxPixels]. It returns a PGM picture: grey, and not compressed, for the program that reads it.
func Picture(e *pdfengine.Engine, from io.Reader, size int64, page, dots int) (picture []byte, err error) {
	err = draw(e, from, size, page, drawGrey|drawRGBA, func(w, h float64) (int, int) {
		scale := min(float64(dots)/72, math.Sqrt(MaxPixels/(w*h)))
		return min(max(1, int(w*scale)), MaxPixels), min(max(1, int(h*scale)), MaxPixels)
	}, func(drawn []byte, stride, width, height int) error {
		picture = fmt.Appendf(nil, "P5\n%d %d\n255\n", width, height)
		picture = slices.Grow(picture, width*height)
		for y := range height {
			for x := range width {
				picture = append(picture, drawn[y*stride+4*x])
			}
		}
		return nil
	})
	return picture, err
}

// draw draws a page. The size function returns the pixels of its sides by its width and height in points, and take
// gets four bytes a pixel, in rows of stride bytes, which are valid until it returns.
func draw(e *pdfengine.Engine, from io.Reader, length int64, page, flags int, size func(w, h float64) (int, int), take func(drawn []byte, stride, width, height int) error) (err error) {
	defer pdfengine.Caught(&err)
	f, err := open(e, from, length)
	if err != nil {
		return err
	}
	at := f.Do("FPDF_LoadPage", f.doc, uint64(page))
	if at == 0 {
		f.close()
		return fmt.Errorf("%w: no page %d", content.ErrDamaged, page+1)
	}
	w, h := f.pageSize(at)
	if !finite(w, h) || w <= 0 || h <= 0 {
		f.close()
		return fmt.Errorf("%w: a page of %g by %g points", content.ErrDamaged, w, h)
	}
	width, height := size(w, h)
	bitmap := f.Do("FPDFBitmap_Create", api.EncodeI32(int32(width)), api.EncodeI32(int32(height)), 0)
	if bitmap == 0 {
		f.close()
		return fmt.Errorf("%w: no memory for %d by %d pixels", content.ErrTooLarge, width, height)
	}
	// PDFium draws on what is there, and a page has no background of its own.
	f.Do("FPDFBitmap_FillRect", bitmap, 0, 0, uint64(width), uint64(height), 0xffffffff)
	f.Do("FPDF_RenderPageBitmap", bitmap, at, 0, 0, uint64(width), uint64(height), 0, uint64(flags))
	stride, buffer := f.DoInt("FPDFBitmap_GetStride", bitmap), uint32(f.Do("FPDFBitmap_GetBuffer", bitmap))
	err = take(f.View(buffer, stride*height), stride, width, height)
	f.Do("FPDFBitmap_Destroy", bitmap)
	f.Do("FPDF_ClosePage", at)
	f.close()
	return err
}
