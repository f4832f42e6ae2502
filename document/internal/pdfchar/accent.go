package pdfchar

import (
	"math"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// TeX's older fonts have accents as characters of their own, printed over a
// letter. Where they stand in the text is anyone's guess: before the letter,
// after it, at the end of the line. So they are brought together by their
// places.

// Standing are accents that stand alone, and the marks that they mean.
var Standing = map[rune]rune{
	'`': 0x300, '´': 0x301, 'ˆ': 0x302, '˜': 0x303, '¯': 0x304, '˘': 0x306, '˙': 0x307, '¨': 0x308, '˚': 0x30a, '˝': 0x30b, 'ˇ': 0x30c, '¸': 0x327, '˛': 0x328,
}

// ogonek is the mark of the Polish ą.
const ogonek = 0x328

// standingSet are accents that Unicode has as characters of their own, beside
// those that combine.
const standingSet = "`´ˆ˜¯˘˙¨˚˝ˇ¸˛"

// HasAccent reports whether a text may have accents to be brought to their
// letters.
func HasAccent(s string) bool {
	return strings.ContainsAny(s, standingSet) || strings.ContainsFunc(s, IsMark)
}

// IsMark reports whether r is an accent that Unicode puts behind its letter.
func IsMark(r rune) bool { return r >= 0x300 && r < 0x330 }

// Ink is a character and where it is printed.
type Ink struct {
	R              rune
	X0, X1, Y0, Y1 float64
	After          Space // between the character before and this one
}

// Accented finds the letter that the accent at i is printed on, and what the
// two are together.
func Accented(all []Ink, i int) (at int, together rune, ok bool) {
	a := all[i]
	mark, known := Standing[a.R]
	if IsMark(a.R) {
		mark, known = a.R, true
	}
	if !known || a.X1 <= a.X0 && a.Y1 <= a.Y0 {
		return 0, 0, false
	}
	most := 0.3 // of the letter's width, between the middles of the two
	if mark == ogonek {
		most = 0.55 // it hangs at the right foot
	}
	nearest := math.Inf(1)
	for j := max(0, i-300); j < min(len(all), i+300); j++ {
		b := all[j]
		if j == i || !unicode.IsLetter(b.R) {
			continue
		}
		aside := math.Abs(a.X0+a.X1-b.X0-b.X1) / 2
		height := max(b.Y1-b.Y0, a.Y1-a.Y0)
		if aside >= nearest || aside > most*(b.X1-b.X0)+0.03*height || math.Abs(a.Y0+a.Y1-b.Y0-b.Y1)/2 > 0.6*height {
			continue
		}
		if r, can := compose(b.R, mark); can {
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
