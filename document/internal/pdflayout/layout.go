// Package pdflayout puts the characters of a page together to lines in reading
// order.
package pdflayout

import (
	"math"
	"strings"
	"unicode"

	"sluice/document/content"
	"sluice/document/internal/pdfchar"
)

// A page's lines are built again from its characters, because the text
// that PDFium returns has lines without positions: characters make words, words
// make lines, and lines are put into reading order.

// line is a line that grows while words are added.
type line struct {
	glyphs      []Glyph
	x0, x1      float64
	top, bottom float64
	base, size  float64 // of its tallest type
}

// add appends a word to the line, which grows to hold it.
func (l *line) add(word []Glyph) {
	for _, g := range word {
		if len(l.glyphs) == 0 {
			l.x0, l.x1, l.top, l.bottom = g.X0, g.X1, g.Top, g.Bottom
		}
		l.x0, l.x1 = min(l.x0, g.X0), max(l.x1, g.X1)
		l.top, l.bottom = min(l.top, g.Top), max(l.bottom, g.Bottom)
		// A raised or lowered character is smaller than the line's own type, and must not change
		// its baseline.
		if g.Face.Size > l.size*1.05 {
			l.base, l.size = g.Base, g.Face.Size
		}
		l.glyphs = append(l.glyphs, g)
	}
}

// level reports whether a word is on the line: its middle between the
// line's feet and its head, or the other way round.
func (l *line) level(word *line) bool {
	in := func(a, b *line) bool {
		middle := a.base - 0.3*a.size
		return middle > b.base-0.95*b.size && middle < b.base+0.25*b.size
	}
	return in(l, word) || in(word, l)
}

