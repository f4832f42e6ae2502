package pdfium

import (
	"math"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// TeX's older fonts have accents as characters of their own, printed over a letter. Where they stand in the text is
// anyone's guess: before the letter, after it, at the end of the line. So they are brought together by their places.

// standing are accents that stand alone, and the marks that they mean.
var standing = map[rune]rune{
	'`': 0x300, '´': 0x301, 'ˆ': 0x302, '˜': 0x303, '¯': 0x304, '˘': 0x306, '˙': 0x307, '¨': 0x308, '˚': 0x30a, '˝': 0x30b, 'ˇ': 0x30c, '¸': 0x327,
}

const standingSet = "`´ˆ˜¯˘˙¨˚˝ˇ¸"

// hasAccent tells whether a text may have accents to be brought to their letters.
func hasAccent(s string) bool {
	return strings.ContainsAny(s, standingSet) || strings.ContainsFunc(s, isMark)
}

func isMark(r rune) bool { return r >= 0x300 && r < 0x330 }

// ink is a character and where it is printed.
type ink struct {
	r              rune
	x0, x1, y0, y1 float64
}

// accented finds the letter that the accent at i is printed on, and what the two are together.
func accented(all []ink, i int) (at int, together rune, ok bool) {
	a := all[i]
	mark, known := standing[a.r]
	if isMark(a.r) {
		mark, known = a.r, true
	}
	if !known || a.x1 <= a.x0 && a.y1 <= a.y0 {
		return 0, 0, false
	}
	nearest := math.Inf(1)
	for j := max(0, i-300); j < min(len(all), i+300); j++ {
		b := all[j]
		if j == i || !unicode.IsLetter(b.r) {
			continue
		}
		aside := math.Abs(a.x0+a.x1-b.x0-b.x1) / 2
		height := max(b.y1-b.y0, a.y1-a.y0)
		if aside >= nearest || aside > 0.3*(b.x1-b.x0)+0.03*height || math.Abs(a.y0+a.y1-b.y0-b.y1)/2 > 0.6*height {
			continue
		}
		if r, can := compose(b.r, mark); can {
			nearest, at, together, ok = aside, j, r, true
		}
	}
	return at, together, ok
}

// compose puts a mark on a letter, if Unicode has the two as one.
func compose(letter, mark rune) (rune, bool) {
	switch letter {
	case 'ı':
		letter = 'i'
	case 'ȷ':
		letter = 'j'
	}
	r := []rune(norm.NFC.String(string([]rune{letter, mark})))
	return r[0], len(r) == 1
}
