package pdffile

import (
	"math"
	"unicode"
	"unicode/utf16"

	"sluice/document/internal/pdfchar"
)

// maxCapitals is how many capitals of a page are looked at that a space and another one follow.
const maxCapitals = 500

// noSpace stands for a space that is none: cleaning drops it. Until then the text has the places that PDFium counts.
const noSpace = '\u2060'

// withSmallCapitals returns the text of a page with noSpace where PDFium sees a space between a capital and the small capitals of the same word.
func (f *file) withSmallCapitals(text uint64, all string) string {
	if !hasCapitalAlone(all) {
		return all
	}
	index, generated := f.Function("FPDFText_GetCharIndexFromTextIndex"), f.Function("FPDFText_IsGenerated")
	runes := []rune(all)
	var none []int     // spaces that are none
	looked, at := 0, 0 // in UTF-16 units
	for i, r := range runes {
		here := at
		at += utf16.RuneLen(r)
		if r == ' ' && isCapitalAlone(runes, i) && looked < maxCapitals {
			looked++
			space := uint64(uint32(f.Call(index, text, uint64(here))))
			if int32(f.Call(generated, text, space)) == 1 && f.isSmallCapital(text, space-1, space+1, wordAround(runes, i)) {
				none = append(none, i)
			}
		}
	}
	for _, i := range none {
		runes[i] = noSpace
	}
	return string(runes)
}

// hasCapitalAlone reports whether a text may have a capital alone before a space and another capital.
func hasCapitalAlone(s string) bool {
	for i := 2; i < len(s); i++ {
		if s[i-1] == ' ' && 'A' <= s[i] && s[i] <= 'Z' && 'A' <= s[i-2] && s[i-2] <= 'Z' && (i == 2 || s[i-3] <= ' ') {
			return true
		}
	}
	return false
}

// isCapitalAlone reports whether a capital alone stands before a space, and another one behind it.
func isCapitalAlone(runes []rune, i int) bool {
	return i > 0 && i+1 < len(runes) && unicode.IsUpper(runes[i-1]) && unicode.IsUpper(runes[i+1]) && (i == 1 || runes[i-2] <= ' ')
}

// wordAround returns the letter before a space, and those behind it.
func wordAround(runes []rune, i int) []rune {
	word := []rune{runes[i-1]}
	for _, r := range runes[i+1:] {
		if !unicode.IsLetter(r) {
			break
		}
		word = append(word, r)
	}
	return word
}

// isSmallCapital reports whether two characters of a page, the first of a word and the next, are a capital and a small capital.
func (f *file) isSmallCapital(text, first, next uint64, word []rune) bool {
	place, origin, at := f.Function("FPDFText_GetLooseCharBox"), f.Function("FPDFText_GetCharOrigin"), uint64(f.Scratch)
	var left, right, height, base [2]float64
	for i, char := range [...]uint64{first, next} {
		if f.Call(place, text, char, at) == 0 {
			return false
		}
		left[i], right[i] = f.Float32(f.Scratch), f.Float32(f.Scratch+8)
		height[i] = f.Float32(f.Scratch+4) - f.Float32(f.Scratch+12)
		if f.Call(origin, text, char, at, at+8) == 0 {
			return false
		}
		base[i] = f.Float64(f.Scratch + 8)
	}
	return finite(left[0], right[0], left[1], right[1]) && math.Abs(base[0]-base[1]) < 0.05*height[0] && pdfchar.AreSmallCapitals(word, height[0], height[1], left[1]-right[0])
}

// joinedCapitals returns a line without the spaces that PDFium sees between a capital and the small capitals of the same word.
func joinedCapitals(line []pdfchar.Ink) []pdfchar.Ink {
	kept := make([]pdfchar.Ink, 0, len(line))
	for i, c := range line {
		if c.R == ' ' && i > 0 && i+1 < len(line) && unicode.IsUpper(line[i-1].R) && unicode.IsUpper(line[i+1].R) && (i == 1 || line[i-2].R <= ' ') &&
			line[i+1].After == pdfchar.Distance {
			word := []rune{line[i-1].R}
			for k := i + 1; k < len(line) && unicode.IsLetter(line[k].R); k++ {
				word = append(word, line[k].R)
			}
			a, b := line[i-1], line[i+1]
			height := a.Y1 - a.Y0
			// The boxes end below the baseline, the larger one by more.
			if math.Abs(a.Y0-b.Y0) < 0.1*height && pdfchar.AreSmallCapitals(word, height, b.Y1-b.Y0, b.X0-a.X1) {
				continue
			}
		}
		kept = append(kept, c)
	}
	return kept
}