// Lines makes lines of a page's characters and puts them into reading order.
func (l *Page) Lines() ([]content.Line, map[string]int) {
	fonts := map[string]int{}
	for _, g := range l.Glyphs {
		if g.Face.Font != "" {
			fonts[g.Face.Font]++
		}
	}
	var level, turned []*line
	var last *line
	for _, word := range words(l.Glyphs) {
		if word.glyphs[0].Face.Turned {
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
	for _, l := range level {
		l.closeUp()
		l.turnWords()
	}
	for _, l := range append(inOrder(level), turned...) {
		if line := l.content(); line.Text != "" && len(lines) < content.MaxLines {
			lines = append(lines, line)
		}
	}
	return lines, fonts
}

// words splits the characters at a space, where the place jumps and
// where the direction changes.
func words(glyphs []Glyph) (words []*line) {
	for i := 0; i < len(glyphs); {
		word := &line{}
		j := i
		for ; j < len(glyphs); j++ {
			if g := glyphs[j]; j > i && (g.Spaced || g.Line || g.Face.Turned != glyphs[i].Face.Turned || !g.Face.Turned && jump(glyphs[j-1], g)) {
				break
			}
		}
		word.add(glyphs[i:j])
		words = append(words, word)
		i = j
	}
	return words
}

// jump reports whether b does not continue the line of a, so that a new word
// begins.
func jump(a, b Glyph) bool {
	size := max(a.Face.Size, b.Face.Size)
	return math.Abs(a.Base-b.Base) > 0.15*size || b.X0-a.X1 > 0.3*size || b.X1 < a.X0-0.1*size
}

// place finds the line that a word continues: the last one, over a gap that may
// be wide, or any other that it touches.
func place(lines []*line, last, word *line) *line {
	touches := func(l *line, gap float64) bool {
		size := max(l.size, word.size)
		after, before := word.x0-l.x1, l.x0-word.x1
		return l.level(word) && (after > -0.5*size && after < gap*size || before > -0.3*size && before < min(gap, 0.6)*size)
	}
	if last != nil {
		gap := 1.6
		// PDFium has seen a line end before the word: then only a narrow gap continues the line,
		// such as that after a raised mark.
		if word.glyphs[0].Line {
			gap = 0.6
		}
		if touches(last, gap) {
			return last
		}
	}
	// A page of many lines would need quadratic time; a word that belongs to none of the last 300
	// begins a line.
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
		gap := l.x0 - word.x1
		rest[0].Spaced = gap > 0.2*size || rest[0].Spaced || word.glyphs[0].Spaced && word.isRightToLeft()
		l.glyphs = nil
		l.add(word.glyphs)
		l.add(rest)
		return
	}
	if len(l.glyphs) > 0 {
		g := &word.glyphs[0]
		gap := g.X0 - l.glyphs[len(l.glyphs)-1].X1
		g.Spaced = gap > 0.2*size || (g.Spaced || g.Line) && gap > 0.05*size
	}
	l.add(word.glyphs)
}

// closeUp puts spaced letters together to words.
func (l *line) closeUp() {
	var seen strings.Builder
	for i, g := range l.glyphs {
		if i > 0 && g.Spaced {
			seen.WriteByte(' ')
		}
		seen.WriteRune(g.R)
	}
	isSpaced := pdfchar.IsSpaced(seen.String())
	if !isSpaced {
		l.joinSmallCapitals()
		if !pdfchar.HasGluedWords(seen.String()) {
			return
		}
	}
	letters := make([]pdfchar.Ink, len(l.glyphs))
	for i, g := range l.glyphs {
		letters[i] = pdfchar.Ink{R: g.R, X0: g.X0, X1: g.X1, Y0: g.Top, Y1: g.Bottom, After: g.After}
	}
	if !isSpaced {
		l.separate(letters)
		return
	}
	if starts, ok := pdfchar.WordStarts(letters); ok {
		for i := range l.glyphs {
			l.glyphs[i].Spaced = starts[i]
		}
	}
}

// joinSmallCapitals removes the space that PDFium sees between a capital and the small capitals of the same word.
func (l *line) joinSmallCapitals() {
	for i := 1; i < len(l.glyphs); i++ {
		a, b := &l.glyphs[i-1], &l.glyphs[i]
		if !b.Spaced || b.After == pdfchar.Printed || i > 1 && !a.Spaced {
			continue
		}
		word := []rune{a.R, b.R}
		for _, g := range l.glyphs[i+1:] {
			if g.Spaced || !unicode.IsLetter(g.R) {
				break
			}
			word = append(word, g.R)
		}
		if math.Abs(a.Base-b.Base) < 0.05*a.Face.Size && pdfchar.AreSmallCapitals(word, a.Face.Size, b.Face.Size, b.X0-a.X1) {
			b.Spaced = false
		}
	}
}

// separate puts spaces between words that are run together.
func (l *line) separate(letters []pdfchar.Ink) {
	spaced := make([]pdfchar.Ink, 0, len(letters))
	var at []int // of each, in the line; -1 for a space
	for i, c := range letters {
		if i > 0 && l.glyphs[i].Spaced {
			spaced, at = append(spaced, pdfchar.Ink{R: ' '}), append(at, -1)
		}
		spaced, at = append(spaced, c), append(at, i)
	}
	starts, _ := pdfchar.GluedStarts(spaced)
	for i, isStart := range starts {
		if isStart && at[i] > 0 {
			l.glyphs[at[i]].Spaced = true
		}
	}
}

// addTurned puts words that do not run from left to right, such as a stamp in
// the margin, into lines as PDFium has them.
func addTurned(lines []*line, word *line) []*line {
	if len(lines) == 0 || word.glyphs[0].Line {
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
		if i > 0 && g.Spaced {
			b.WriteByte(' ')
			// A wide gap is kept as two spaces, by which readers of the lines recognize columns.
			if l.gap(i) > 0.8*l.size && b.Len() > 6 {
				b.WriteByte(' ')
			}
		}
		r := g.R
		if l.isRaised(i) { // a raised mark or an exponent
			if r = pdfchar.Raised(r); l.isMark(i) {
				r = pdfchar.RaisedLetter(r)
			}
		}
		b.WriteRune(r)
		k := looks{g.Face.Font, math.Round(g.Face.Size*10) / 10, g.Face.Bold, g.Face.Italic}
		counts[k]++
		if counts[k] > counts[most] {
			most = k
		}
	}
	round := func(x float64) float64 { return math.Round(x*10) / 10 }
	return content.Line{
		Text: strings.TrimSpace(pdfchar.JoinWords(pdfchar.CleanPage(b.String()))),
		X:    round(l.x0), Y: round(l.top), W: round(l.x1 - l.x0), H: round(l.bottom - l.top),
		Size: most.size, Font: most.font, Bold: most.bold, Italic: most.italic,
	}
}

// isRaised reports whether a character is smaller than the line and stands higher.
func (l *line) isRaised(i int) bool {
	g := l.glyphs[i]
	return g.Face.Size < 0.85*l.size && g.Base < l.base-0.15*l.size
}

// isMark reports whether a raised letter is the mark of a footnote: one small letter behind a word, behind another mark and a comma, or
// before the capital that begins the line. Two raised letters are the end of a word: "2nd", "Mme".
func (l *line) isMark(i int) bool {
	isRaisedLetter := func(i int) bool {
		return i >= 0 && i < len(l.glyphs) && unicode.IsLetter(l.glyphs[i].R) && l.isRaised(i)
	}
	if !isRaisedLetter(i) || isRaisedLetter(i-1) && !l.glyphs[i].Spaced || isRaisedLetter(i+1) && !l.glyphs[i+1].Spaced {
		return false
	}
	if i == 0 {
		return len(l.glyphs) > 1 && unicode.IsUpper(l.glyphs[1].R)
	}
	before := i - 1
	for before > 0 && (l.isRaised(before) || l.glyphs[before].R == ',') {
		before--
	}
	return before > 0 && !l.isRaised(before) && (unicode.IsLetter(l.glyphs[before].R) || l.glyphs[before].R == '.') && unicode.IsLetter(l.glyphs[before-1].R)
}
