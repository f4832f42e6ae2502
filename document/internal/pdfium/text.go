package pdfium

import (
	"strings"

	"sluice/document/content"
)

// maxPlaced is up to how many characters of a page are looked at one by one.
const maxPlaced = 1 << 20

// text is all text of a page in the order of its content, as PDFium parts it into words and lines.
func (f *file) text(page, text uint64, chars int) string {
	const most = content.MaxText / 2
	if chars <= 0 {
		return ""
	} else if chars > most {
		chars, f.cut = most, cutSize
	}
	at, err := f.alloc(2*chars + 2)
	if err != nil {
		f.cut = cutSize
		return ""
	}
	n := f.doInt("FPDFText_GetText", text, 0, uint64(chars), uint64(at))
	all := utf16String(f.view(at, 2*max(0, min(n, chars+1))))
	f.free(at)
	if isSpaced(all) {
		all = f.joined(text, chars, all)
	}
	shown, ok := f.shown(page)
	if ok && chars <= maxPlaced && (hasAccent(all) || f.outside(shown, text, chars)) {
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
