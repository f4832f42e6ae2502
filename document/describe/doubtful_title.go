package describe

import (
	"strings"
	"unicode"

	"sluice/document/describe/internal/phrase"
	"sluice/internal/lazyregexp"
	"sluice/text"
)

// doubted returns how sure a title of the page is at most by its words. The model knows how titles look and not what they say: one that
// says only what kind of work it is, "Final report", or which part, "Chapter 1" or "Summary, May 2014", is rather the label of a title that is not on the page,
// and one whose words hold signs is of a font whose letters are misread.
func (w *collector) doubted(title string, sure float64) float64 {
	const kindAlone, misread = 0.5, 0.3
	switch {
	case hasSignsInWords(title):
		return min(sure, misread)
	case (isKindAlone(title) || isPartAlone(title) || isSummaryHeading(title)) && !w.otherTitles()[text.NormalTitle(title)]:
		return min(sure, kindAlone)
	}
	return sure
}

// isKindAlone reports whether a title says only what kind of work it is.
func isKindAlone(title string) bool {
	return len(strings.Fields(title)) <= mostKindWords && phrase.IsNoise(title)
}

// isPartAlone reports whether a title says only which part of a work it is: "Chapter 1".
func isPartAlone(title string) bool {
	part, number, ok := strings.Cut(title, " ")
	return ok && phrase.NumberedParts[strings.ToLower(part)] && partNumber.MatchString(number)
}

// isSummaryHeading reports whether a title is the heading of an abstract, with or without a date.
func isSummaryHeading(title string) bool {
	bare := phrase.YearMark.ReplaceAllString(phrase.DateMark.ReplaceAllString(title, ""), "")
	m := phrase.AbstractHeading.FindStringSubmatch(strings.Trim(bare, " ,.-–()0123456789"))
	return m != nil && m[1] == "" && m[2] == ""
}

// partNumber matches the number of a part.
var partNumber = lazyregexp.New(`^(?:\d{1,3}|[IVXLC]{1,6}|[A-Z])\.?$`)

// hasSignsInWords reports whether a third of the words of a title have signs between letters with which no language spells.
func hasSignsInWords(title string) bool {
	damaged, all := 0, 0
	for word := range strings.FieldsSeq(title) {
		all++
		runes := []rune(word)
		for i := 1; i+1 < len(runes); i++ {
			if isStrange(runes[i]) && unicode.IsLetter(runes[i-1]) && unicode.IsLetter(runes[i+1]) {
				damaged++
				break
			}
		}
	}
	return damaged > 0 && 3*damaged >= all
}

// isStrange reports whether a character between two letters is neither a letter nor a mark that words, names and formulas have.
func isStrange(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Pd, r) && !strings.ContainsRune("'’‘`´ʼ·•.:,;/&+*#@_|()[]{}<>=→×−∕~^\u200c\u200d", r)
}
