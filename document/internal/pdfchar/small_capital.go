package pdfchar

import (
	"strings"
	"unicode"

	"sluice/text"
	"sluice/text/english"
)

// Small capitals are often the capitals of a smaller type. PDFium may see a space between the first letter of a word, which is larger, and the
// others: "T HE T ITLE".

const (
	leastSmallCapital = 0.6  // of the size of a capital
	mostSmallCapital  = 0.92 // the same
	widestAfter       = 0.3  // of the size: between a capital and the small capitals of its word
	narrowestSpace    = 0.12 // the same, of a space
)

// AreSmallCapitals reports whether the letters of a word, of which the first has one size and the others another, and between which there is a gap, are a
// capital and small capitals. A and I are words alone, so that the letters behind them must be none.
func AreSmallCapitals(word []rune, first, others, gap float64) bool {
	if len(word) < 2 || others < leastSmallCapital*first || others > mostSmallCapital*first || gap > widestAfter*first {
		return false
	}
	for _, r := range word {
		if !unicode.IsUpper(r) {
			return false
		}
	}
	whole := strings.ToLower(string(word))
	switch {
	case len(word) == 2: // signs of formulas, if they are no frequent word
		return text.Stop(whole, "")
	case word[0] == 'A' || word[0] == 'I':
		return gap < narrowestSpace*first || !english.Has(strings.ToLower(string(word[1:])))
	}
	return true
}
