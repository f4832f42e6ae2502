package pdfium

import (
	"math"
	"slices"

	"github.com/tetratelabs/wazero/api"
)

// typeface is how the characters of one text object look.
type typeface struct {
	font         string
	size         float64 // as it appears
	bold, italic bool
	turned       bool // not from left to right on the page as it is shown
}

// glyph is a character at its place. Y goes from the top of the shown page down.
type glyph struct {
	r            rune
	x0, x1       float64
	top, bottom  float64
	base         float64 // of the baseline
	face         *typeface
	spaced, line bool // a space, or the end of a line, stands before it
}

// look is what one page looks like.
type look struct{ glyphs []glyph }

// frame turns points of a page's own space into points of the page as it is shown.
type frame struct {
	left, bottom, width, height float64 // width and height as shown
	turns                       int     // quarter turns clockwise
}

func (f frame) point(x, y float64) (float64, float64) {
	x, y = x-f.left, y-f.bottom
	switch f.turns {
	case 1:
		return y, x
	case 2:
		return f.width - x, y
	case 3:
		return f.width - y, f.height - x
	}
	return x, f.height - y
}

// right is the share of a direction that goes to the right on the page as it is shown.
func (f frame) right(x, y float64) float64 {
	length := math.Hypot(x, y)
	if length == 0 {
		return 1
	}
	return [4]float64{x, y, -x, -y}[f.turns&3] / length
}

func (f *file) look(page, text uint64, chars int) *look {
	w, h := f.pageSize(page)
	shown := frame{width: w, height: h, turns: f.doInt("FPDFPage_GetRotation", page)}
	if b, ok := f.shown(page); ok {
		shown.left, shown.bottom = b.left, b.bottom
	}
	var (
		l       = &look{glyphs: make([]glyph, 0, max(0, chars))}
		fonts   = map[uint64]typeface{}
		object  uint64
		face    *typeface
		unicode = f.function("FPDFText_GetUnicode")
		owner   = f.function("FPDFText_GetTextObject")
		origin  = f.function("FPDFText_GetCharOrigin")
		box     = f.function("FPDFText_GetLooseCharBox")
		hyphen  = f.function("FPDFText_IsHyphen")
		at      = uint64(f.scratch)
		spaced  bool
		line    bool
	)
	for i := range chars {
		r := letter(rune(f.call(unicode, text, uint64(i))))
		if r == 0 && f.call(hyphen, text, uint64(i)) == 1 {
			r = '-'
		}
		switch {
		case r == '\n':
			line = true
			continue
		case r == ' ':
			spaced = true
			continue
		case r == 0:
			continue
		}
		if o := f.call(owner, text, uint64(i)); o != object || face == nil {
			object, face = o, f.face(text, uint64(i), o, shown, fonts)
		}
		g := glyph{r: r, face: face, spaced: spaced, line: line}
		if f.call(box, text, uint64(i), at) == 0 {
			continue
		}
		left, top, right, bottom := f.float32(f.scratch), f.float32(f.scratch+4), f.float32(f.scratch+8), f.float32(f.scratch+12)
		ax, ay := shown.point(left, top)
		bx, by := shown.point(right, bottom)
		g.x0, g.x1, g.top, g.bottom = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
		g.base = g.bottom
		if f.call(origin, text, uint64(i), at, at+8) != 0 {
			_, g.base = shown.point(f.float64(f.scratch), f.float64(f.scratch+8))
		}
		if finite(g.x0, g.x1, g.top, g.bottom, g.base) && g.x1 > 0 && g.x0 < w && g.bottom > 0 && g.top < h {
			l.glyphs = append(l.glyphs, g)
			spaced, line = false, false
		}
	}
	l.accent()
	return l
}

// accent brings accents to their letters.
func (l *look) accent() {
	if !slices.ContainsFunc(l.glyphs, func(g glyph) bool { return standing[g.r] != 0 || isMark(g.r) }) {
		return
	}
	all := make([]ink, len(l.glyphs))
	for i, g := range l.glyphs {
		all[i] = ink{g.r, g.x0, g.x1, g.top, g.bottom}
	}
	kept := l.glyphs[:0]
	for i := range all {
		if j, r, ok := accented(all, i); ok {
			all[j].r, all[i].r = r, 0
		}
	}
	spaced, line := false, false
	for i, g := range l.glyphs {
		if all[i].r == 0 { // what stood before it stands before the next
			spaced, line = spaced || g.spaced, line || g.line
			continue
		}
		g.r, g.spaced, g.line = all[i].r, g.spaced || spaced, g.line || line
		spaced, line = false, false
		kept = append(kept, g)
	}
	l.glyphs = kept
}

func finite(numbers ...float64) bool {
	for _, n := range numbers {
		if math.IsNaN(n) || math.Abs(n) > 1e6 {
			return false
		}
	}
	return true
}

// face tells how a text object looks.
func (f *file) face(text, char, object uint64, shown frame, fonts map[uint64]typeface) *typeface {
	var t typeface
	if object != 0 {
		font := f.do("FPDFTextObj_GetFont", object)
		known, ok := fonts[font]
		if !ok && font != 0 {
			name := string(trimZero(f.bytes("FPDFFont_GetBaseFontName", 1<<10, font)))
			known.font, known.bold, known.italic = fontName(name)
			flags, weight := f.doInt("FPDFFont_GetFlags", font), f.doInt("FPDFFont_GetWeight", font)
			if flags >= 0 { // ISO 32000-1, table 123
				known.italic = known.italic || flags&(1<<6) != 0
				known.bold = known.bold || flags&(1<<18) != 0
			}
			known.bold = known.bold || weight >= 650 && weight <= 1000
			fonts[font] = known
		}
		t = known
	}
	t.size = api.DecodeF64(f.do("FPDFText_GetFontSize", text, char))
	if f.do("FPDFText_GetMatrix", text, char, uint64(f.scratch)) != 0 { // a b c d e f
		m := f.scratch
		a, b, c, d := f.float32(m), f.float32(m+4), f.float32(m+8), f.float32(m+12)
		t.size *= math.Hypot(c, d)
		t.turned = shown.right(a, b) < 0.9
	}
	if !finite(t.size) || t.size <= 0 {
		t.size = 1
	}
	return &t
}
