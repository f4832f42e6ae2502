package pdfium

import (
	"math"
	"slices"
	"strings"

	"github.com/tetratelabs/wazero/api"

	"sluice/document/content"
)

// A page's lines are put together anew from its characters, because the text that PDFium gives has lines without
// positions: characters make words, words make lines, and lines are put into reading order.

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
	w, h := f.size2(page)
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
	l.marry()
	return l
}

// marry brings accents to their letters.
func (l *look) marry() {
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

// line is a line that grows while words are added.
type line struct {
	glyphs      []glyph
	x0, x1      float64
	top, bottom float64
	base, size  float64 // of its tallest type
}

func (l *line) add(word []glyph) {
	for _, g := range word {
		if len(l.glyphs) == 0 {
			l.x0, l.x1, l.top, l.bottom = g.x0, g.x1, g.top, g.bottom
		}
		l.x0, l.x1 = min(l.x0, g.x0), max(l.x1, g.x1)
		l.top, l.bottom = min(l.top, g.top), max(l.bottom, g.bottom)
		if g.face.size > l.size*1.05 {
			l.base, l.size = g.base, g.face.size
		}
		l.glyphs = append(l.glyphs, g)
	}
}

// level tells whether a word stands on the line: its middle between the line's feet and its head, or the other way round.
func (l *line) level(word *line) bool {
	in := func(a, b *line) bool {
		middle := a.base - 0.3*a.size
		return middle > b.base-0.95*b.size && middle < b.base+0.25*b.size
	}
	return in(l, word) || in(word, l)
}

// lines makes lines of a page's characters and puts them into reading order.
func (l *look) lines() ([]content.Line, map[string]int) {
	fonts := map[string]int{}
	for _, g := range l.glyphs {
		if g.face.font != "" {
			fonts[g.face.font]++
		}
	}
	var level, turned []*line
	var last *line
	for _, word := range words(l.glyphs) {
		if word.glyphs[0].face.turned {
			turned = addTurned(turned, word)
			last = nil
			continue
		}
		to := place(level, last, word)
		if to == nil {
			to = &line{}
			level = append(level, to)
		}
		to.join(word)
		last = to
	}
	var lines []content.Line
	for _, l := range append(inOrder(level), turned...) {
		if line := l.content(); line.Text != "" && len(lines) < content.MaxLines {
			lines = append(lines, line)
		}
	}
	return lines, fonts
}

// words parts the characters where a space stands, where the place jumps and where the direction changes.
func words(glyphs []glyph) (words []*line) {
	for i := 0; i < len(glyphs); {
		word := &line{}
		j := i
		for ; j < len(glyphs); j++ {
			if g := glyphs[j]; j > i && (g.spaced || g.line || g.face.turned != glyphs[i].face.turned || !g.face.turned && jump(glyphs[j-1], g)) {
				break
			}
		}
		word.add(glyphs[i:j])
		words = append(words, word)
		i = j
	}
	return words
}

func jump(a, b glyph) bool {
	size := max(a.face.size, b.face.size)
	return math.Abs(a.base-b.base) > 0.15*size || b.x0-a.x1 > 0.3*size || b.x1 < a.x0-0.1*size
}

// place finds the line that a word continues: the last one, over a gap that may be wide, or any other that it touches.
func place(lines []*line, last, word *line) *line {
	touches := func(l *line, gap float64) bool {
		size := max(l.size, word.size)
		after, before := word.x0-l.x1, l.x0-word.x1
		return l.level(word) && (after > -0.5*size && after < gap*size || before > -0.3*size && before < min(gap, 0.6)*size)
	}
	if last != nil {
		gap := 1.6
		if word.glyphs[0].line {
			gap = 0.6
		}
		if touches(last, gap) {
			return last
		}
	}
	for i := len(lines) - 1; i >= max(0, len(lines)-300); i-- {
		if lines[i] != last && touches(lines[i], 0.6) {
			return lines[i]
		}
	}
	return nil
}

// join adds a word at the end where it belongs.
func (l *line) join(word *line) {
	size := max(l.size, word.size)
	if len(l.glyphs) > 0 && word.x1 < l.x0+0.3*size && word.x0 < l.x0 { // before it
		rest := l.glyphs
		if gap := l.x0 - word.x1; gap > 0.2*size {
			rest[0].spaced = true
		}
		l.glyphs = nil
		l.add(word.glyphs)
		l.add(rest)
		return
	}
	if len(l.glyphs) > 0 {
		g := &word.glyphs[0]
		gap := g.x0 - l.glyphs[len(l.glyphs)-1].x1
		g.spaced = gap > 0.2*size || (g.spaced || g.line) && gap > 0.05*size
	}
	l.add(word.glyphs)
}

// addTurned puts words that do not run from left to right, such as a stamp in the margin, into lines as PDFium has them.
func addTurned(lines []*line, word *line) []*line {
	if len(lines) == 0 || word.glyphs[0].line {
		lines = append(lines, &line{})
	}
	lines[len(lines)-1].add(word.glyphs)
	return lines
}

// content is the line with the looks of most of it.
func (l *line) content() content.Line {
	var b strings.Builder
	type looks struct {
		font         string
		size         float64
		bold, italic bool
	}
	counts := map[looks]int{}
	var most looks
	for i, g := range l.glyphs {
		if i > 0 && g.spaced {
			b.WriteByte(' ')
			if g.x0-l.glyphs[i-1].x1 > 0.8*l.size && b.Len() > 6 {
				b.WriteByte(' ')
			}
		}
		r := g.r
		if g.face.size < 0.85*l.size && g.base < l.base-0.15*l.size {
			r = raised(r)
		}
		b.WriteRune(r)
		k := looks{g.face.font, math.Round(g.face.size*10) / 10, g.face.bold, g.face.italic}
		counts[k]++
		if counts[k] > counts[most] {
			most = k
		}
	}
	round := func(x float64) float64 { return math.Round(x*10) / 10 }
	return content.Line{
		Text: strings.TrimSpace(clean(b.String())),
		X:    round(l.x0), Y: round(l.top), W: round(l.x1 - l.x0), H: round(l.bottom - l.top),
		Size: most.size, Font: most.font, Bold: most.bold, Italic: most.italic,
	}
}
