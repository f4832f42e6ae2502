package pdffile

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// widestSpacing is of the height of letters, between those of a page that are
// spaced. Letters that are wider apart are in the cells of a table.
const widestSpacing = 0.6

// leastWords are enough to tell whether letters are spaced.
const leastWords = 5

// isSpaced reports whether the letters of a text are set so wide that PDFium
// sees spaces between them: most of its words have one letter or two.
func isSpaced(text string) bool {
	words, short := 0, 0
	for w := range strings.FieldsSeq(text) {
		if words++; utf8.RuneCountInString(w) <= 2 {
			short++
		}
	}
	return words >= leastWords && 10*short >= 7*words
}

// joined is the text of a page whose letters are spaced. Of the spaces that
// PDFium has seen, those stay that are far wider than most gaps between
// letters. Where that makes no words, the text stays as seen.
func (f *file) joined(text uint64, chars int, seen string) string {
	unicode, generated, place := f.Function("FPDFText_GetUnicode"), f.Function("FPDFText_IsGenerated"), f.Function("FPDFText_GetLooseCharBox")
	at := f.Scratch
	type letter struct {
		r     rune
		gap   float64 // before it, where PDFium has seen a space
		space bool
	}
	var all []letter
	var gaps []float64
	var before box
	space, wide := false, 0
	for i := range min(chars, maxChars) {
		c := letter{r: f.wholeRune(unicode, text, i, chars, rune(f.Call(unicode, text, uint64(i))))}
		switch {
		case c.r == 0:
			continue
		case c.r == ' ' && int32(f.Call(generated, text, uint64(i))) == 1:
			space = true
			continue
		case c.r > ' ' && f.Call(place, text, uint64(i), uint64(at)) != 0:
			b := box{f.Float32(at), f.Float32(at + 4), f.Float32(at + 8), f.Float32(at + 12)}
			if gap := b.left - before.right; b.bottom < before.top && b.top > before.bottom && gap > 0 {
				gaps = append(gaps, gap)
				if gap > widestSpacing*(b.top-b.bottom) {
					wide++
				}
				c.gap, c.space = gap, space
			} else {
				// The first letter of a line has no gap before it: a height is far more than any
				// gap within a line.
				c.gap, c.space = b.top-b.bottom, space
			}
			before = b
		}
		if c.r == 2 { // a word broken at a line's end
			c.r = 0xfffe
		}
		all = append(all, c)
		space = false
	}
	if 2*wide >= len(gaps) || chars > maxChars {
		return seen
	}
	slices.Sort(gaps)
	usual := gaps[len(gaps)/2]
	var b strings.Builder
	for _, c := range all {
		if c.space && c.gap > 1.8*usual {
			b.WriteByte(' ')
		}
		b.WriteRune(c.r)
	}
	// What is still spaced, or has hardly any spaces left, was read wrongly.
	joined := b.String()
	if words := len(strings.Fields(joined)); words < 3 || len(joined) > 12*words || isSpaced(joined) {
		return seen
	}
	return joinedLines(seen, joined)
}

// joinedLines takes each line of a page as it is joined, if its own letters are spaced, and else as seen: on a page of formulas most words are short,
// too, and the lines of text between them have the spaces of words. Lines that are too short to tell are taken as most others are.
func joinedLines(seen, joined string) string {
	before, after := strings.SplitAfter(seen, "\n"), strings.SplitAfter(joined, "\n")
	if len(before) != len(after) {
		return seen
	}
	spaced, others := 0, 0
	for _, line := range before {
		switch {
		case len(strings.Fields(line)) < leastWords:
		case isSpaced(line):
			spaced++
		default:
			others++
		}
	}
	for i, line := range before {
		if isSpaced(line) || len(strings.Fields(line)) < leastWords && spaced >= others {
			before[i] = after[i]
		}
	}
	return strings.Join(before, "")
}
