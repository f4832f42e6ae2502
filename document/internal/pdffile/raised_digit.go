package pdffile

import (
	"strings"
	"unicode"
	"unicode/utf16"

	"sluice/document/internal/pdfchar"
)

// The mark of a footnote behind a word is a digit, or a star that its font calls a question mark, that is smaller than the word and stands higher.
// PDFium's text has it as any other, so that it would be a part of the word, or make a question of a title.

// maxRaised is how many digits of a page are looked at.
const maxRaised = 2000

// raisedDigits finds raised digits among the characters of a page. The zero value is ready.
type raisedDigits struct {
	letters int  // in a row, just before
	inMark  bool // the character before is a raised digit
	looked  int  // digits
}

// next returns the next character: as a superscript if it is a raised digit behind a word, and a star if it is a raised question mark.
func (d *raisedDigits) next(r rune, isRaised func() bool) rune {
	switch {
	case unicode.IsLetter(r):
		d.letters, d.inMark = d.letters+1, false
	case r != '?' && (r < '0' || r > '9'):
		d.letters, d.inMark = 0, false
	default:
		// Behind a single letter it is an exponent or a name.
		if d.letters > 1 && d.looked < maxRaised {
			d.looked++
			d.inMark = isRaised()
		}
		if d.letters = 0; d.inMark {
			return pdfchar.Raised(r)
		}
	}
	return r
}

// withRaised returns the text of a page with raised digits behind words as superscripts.
func (f *file) withRaised(text uint64, all string) string {
	index := f.Function("FPDFText_GetCharIndexFromTextIndex")
	var digits raisedDigits
	at := 0 // in UTF-16 units
	return strings.Map(func(r rune) rune {
		here := at
		at += utf16.RuneLen(r)
		return digits.next(r, func() bool { return f.isRaised(text, int32(f.Call(index, text, uint64(here)))) })
	}, all)
}

// isRaised reports whether a character is smaller than the one before and stands higher.
func (f *file) isRaised(text uint64, char int32) bool {
	if char < 1 {
		return false
	}
	place, origin, at := f.Function("FPDFText_GetLooseCharBox"), f.Function("FPDFText_GetCharOrigin"), uint64(f.Scratch)
	var height, base [2]float64
	for i := range 2 {
		char := uint64(char - 1 + int32(i))
		if f.Call(place, text, char, at) == 0 {
			return false
		}
		height[i] = f.Float32(f.Scratch+4) - f.Float32(f.Scratch+12)
		if f.Call(origin, text, char, at, at+8) == 0 {
			return false
		}
		base[i] = f.Float64(f.Scratch + 8)
	}
	return height[1] < 0.85*height[0] && base[1]-base[0] > 0.15*height[0] && base[1]-base[0] < height[0]
}
