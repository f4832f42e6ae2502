package pdflayout

import (
	"slices"

	"sluice/document/internal/pdfchar"
)

// Typeface is how the characters of one text object look.
type Typeface struct {
	Font         string
	Size         float64 // as it appears
	Bold, Italic bool
	Turned       bool // not from left to right on the page as it is shown
}

// Glyph is a character at its place. Y goes from the top of the shown page
// down.
type Glyph struct {
	R            rune
	X0, X1       float64
	Top, Bottom  float64
	Base         float64 // of the baseline
	Face         *Typeface
	Spaced, Line bool          // a space, or the end of a line, precedes it
	After        pdfchar.Space // what precedes it in PDFium's text
}

// Page is what one page looks like.
type Page struct{ Glyphs []Glyph }

// Accent brings accents to their letters.
func (l *Page) Accent() {
	if !slices.ContainsFunc(l.Glyphs, func(g Glyph) bool { return pdfchar.Standing[g.R] != 0 || pdfchar.IsMark(g.R) }) {
		return
	}
	all := make([]pdfchar.Ink, len(l.Glyphs))
	for i, g := range l.Glyphs {
		all[i] = pdfchar.Ink{R: g.R, X0: g.X0, X1: g.X1, Y0: g.Top, Y1: g.Bottom}
	}
	kept := l.Glyphs[:0]
	for i := range all {
		if j, r, ok := pdfchar.Accented(all, i); ok {
			all[j].R, all[i].R = r, 0
		}
	}
	spaced, line, after := false, false, pdfchar.NoSpace
	for i, g := range l.Glyphs {
		if all[i].R == 0 { // what preceded it precedes the next
			spaced, line, after = spaced || g.Spaced, line || g.Line, max(after, g.After)
			continue
		}
		g.R, g.Spaced, g.Line, g.After = all[i].R, g.Spaced || spaced, g.Line || line, max(g.After, after)
		spaced, line, after = false, false, pdfchar.NoSpace
		kept = append(kept, g)
	}
	l.Glyphs = kept
}
