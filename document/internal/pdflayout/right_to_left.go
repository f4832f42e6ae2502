package pdflayout

import (
	"slices"
	"unicode"
)

// PDFium has the letters of a word of Arabic or Hebrew in the order in which they are read, from right to left. Words are put on a line from the
// left to the right, so the words of such a line are brought to the order of reading.

// isRightToLeft reports whether a line has more letters that are read from right to left than others.
func (l *line) isRightToLeft() bool {
	n := 0
	for _, g := range l.glyphs {
		switch {
		case readFromRight(g.R):
			n++
		case unicode.IsLetter(g.R):
			n--
		}
	}
	return n > 0
}

// readFromRight reports whether a letter is of a script that is read from right to left.
func readFromRight(r rune) bool {
	return r >= 0x590 && unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko)
}

// turnWords brings the words of a line that is read from right to left to the order of reading. Words of other scripts and numbers that
// follow each other stay in theirs.
func (l *line) turnWords() {
	if !l.isRightToLeft() {
		return
	}
	var words [][]Glyph
	for start, i := 0, 1; i <= len(l.glyphs); i++ {
		if i == len(l.glyphs) || l.glyphs[i].Spaced {
			words = append(words, l.glyphs[start:i])
			start = i
		}
	}
	slices.Reverse(words)
	for i := 0; i < len(words); {
		end := i
		for end < len(words) && isReadFromLeft(words[end]) {
			end++
		}
		slices.Reverse(words[i:end])
		i = max(end, i+1)
	}
	l.glyphs = slices.Concat(words...)
	at := 0
	for i, w := range words {
		l.glyphs[at].Spaced = i > 0
		at += len(w)
	}
}

// isReadFromLeft reports whether a word has letters or digits, and none that are read from right to left.
func isReadFromLeft(word []Glyph) bool {
	return slices.ContainsFunc(word, func(g Glyph) bool { return unicode.IsLetter(g.R) || unicode.IsDigit(g.R) }) &&
		!slices.ContainsFunc(word, func(g Glyph) bool { return readFromRight(g.R) })
}

// gap returns the space between a letter and the one before it; none between letters of two directions, which need not stand side by side.
func (l *line) gap(i int) float64 {
	before, g := l.glyphs[i-1], l.glyphs[i]
	switch fromRight := readFromRight(g.R); {
	case fromRight != readFromRight(before.R):
		return 0
	case fromRight:
		return before.X0 - g.X1
	}
	return g.X0 - before.X1
}
