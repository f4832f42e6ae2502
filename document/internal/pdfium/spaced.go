package pdfium

import (
	"strings"
	"unicode/utf8"
)

// isSpaced tells text whose letters seem to stand apart: most of its words have one letter or two.
func isSpaced(text string) bool {
	words, short := 0, 0
	for w := range strings.FieldsSeq(text) {
		if words++; utf8.RuneCountInString(w) <= 2 {
			short++
		}
	}
	return words >= 5 && 10*short >= 7*words
}

// printedSpaces is the text of a page with the spaces that the file has, and without those that PDFium sees where letters are set apart;
// the text as PDFium has it, when the file has none or the words would be no better.
func (f *file) printedSpaces(text uint64, chars int, seen string) string {
	unicode, generated := f.function("FPDFText_GetUnicode"), f.function("FPDFText_IsGenerated")
	var b strings.Builder
	spaces := 0
	for i := range chars {
		r := rune(f.call(unicode, text, uint64(i)))
		if r == 0 {
			continue
		}
		if r == ' ' {
			if int32(f.call(generated, text, uint64(i))) == 1 {
				continue
			}
			spaces++
		}
		b.WriteRune(r)
	}
	if spaces == 0 || isSpaced(b.String()) || b.Len() > 12*(spaces+1) {
		return seen
	}
	return b.String()
}
