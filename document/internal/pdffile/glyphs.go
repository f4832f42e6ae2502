package pdffile

import (
	"math"
	"unicode"

	"github.com/tetratelabs/wazero/api"

	"sluice/document/internal/pdfchar"
	"sluice/document/internal/pdflayout"
)

// frame turns points of a page's own space into points of the page as it is
// shown.
type frame struct {
	left, bottom, width, height float64 // width and height as shown
	turns                       int     // quarter turns clockwise
}

// point returns a point of the page's own space in the space of the page as it
// is shown.
func (f frame) point(x, y float64) (float64, float64) {
	x, y = x-f.left, y-f.bottom
	// Rotation is clockwise (ISO 32000-1, table 30), and Y goes down on the page as it is shown.
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

// right is the share of a direction that goes to the right on the page as it is
// shown.
func (f frame) right(x, y float64) float64 {
	length := math.Hypot(x, y)
	if length == 0 {
		return 1
	}
	return [4]float64{x, y, -x, -y}[f.turns&3] / length
}

// look returns the characters of a page with their places and their type.
func (f *file) look(page, text uint64, chars int) *pdflayout.Page {
	w, h := f.pageSize(page)
	shown := frame{width: w, height: h, turns: f.DoInt("FPDFPage_GetRotation", page)}
	if b, ok := f.shown(page); ok {
		shown.left, shown.bottom = b.left, b.bottom
	}
	var (
		l         = &pdflayout.Page{Glyphs: make([]pdflayout.Glyph, 0, max(0, chars))}
		fonts     = map[uint64]pdflayout.Typeface{}
		object    uint64
		face      *pdflayout.Typeface
		get       = f.Function("FPDFText_GetUnicode")
		owner     = f.Function("FPDFText_GetTextObject")
		origin    = f.Function("FPDFText_GetCharOrigin")
		box       = f.Function("FPDFText_GetLooseCharBox")
		hyphen    = f.Function("FPDFText_IsHyphen")
		generated = f.Function("FPDFText_IsGenerated")
		at        = uint64(f.Scratch)
		spaced    bool
		after     pdfchar.Space
		line      bool
	)
	for i := range chars {
		r := rune(f.Call(get, text, uint64(i)))
		if r < ' ' && f.Call(hyphen, text, uint64(i)) == 1 {
			r = '-'
		} else if r < ' ' {
			r = pdfchar.Letter(f.ligature(get, text, r, i, chars))
		} else {
			r = pdfchar.Letter(r)
		}
		switch {
		case r == '\n':
			line, after = true, max(after, pdfchar.Distance)
			continue
		case r == ' ':
			spaced, after = true, max(after, f.space(generated, text, i))
			continue
		case r == 0:
			continue
		}
		// Characters of one text object have the same font and size, so they are read once.
		if o := f.Call(owner, text, uint64(i)); o != object || face == nil {
			object, face = o, f.face(text, uint64(i), o, shown, fonts)
		}
		g := pdflayout.Glyph{R: r, Face: face, Spaced: spaced, Line: line, After: after}
		if f.Call(box, text, uint64(i), at) == 0 {
			continue
		}
		left, top, right, bottom := f.Float32(f.Scratch), f.Float32(f.Scratch+4), f.Float32(f.Scratch+8), f.Float32(f.Scratch+12)
		ax, ay := shown.point(left, top)
		bx, by := shown.point(right, bottom)
		g.X0, g.X1, g.Top, g.Bottom = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
		g.Base = g.Bottom
		if f.Call(origin, text, uint64(i), at, at+8) != 0 {
			_, g.Base = shown.point(f.Float64(f.Scratch), f.Float64(f.Scratch+8))
		}
		if finite(g.X0, g.X1, g.Top, g.Bottom, g.Base) && g.X1 > 0 && g.X0 < w && g.Bottom > 0 && g.Top < h {
			l.Glyphs = append(l.Glyphs, g)
			spaced, line, after = false, false, pdfchar.NoSpace
		}
	}
	l.Accent()
	return l
}

// ligature returns a control character, or what it stands for within a word: a ligature, or the mark of one that is not known yet.
func (f *file) ligature(get api.Function, text uint64, r rune, i, chars int) rune {
	at := func(i int) rune {
		if i < 0 || i >= chars {
			return '\n'
		}
		return rune(f.Call(get, text, uint64(i)))
	}
	before, after := at(i-1), at(i+1)
	if l := f.ligatures.Letter(r); l != r && (r != '\r' || after != '\n') && (unicode.IsLetter(before) || unicode.IsLetter(after)) {
		return l
	}
	if mark := pdfchar.LostMark(r, before, after); mark != 0 {
		return mark
	}
	return r
}

// face returns how a text object looks.
func (f *file) face(text, char, object uint64, shown frame, fonts map[uint64]pdflayout.Typeface) *pdflayout.Typeface {
	var t pdflayout.Typeface
	if object != 0 {
		font := f.Do("FPDFTextObj_GetFont", object)
		known, ok := fonts[font]
		if !ok && font != 0 {
			name := string(pdfchar.TrimZero(f.Bytes("FPDFFont_GetBaseFontName", 1<<10, font)))
			known.Font, known.Bold, known.Italic = pdfchar.FontName(name)
			flags, weight := f.DoInt("FPDFFont_GetFlags", font), f.DoInt("FPDFFont_GetWeight", font)
			if flags >= 0 { // ISO 32000-1, table 123
				known.Italic = known.Italic || flags&(1<<6) != 0
				known.Bold = known.Bold || flags&(1<<18) != 0
			}
			// Font weights are those of OpenType, where 700 is bold; other numbers are faults.
			known.Bold = known.Bold || weight >= 650 && weight <= 1000
			fonts[font] = known
		}
		t = known
	}
	t.Size = api.DecodeF64(f.Do("FPDFText_GetFontSize", text, char))
	if f.Do("FPDFText_GetMatrix", text, char, uint64(f.Scratch)) != 0 { // a b c d e f
		m := f.Scratch
		a, b, c, d := f.Float32(m), f.Float32(m+4), f.Float32(m+8), f.Float32(m+12)
		t.Size *= math.Hypot(c, d)
		t.Turned = shown.right(a, b) < 0.9
	}
	if !finite(t.Size) || t.Size <= 0 {
		t.Size = 1
	}
	return &t
}
